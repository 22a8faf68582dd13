import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { openOperatorsPages, startWatch } from '../ops/operations';
import { readOpsReadToken } from '../ops/pages/ops-token';
import { buildApi } from '../tools/build-api';
import { dataFolder } from '../tools/locations';
import { DATA_FOLDER_MODE } from '../tools/private-folder';
import { main, requireFreePort, startService, waitUntilReady } from '../tools/processes';
import { ports, sandboxProbe, serviceEnvironment, siteOrigin, usesSandbox } from '../tools/settings';
import { UserError } from '../tools/user-error';
import { buildSite } from './build-site';
import { environmentFor } from './roles';
import { apiScript, localApi, startCdn, startCompose, startSite } from './services';

const log = (line: string) => void process.stdout.write(`${line}\n`);

main(async () => {
  const started = Date.now();
  const { site, cdn, api: apiPort, sandbox } = ports();
  const isProduction = process.env.NODE_ENV === 'production';
  await requireWritable(dataFolder);
  await requireFreePort(site, 'the site', 'PORT');
  await requireFreePort(cdn, 'the CDN', 'CDN_PORT');
  await requireFreePort(apiPort, 'the API', 'API_PORT');
  if (usesSandbox()) await requireFreePort(sandbox, 'the payment sandbox', 'SANDBOX_PORT');

  // The releases in the store can be served without building the sources.
  const built = process.argv.includes('--no-build') ? [] : [buildSite(log)];
  await Promise.all([buildApi(log), ...built]);

  const operatorsPages = await openOperatorsPages(localApi(), siteOrigin());
  const readToken = await readOpsReadToken(dataFolder);
  const environment = {
    ...environmentFor(['web', 'jobs', 'prepare'], process.env),
    // One line per request would scroll the addresses below out of view.
    ...(!isProduction && { LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' }),
    ...serviceEnvironment(dataFolder),
    ...(readToken && { OPS_READ_TOKEN: readToken }),
  };
  if (usesSandbox()) {
    const settings = { ...environmentFor([], process.env), ...serviceEnvironment(dataFolder) };
    const script = apiScript('paypal-sandbox/main.js');
    await waitUntilReady(sandboxProbe(), startService('The payment sandbox', script, settings, log));
  }
  const api = startService('The API', apiScript('src/main.js', '--migrate', '--seed'), environment, log);
  await waitUntilReady(`${localApi()}/api/health/ready`, api);

  await startCdn();
  await startCompose(log);
  await startWatch(localApi(), log);
  await startSite(operatorsPages);

  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const address = `http://localhost:${site}`;
  log(`\nThe site is ready after ${seconds} s:  ${address}`);
  if (!isProduction) log(`Mails it has sent:                 ${address}/dev/mails`);
  if (operatorsPages) {
    const where = process.env.OPS_TOKEN ? 'OPS_TOKEN' : `in ${path.join(dataFolder, 'ops-token')}`;
    log(`For operators:                     ${address}/ops  (the token is ${where})`);
  }
  if (usesSandbox()) log(`Payments go to the sandbox:        http://localhost:${sandbox}  (no real money)`);
  log('Ctrl-C stops everything.');
});

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
