import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createCdnServer } from '../server/cdn-server';
import { type ComposeOptions, composeSite, inWords } from '../compose/compose-site';
import { keepComposed } from '../compose/keep-composed';
import { servesCurrent } from '../server/site-files';
import { siteFolder, dataFolder } from '../tools/locations';
import { readOpsToken } from '../ops/pages/ops-token';
import { createSiteServer } from '../server/site-server';
import { root } from '../tools/folders';
import { buildApi, buildSite } from './build';
import { listen, main, requireFreePort, startService, waitUntilReady } from '../tools/processes';
import { UserError } from '../tools/user-error';
import { startOperations } from '../ops/operations';
import {
  cdnOrigin,
  paymentOrigins,
  ports,
  sandboxProbe,
  serviceEnvironment,
  usesSandbox,
} from '../tools/settings';

const tell = (line: string) => void process.stdout.write(`${line}\n`);

main(async () => {
  const started = Date.now();
  const { site, cdn, api, sandbox } = ports();
  await requireWritable(dataFolder);
  await requireFreePort(site, 'the site', 'PORT');
  await requireFreePort(cdn, 'the CDN', 'CDN_PORT');
  await requireFreePort(api, 'the API', 'API_PORT');
  if (usesSandbox()) await requireFreePort(sandbox, 'the payment sandbox', 'SANDBOX_PORT');

  // What a registry says can be served without its sources.
  const built = process.argv.includes('--no-build') ? [] : [buildSite(tell)];
  await Promise.all([buildApi(tell), ...built]);

  const siteOrigin = `http://localhost:${site}`;
  const sandboxOrigin = `http://localhost:${sandbox}`;
  const opsToken = await readOpsToken(dataFolder);
  const environment = {
    // A line per request would push the addresses below out of sight.
    ...(process.env.NODE_ENV !== 'production' && { LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' }),
    ...serviceEnvironment(dataFolder),
    ...(opsToken && { OPS_TOKEN: opsToken }),
  };
  const start = (name: string, script: string, ...args: string[]) =>
    startService(name, [path.join(root, script), ...args], environment, tell);
  if (usesSandbox()) {
    await waitUntilReady(sandboxProbe(), start('The payment sandbox', 'api/dist/paypal-sandbox/main.js'));
  }
  await waitUntilReady(
    `http://localhost:${api}/api/health/ready`,
    start('The API', 'api/dist/src/main.js', '--migrate', '--seed'),
  );

  const apiOrigin = `http://localhost:${api}`;
  await listen(createCdnServer(), cdn);
  const compose: ComposeOptions = {
    siteFolder,
    cdnOrigin: cdnOrigin(),
    apiOrigin,
    siteOrigin: process.env.SITE_ORIGIN ?? siteOrigin,
  };
  tell(`Composed: ${inWords(await composeSite(compose))}`);
  keepComposed({ ...compose, tell });
  const operators =
    opsToken && startOperations({ token: opsToken, apiOrigin, siteOrigin: compose.siteOrigin, tell });
  await listen(
    createSiteServer({
      files: servesCurrent(siteFolder),
      apiOrigin,
      overrides: process.env.NODE_ENV !== 'production',
      scriptOrigins: [cdnOrigin(), ...paymentOrigins()],
      httpsOnly: compose.siteOrigin.startsWith('https:'),
      ...(operators && { alsoAnswers: operators }),
    }),
    site,
  );

  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  tell(`\nThe site is ready after ${seconds} s:  ${siteOrigin}`);
  if (process.env.NODE_ENV !== 'production')
    tell(`Mails that it sends:               ${siteOrigin}/dev/mails`);
  if (opsToken) {
    const where = process.env.OPS_TOKEN ? 'OPS_TOKEN' : `in ${path.join(dataFolder, 'ops-token')}`;
    tell(`For operators:                     ${siteOrigin}/ops  (the token is ${where})`);
  }
  if (usesSandbox()) tell(`Payments go to the sandbox:        ${sandboxOrigin}  (no money moves)`);
  tell('Ctrl-C stops everything.');
});

/** @throws UserError when this user may not write there. */
async function requireWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch {
    throw new UserError(
      `This user may not write to ${folder}. Change its owner, or choose another with DATA_FOLDER.`,
    );
  }
}
