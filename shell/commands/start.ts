import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type ComposeOptions, composeSite, describeComposition } from '../compose/compose-site';
import { startRecomposing } from '../compose/recompose';
import { startOperations } from '../ops/operations';
import { readOpsReadToken, readOpsToken } from '../ops/pages/ops-token';
import { createCdnServer } from '../server/cdn-server';
import { serveCurrentComposition } from '../server/serve-composition';
import { createSiteServer } from '../server/site-server';
import { buildApi } from '../tools/build-api';
import { root } from '../tools/folders';
import { dataFolder, siteFolder } from '../tools/locations';
import { DATA_FOLDER_MODE } from '../tools/private-folder';
import { listen, main, requireFreePort, startService, waitUntilReady } from '../tools/processes';
import {
  cdnOrigin,
  paymentOrigins,
  ports,
  sandboxProbe,
  serviceEnvironment,
  siteOrigin,
  usesSandbox,
} from '../tools/settings';
import { UserError } from '../tools/user-error';
import { buildSite } from './build-site';

const log = (line: string) => void process.stdout.write(`${line}\n`);

main(async () => {
  const started = Date.now();
  const { site, cdn, api, sandbox } = ports();
  const isProduction = process.env.NODE_ENV === 'production';
  await requireWritable(dataFolder);
  await requireFreePort(site, 'the site', 'PORT');
  await requireFreePort(cdn, 'the CDN', 'CDN_PORT');
  await requireFreePort(api, 'the API', 'API_PORT');
  if (usesSandbox()) await requireFreePort(sandbox, 'the payment sandbox', 'SANDBOX_PORT');

  // The releases in the store can be served without building the sources.
  const built = process.argv.includes('--no-build') ? [] : [buildSite(log)];
  await Promise.all([buildApi(log), ...built]);

  const opsToken = await readOpsToken(dataFolder);
  const opsReadToken = await readOpsReadToken(dataFolder);
  if (opsToken && !opsReadToken) {
    throw new UserError(
      'Set OPS_READ_TOKEN as well: the operators’ pages and the watcher read telemetry with it.',
    );
  }
  const environment = {
    // One line per request would scroll the addresses below out of view.
    ...(!isProduction && { LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' }),
    ...serviceEnvironment(dataFolder),
    ...(opsReadToken && { OPS_READ_TOKEN: opsReadToken }),
    // The API needs no right to control releases.
    OPS_TOKEN: '',
  };
  const start = (name: string, script: string, ...args: string[]) =>
    startService(name, [path.join(root, 'api/dist', script), ...args], environment, log);
  if (usesSandbox()) {
    await waitUntilReady(sandboxProbe(), start('The payment sandbox', 'paypal-sandbox/main.js'));
  }
  const apiOrigin = `http://localhost:${api}`;
  const apiService = start('The API', 'src/main.js', '--migrate', '--seed');
  await waitUntilReady(`${apiOrigin}/api/health/ready`, apiService);

  await listen(createCdnServer(), cdn);
  const compose: ComposeOptions = {
    siteFolder,
    cdnOrigin: cdnOrigin(),
    apiOrigin,
    siteOrigin: siteOrigin(),
  };
  log(`Composed: ${describeComposition(await composeSite(compose))}`);
  startRecomposing({ ...compose, log });
  const operators =
    opsToken &&
    opsReadToken &&
    startOperations({
      token: opsToken,
      readToken: opsReadToken,
      apiOrigin,
      siteOrigin: compose.siteOrigin,
      log,
    });
  await listen(
    createSiteServer({
      content: serveCurrentComposition(siteFolder),
      apiOrigin,
      overrides: !isProduction,
      scriptOrigins: [cdnOrigin(), ...paymentOrigins()],
      httpsOnly: compose.siteOrigin.startsWith('https:'),
      ...(operators && { handleOps: operators }),
    }),
    site,
  );

  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const address = `http://localhost:${site}`;
  log(`\nThe site is ready after ${seconds} s:  ${address}`);
  if (!isProduction) log(`Mails it has sent:                 ${address}/dev/mails`);
  if (opsToken) {
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
