import path from 'node:path';
import { createApiAnswers, readContactDetails } from '../../platform/prerender/api-answers';
import { type BareSite, serveBarePages } from '../../platform/prerender/bare-page';
import { developRemote } from '../../packages/kit/develop/develop-remote';
import { checkTypesWhileServing, serveApp } from '../../packages/kit/develop/serve-app';
import { addPublicFiles } from '../../packages/kit/pack/public-files';
import { siteFiles } from '../../platform/server/folder-files';
import { createSiteServer } from '../../platform/server/site-server';
import { remoteNames, root, dataFolder } from '../../packages/node/folders';
import {
  listen,
  main,
  printLine,
  requireFreePort,
  startService,
  waitUntilReady,
} from '../../packages/node/processes';
import {
  paymentOrigins,
  ports,
  previewOrigin,
  siteOrigin,
  useRecordedAddresses,
  usesSandbox,
} from '../../platform/server/addresses';
import { readCommandLine } from './command-line.mjs';
import { developmentSite } from './development-site';
import { sandboxProbe, serviceEnvironment } from './services/api';
import { DEVELOPMENT } from '../../packages/kit/webpack/development-server';

main(async () => {
  const [remote] = readCommandLine('dev').positionals;
  if (remote === undefined) return developAll();
  // Its pages are previews of the site of `npm start`.
  await useRecordedAddresses();
  await developRemote(remote, developmentSite(previewOrigin()));
});

async function developAll(): Promise<void> {
  const { site, api, sandbox } = ports();
  await requireFreePort(site, 'the site', 'PORT');
  await requireFreePort(api, 'the API', 'API_PORT');
  if (usesSandbox()) await requireFreePort(sandbox, 'the payment sandbox', 'SANDBOX_PORT');

  const environment = { ...process.env, ...serviceEnvironment() };
  const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs');
  const start = (name: string, script: string, ...args: string[]) =>
    startService(
      name,
      [tsx, 'watch', '--clear-screen=false', '--conditions=source', path.join(root, script), ...args],
      environment,
      printLine,
    );
  if (usesSandbox()) {
    await waitUntilReady(sandboxProbe(), start('The payment sandbox', 'api/paypal-sandbox/main.ts'));
  }
  const apiService = start('The API', 'api/src/roles/main.ts', '--migrate', '--seed');

  const staticFolder = path.join(dataFolder, 'development/public');
  await addPublicFiles(staticFolder);

  const { firstPort, pages } = developmentSite();
  const shell = await serveApp('shell', firstPort, { pages });
  const remotes = await Promise.all(
    remoteNames().map((name, index) => serveApp(name, firstPort + 1 + index, { pages, shell: shell.server })),
  );
  checkTypesWhileServing([shell, ...remotes]);
  const apiOrigin = `http://localhost:${api}`;
  await waitUntilReady(`${apiOrigin}/api/health/ready`, apiService);
  const contact = await readContactDetails(createApiAnswers(apiOrigin));
  const bareSite = (): BareSite => ({
    registry: {
      cdn: shell.origin,
      ...(contact && { contact }),
      registry: {
        revision: 0,
        shell: { live: DEVELOPMENT },
        remotes: remotes.map((remote) => {
          const { name, ...release } = remote.registryEntry();
          return { name, live: { ...release, scripts: [] } };
        }),
      },
    },
    shellScripts: [{ url: `${shell.origin}/main.js` }],
    shellRoutes: shell.description().routes,
  });
  await listen(
    createSiteServer({
      content: serveBarePages(siteFiles(staticFolder), bareSite),
      apiOrigin,
      scriptOrigins: [shell.origin, ...remotes.map(({ origin }) => origin)],
      paymentOrigins: paymentOrigins(),
      ownOrigins: [siteOrigin()],
      overrides: true,
      development: true,
    }),
    site,
  );
  printLine(`\nThe site, updated as you edit:  http://localhost:${site}`);
}
