import { access, constants, mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildApi } from '../../platform/release/build-api';
import { dataFolder } from '../../packages/node/folders';
import { sourceScript } from '../../packages/node/node';
import { requireSandbox } from '../../packages/node/sandbox';
import { DATA_FOLDER_MODE } from '../../packages/node/private-folder';
import { main, printLine as log, requireFreePort, runService } from '../../packages/node/processes';
import {
  apiOrigin,
  opsOrigin,
  ports,
  previewOrigin,
  recordAddresses,
  usesSandbox,
} from '../../platform/server/addresses';
import { sandboxProbe, serviceEnvironment, apiEnvironment, apiScript } from './services/api';
import { UserError } from '../../packages/node/user-error';
import { bundleRoles } from '../../platform/release/bundle-roles';
import { readCommandLine } from './command-line.mjs';
import { environmentFor, excessVariables, type Role, startedLine } from '../../platform/hosting/roles';
import { supervise } from './supervise';

/** For development: the data folder provides what is not set. */
main(async () => {
  const started = Date.now();
  const given = { ...process.env };
  // The setting is removed, because all roles would listen on it.
  delete given.METRICS_PORT;
  allowDevelopmentWithoutSandbox(given);
  // Secrets are removed from this process's own environment, so that nothing inherits them.
  for (const name of excessVariables([], given)) delete process.env[name];
  const { site, cdn, api: apiPort, sandbox, ops, office } = ports();
  await requireWritable(dataFolder);
  await requireFreePort(site, 'the site', 'PORT');
  await requireFreePort(cdn, 'the CDN', 'CDN_PORT');
  await requireFreePort(apiPort, 'the API', 'API_PORT');
  if (usesSandbox()) await requireFreePort(sandbox, 'the payment sandbox', 'SANDBOX_PORT');
  await requireFreePort(ops, 'the operators’ pages', 'OPS_PORT');
  await requireFreePort(office, 'the office', 'OFFICE_PORT');
  await recordAddresses();
  // The commands and roles that are started here mean this site.
  for (const environment of [given, process.env]) environment.PORT = String(site);

  // The log has no line per request, which would scroll the addresses below out of view.
  const settings = { ...given, LOG_LEVEL: given.LOG_LEVEL ?? 'warn' };
  // The releases in the store can be served without building the sources.
  const builds = !readCommandLine('start').flag('no-build');
  const script = sourceScript('shell/tooling/commands/build.ts', ...(builds ? [] : ['--no-build']));
  const scripts = bundleRoles();
  const apiBuilt = buildApi(log);
  const api = apiBuilt.then(startApi);
  // It waits for the API before it promotes what it has built.
  const built = runService('The build', script, environmentFor(['build'], given), log);
  await Promise.all([
    built.then(() => start('prerender')),
    apiBuilt.then(() => (usesSandbox() ? startSandbox() : undefined)),
    // The role site forwards to these pages on this machine.
    apiBuilt.then(() => start('ops', { HOST: '' })),
    // The watcher starts last, because it would otherwise report that there is no API or no registry.
    Promise.all([api, built]).then(() => start('watch')),
    // The office starts after the API, which creates the tables.
    api.then(async () => {
      const environment = apiEnvironment(['office'], settings);
      const args = apiScript('src/roles/main.js', '--role', 'office');
      const ready = { address: `http://localhost:${office}/api/health/ready` };
      await supervise({ name: 'The office', args, environment, ready }, log);
    }),
  ]);
  // The role site is the last one, so that everything works once pages are served.
  await start('site', { OPS_PORT: String(ops), OFFICE_PORT: String(office) });

  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const address = `http://localhost:${site}`;
  log(`\nThe site is ready after ${seconds} s:  ${address}`);
  log(`Mails it has sent:                 ${address}/dev/mails`);
  const where = given.OPS_TOKEN ? 'OPS_TOKEN' : `in ${path.join(dataFolder, 'ops-token')}`;
  const logIn = given.OPS_SSO_ISSUER ? 'by single sign-on' : `the token is ${where}`;
  log(`For operators:                     ${opsOrigin()}/ops  (${logIn})`);
  // The API makes the link at each start. It is a secret, so it goes to this terminal and to a private file only.
  const link = (await readFile(path.join(dataFolder, 'office-link'), 'utf8')).trim();
  log(`For the academy’s staff:           ${link}  (opens the office for 12 hours)`);
  log(`Previews open on:                  ${previewOrigin()}`);
  if (usesSandbox()) log(`Payments go to the sandbox:        http://localhost:${sandbox}  (no real money)`);
  const recordings = await readdir(given.MEDIA_FOLDER ?? path.join(dataFolder, 'media')).catch(() => []);
  if (!recordings.some((name) => /^\d{4}\.mp4$/.test(name))) {
    log('Lessons play sample clips:         npm run media -- import <folder> imports recordings');
  }
  log('Ctrl-C stops everything.');

  /** `prepare`, `web` and `jobs` share the database; two more processes would protect nothing. */
  async function startApi(): Promise<void> {
    const environment = apiEnvironment(['prepare', 'web', 'jobs'], settings);
    const args = apiScript('src/roles/main.js', '--migrate', '--seed', '--demo-staff');
    const ready = { address: `${apiOrigin()}/api/health/ready` };
    await supervise({ name: 'The API', args, environment, ready }, log);
  }

  function startSandbox(): Promise<void> {
    const args = apiScript('paypal-sandbox/main.js');
    const environment = { ...environmentFor([], given), ...serviceEnvironment() };
    const ready = { address: sandboxProbe() };
    return supervise({ name: 'The payment sandbox', args, environment, ready }, log);
  }

  async function start(role: Role, more: NodeJS.ProcessEnv = {}): Promise<void> {
    const environment = { ...environmentFor([role], given), ...more };
    const args = [path.join(await scripts, 'role.cjs'), role];
    const ready = { line: startedLine(role) };
    await supervise({ name: `The role ${role}`, args, environment, ready }, log);
  }
});

/** A developer without bubblewrap may run the own sources, whose tests run without a sandbox as well. @throws UserError in production */
function allowDevelopmentWithoutSandbox(environment: NodeJS.ProcessEnv): void {
  try {
    requireSandbox();
  } catch (error) {
    if (!(error instanceof UserError) || environment.NODE_ENV === 'production') throw error;
    log(`WARNING: ${error.message} Until then only what this machine has built itself runs here.`);
    environment.SANDBOX = 'none';
  }
}

/** @throws UserError when this user has no write permission. */
async function requireWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: DATA_FOLDER_MODE });
    await access(folder, constants.W_OK);
  } catch {
    throw new UserError(
      `This user may not write to ${folder}. Change its owner, or choose another folder with DATA_FOLDER.`,
    );
  }
}
