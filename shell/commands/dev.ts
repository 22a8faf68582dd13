import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BareSite } from '../server/bare-page';
import type { RemoteDescription } from '../release/describe-remote';
import { drawStaticFiles } from '../release/pack';
import { createSiteServer, servesBarePages } from '../server/site-server';
import { dataFolder } from '../tools/locations';
import type { RemoteRelease } from '../formats/registry';
import { globalName } from '../webpack/configuration';
import { DEVELOPMENT, startDevelopmentServer } from '../webpack/development-server';
import { remoteNames, root } from '../tools/folders';
import { listen, main, requireFreePort, startService, waitUntilReady } from '../tools/processes';
import { UserError } from '../tools/user-error';
import { paymentOrigins, ports, sandboxProbe, serviceEnvironment, usesSandbox } from '../tools/settings';

const tell = (line: string) => void process.stdout.write(`${line}\n`);

/** The shell's development server; remotes follow on the next ports. */
const firstPort = () => ports().site + 10;

main(async () => {
  const [remote] = process.argv.slice(2);
  if (remote) await developOne(remote);
  else await developAll();
});

/** Asks a part what it is, again after its list of routes has changed. */
async function describe(part: string): Promise<RemoteDescription> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', path.join(root, 'shell/release/describe-remote.ts'), part],
    { cwd: root },
  );
  return JSON.parse(stdout) as RemoteDescription;
}

function registered(part: string, base: string, { routes, menu }: RemoteDescription): RemoteRelease {
  return {
    name: part,
    version: DEVELOPMENT,
    entry: `${base}remote-entry.js`,
    globalName: globalName(part, DEVELOPMENT),
    integrity: '',
    unverified: true,
    slot: 'live',
    routes,
    menu,
  };
}

/** Serves one part and keeps its description up to date. */
async function serve(part: string, port: number, mode: 'development' | 'override', standalone: boolean) {
  const base = `http://localhost:${port}/${standalone ? 'remote/' : ''}`;
  let description = await describe(part);
  await startDevelopmentServer({
    part,
    port,
    mode,
    standalone,
    description: () => registered(part, base, description),
    onBuilt(seconds, changed, failed) {
      tell(failed ? `${part}: does not build\n${failed}` : `${part}: built in ${seconds.toFixed(2)} s`);
      if (!changed.some((file) => /(?:remote|routes)\.tsx$/.test(file))) return;
      describe(part).then(
        (next) => (description = next),
        (error: unknown) => tell(`${part}: ${error instanceof Error ? error.message : String(error)}`),
      );
    },
  });
  return {
    description: () => description,
    registered: () => registered(part, base, description),
    origin: base.slice(0, -1),
  };
}

async function developOne(part: string): Promise<void> {
  if (!remoteNames().includes(part)) {
    throw new UserError(`There is no remote "${part}"; there are ${remoteNames().join(', ')}.`);
  }
  const port = firstPort() + 1 + remoteNames().indexOf(part);
  await requireFreePort(port, `${part} alone`, 'PORT');
  await serve(part, port, 'override', true);
  tell(`\n${part} alone:                 http://localhost:${port}/`);
  tell(`${part} in a running shell:    <address of the shell>/?isa-override=http://localhost:${port}/`);
}

async function developAll(): Promise<void> {
  const { site, api, sandbox } = ports();
  await requireFreePort(site, 'the site', 'PORT');
  await requireFreePort(api, 'the API', 'API_PORT');
  if (usesSandbox()) await requireFreePort(sandbox, 'the payment sandbox', 'SANDBOX_PORT');

  const environment = serviceEnvironment(dataFolder);
  const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs');
  const start = (name: string, script: string, ...args: string[]) =>
    startService(
      name,
      [tsx, 'watch', '--clear-screen=false', '--conditions=source', path.join(root, script), ...args],
      environment,
      tell,
    );
  if (usesSandbox()) {
    await waitUntilReady(sandboxProbe(), start('The payment sandbox', 'api/paypal-sandbox/main.ts'));
  }
  const apiService = start('The API', 'api/src/main.ts', '--migrate', '--seed');

  tell('Drawing the pictures…');
  const staticFolder = path.join(dataFolder, 'development/public');
  await cp(path.join(root, 'shell/public'), staticFolder, { recursive: true });
  await drawStaticFiles(staticFolder);

  const shell = await serve('shell', firstPort(), 'development', false);
  const remotes = await Promise.all(
    remoteNames().map((name, index) => serve(name, firstPort() + 1 + index, 'development', false)),
  );
  const bareSite = (): BareSite => ({
    registry: {
      cdn: shell.origin,
      registry: {
        revision: 0,
        shell: { live: DEVELOPMENT },
        remotes: remotes.map((remote) => {
          const { name, ...release } = remote.registered();
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
      files: servesBarePages(staticFolder, bareSite),
      apiOrigin: `http://localhost:${api}`,
      scriptOrigins: [shell.origin, ...remotes.map(({ origin }) => origin), ...paymentOrigins()],
      overrides: true,
      development: true,
    }),
    site,
  );
  tell(`\nThe site, refreshed as you type:  http://localhost:${site}`);
}
