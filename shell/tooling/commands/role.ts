import { allowOnly, serversOf } from '@isa/api-contract/outgoing';
import { serveMetrics } from '../../packages/node/metrics';
import { main, printLine as log, runService, startService } from '../../packages/node/processes';
import { UserError } from '../../packages/node/user-error';
import { ports } from '../../platform/server/addresses';
import { readCredentials } from '../../platform/hosting/credentials';
import {
  excessVariables,
  isRole,
  missingVariables,
  type Role,
  startedLine,
} from '../../platform/hosting/roles';
import { readCommandLine } from './command-line.mjs';
import { apiEnvironment, apiScript } from './services/api';

const commandLine = readCommandLine('role');

/** The start of each role, which loads only what the role needs. */
const START: Readonly<Record<Role, () => Promise<void>>> = {
  web: () => startApi('web'),
  jobs: () => startApi('jobs'),
  office: () => startApi('office'),
  async prepare() {
    const staff = commandLine.text('staff');
    const options = [
      ...(staff === undefined ? [] : ['--staff', staff]),
      ...(commandLine.flag('force') ? ['--force'] : []),
    ];
    await runService(
      'The preparation of the database',
      apiScript('src/roles/main.js', '--migrate', '--seed', '--prepare', ...options),
      apiEnvironment(['prepare'], process.env),
      log,
    );
    process.exit(0);
  },
  prerender: async () => (await import('./services/prerender')).startPrerender(log),
  watch: async () => (await import('./services/watch')).startWatch(log),
  ops: async () => (await import('./services/ops')).startOps(),
  site: async () => (await import('./services/site')).startSite(),
};

main(async () => {
  const [role] = commandLine.positionals.filter(isRole);
  if (!role) throw new Error('The table of commands names a role that does not exist.');
  Object.assign(process.env, readCredentials([role], process.env));
  const missing = missingVariables(role, process.env);
  if (missing.length > 0) throw new UserError(`The role ${role} needs ${missing.join(' and ')}.`);
  for (const name of excessVariables([role], process.env)) {
    log(`Warning: ${name} is set, which the role ${role} must not hold. It is ignored; remove it.`);
    delete process.env[name];
  }
  // Unlike a command, a role belongs to the site of its machine, even at the default port.
  process.env.PORT ||= String(ports().site);
  if (process.env.NODE_ENV === 'production') allowOnly(serversOf(role, process.env));
  if (!['web', 'jobs', 'office', 'prepare'].includes(role)) await serveMetrics();
  await START[role]();
  log(startedLine(role));
});

async function startApi(role: 'web' | 'jobs' | 'office'): Promise<void> {
  const script = apiScript('src/roles/main.js', '--role', role);
  startService('The API', script, apiEnvironment([role], process.env), log);
}
