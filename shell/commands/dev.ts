import path from 'node:path';
import { Command } from 'commander';
import { type BareSite, serveBarePages } from '../compose/bare-page';
import type { RemoteRelease } from '../formats/registry';
import { type AppDescription, describeApp } from '../release/describe-app';
import { addPublicFiles } from '../release/public-files';
import { siteFiles } from '../server/folder-files';
import { createSiteServer } from '../server/site-server';
import { folderOf, remoteNames, root, dataFolder } from '../tools/folders';
import { listen, main, requireFreePort, startService, waitUntilReady } from '../tools/processes';
import { paymentOrigins, ports, siteOrigin, usesSandbox } from '../server/addresses';
import { sandboxProbe, serviceEnvironment } from './services/api';
import { UserError } from '../tools/user-error';
import { globalName } from '../webpack/configuration';
import { DEVELOPMENT, type DevelopmentServer, startDevelopmentServer } from '../webpack/development-server';
import { watchTypes } from './watch-types';

const log = (line: string) => void process.stdout.write(`${line}\n`);

/** The port of the shell's development server; the remotes use the next ones. */
const firstPort = () => ports().site + 10;

const program = new Command('npm run dev --')
  .description('Serves the site or one remote from the sources, and updates the page as you edit.')
  .argument('[remote]', `one of ${remoteNames().join(', ')}; the whole site with its API by default`)
  .showHelpAfterError('Add --help to list the arguments.')
  .addHelpText(
    'after',
    `
One remote runs alone, without shell and API: its standalone.tsx prepares the responses. It also runs inside any shell
whose preview origin is opened with ?isa-override=<address of the remote>. PORT moves all ports.

Examples:
  npm run dev
  npm run dev -- shop`,
  )
  .action((remote?: string) => (remote ? developOne(remote) : developAll()));

main(async () => {
  await program.parseAsync();
});

function registryEntry(app: string, base: string, { routes, menu }: AppDescription): RemoteRelease {
  return {
    name: app,
    version: DEVELOPMENT,
    entry: `${base}remote-entry.js`,
    globalName: globalName(app, DEVELOPMENT),
    integrity: '',
    unverified: true,
    slot: 'live',
    routes,
    menu,
  };
}

/** Serves one app, and updates its description when its routes change. */
async function serve(
  app: string,
  port: number,
  { shell, standalone = false }: { readonly shell?: DevelopmentServer; readonly standalone?: boolean } = {},
) {
  const base = `http://localhost:${port}/${standalone ? 'remote/' : ''}`;
  let description = await describeApp(app);
  const server = await startDevelopmentServer({
    app,
    port,
    mode: standalone ? 'override' : 'development',
    standalone,
    runtimeErrors: shell === undefined,
    description: () => registryEntry(app, base, description),
    onBuilt(seconds, changed, errors) {
      log(errors ? `${app}: does not build\n${errors}` : `${app}: built in ${seconds.toFixed(2)} s`);
      if (!errors) shell?.hideRuntimeErrors();
      if (!changed.some((file) => /(?:remote|routes?)\.tsx?$/.test(file))) return;
      describeApp(app).then(
        (next) => (description = next),
        (error: unknown) => log(`${app}: ${error instanceof Error ? error.message : String(error)}`),
      );
    },
  });
  return {
    description: () => description,
    registryEntry: () => registryEntry(app, base, description),
    origin: base.slice(0, -1),
    server,
  };
}

interface CheckedApp {
  readonly app: string;
  readonly server: Pick<DevelopmentServer, 'showTypeErrors'>;
}

/** Prints type errors, and shows those of an app, or of what it imports, in its pages. */
function checkTypes(apps: readonly CheckedApp[]): void {
  const folders = new Map(apps.map(({ app }) => [app, path.relative(root, folderOf(app))]));
  let last = 0;
  const onChecked = (errors: readonly string[]) => {
    if (errors.length > 0) log(['Type errors:', ...errors].join('\n'));
    else if (last > 0) log('The types are correct again.');
    last = errors.length;
    for (const { app, server } of apps) {
      const others = [...folders].filter(([name]) => name !== app).map(([, folder]) => `${folder}/`);
      server.showTypeErrors(errors.filter((error) => !others.some((folder) => error.startsWith(folder))));
    }
  };
  watchTypes([...folders.values()], onChecked, log);
}

async function developOne(remote: string): Promise<void> {
  if (!remoteNames().includes(remote)) {
    throw new UserError(`Unknown remote: ${remote}. Known: ${remoteNames().join(', ')}.`);
  }
  const port = firstPort() + 1 + remoteNames().indexOf(remote);
  await requireFreePort(port, `${remote} alone`, 'PORT');
  const { description, server } = await serve(remote, port, { standalone: true });
  checkTypes([{ app: remote, server }]);
  const hasHome = description().routes.some((route) => route.path === '/');
  log(`\n${remote} alone, a list of pages: http://localhost:${port}/${hasHome ? 'pages' : ''}`);
  log(
    `${remote} in a running shell:    <preview origin of the shell>/?isa-override=http://localhost:${port}/`,
  );
}

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
      log,
    );
  if (usesSandbox()) {
    await waitUntilReady(sandboxProbe(), start('The payment sandbox', 'api/paypal-sandbox/main.ts'));
  }
  const apiService = start('The API', 'api/src/roles/main.ts', '--migrate', '--seed');

  const staticFolder = path.join(dataFolder, 'development/public');
  await addPublicFiles(staticFolder);

  const shell = await serve('shell', firstPort());
  const remotes = await Promise.all(
    remoteNames().map((name, index) => serve(name, firstPort() + 1 + index, { shell: shell.server })),
  );
  checkTypes([
    { app: 'shell', server: shell.server },
    ...remotes.map(({ server }, index) => ({ app: remoteNames()[index] ?? '', server })),
  ]);
  const bareSite = (): BareSite => ({
    registry: {
      cdn: shell.origin,
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
  await waitUntilReady(`http://localhost:${api}/api/health/ready`, apiService);
  await listen(
    createSiteServer({
      content: serveBarePages(siteFiles(staticFolder), bareSite),
      apiOrigin: `http://localhost:${api}`,
      scriptOrigins: [shell.origin, ...remotes.map(({ origin }) => origin), ...paymentOrigins()],
      ownOrigins: [siteOrigin()],
      overrides: true,
      development: true,
    }),
    site,
  );
  log(`\nThe site, updated as you edit:  http://localhost:${site}`);
}
