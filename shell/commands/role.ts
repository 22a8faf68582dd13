import { createServer } from 'node:http';
import { openOperatorsPages, startWatch } from '../ops/operations';
import { dataFolder } from '../tools/locations';
import { streamNode } from '../tools/node';
import { listen, main, startService } from '../tools/processes';
import { ports, serviceEnvironment, siteOrigin } from '../tools/settings';
import { UserError } from '../tools/user-error';
import { excessVariables, isRole, missingVariables, type Role, ROLES } from './roles';
import { apiScript, localApi, startCdn, startCompose, startSite } from './services';

const log = (line: string) => void process.stdout.write(`${line}\n`);

const START: Readonly<Record<Role, () => Promise<void>>> = {
  web: async () => startApi('--role', 'web'),
  jobs: async () => startApi('--role', 'jobs'),
  async prepare() {
    const { code } = await streamNode(
      apiScript('src/main.js', '--migrate', '--seed', '--prepare'),
      (text) => void process.stdout.write(text),
      apiEnvironment(),
    );
    if (code !== 0) throw new UserError('The database could not be prepared.');
    process.exit(0);
  },
  compose: () => startCompose(log),
  async watch() {
    if (await startWatch(localApi(), log)) return;
    throw new UserError('The watcher reads telemetry: set OPS_READ_TOKEN.');
  },
  async ops() {
    const respond = await openOperatorsPages(localApi(), siteOrigin());
    if (!respond) throw new UserError('The operators’ pages need OPS_TOKEN and OPS_READ_TOKEN.');
    const server = createServer((request, response) => {
      respond(request, response).then(
        (handled) => void (handled || response.writeHead(404).end()),
        () => response.destroy(),
      );
    });
    await listen(server, ports().ops);
  },
  async site() {
    await startCdn();
    await startSite();
  },
};

/** `npm run role -- <role>`: one process of the site with the rights of its role, until it is stopped. */
main(async () => {
  const [role] = process.argv.slice(2);
  if (!isRole(role)) throw new UserError(`Name the role to start: ${Object.keys(ROLES).join(', ')}.`);
  const missing = missingVariables(role, process.env);
  if (missing.length > 0) throw new UserError(`The role ${role} needs ${missing.join(' and ')}.`);
  for (const name of excessVariables([role], process.env)) {
    log(`Warning: ${name} is set, which the role ${role} must not hold. It is ignored; remove it.`);
    delete process.env[name];
  }
  await START[role]();
  log(`The role ${role} has started. Ctrl-C stops it.`);
});

function startApi(...args: readonly string[]): void {
  startService('The API', apiScript('src/main.js', ...args), apiEnvironment(), log);
}

function apiEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, ...serviceEnvironment(dataFolder) };
}
