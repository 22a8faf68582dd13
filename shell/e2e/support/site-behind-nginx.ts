import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../api/testing/free-port';
import { startNginxWith } from '../../../api/testing/nginx-process';
import { startService, stopService, waitUntilReady } from '../../commands/processes';
import { nginxConfiguration } from '../../nginx/configuration';
import { keysFolder, storeFolder } from '../../release/locations';
import { root } from '../../webpack/folders';

export interface SiteBehindNginx {
  /** nginx's own address. */
  readonly origin: string;
  readonly cdn: string;
  stop(): Promise<void>;
}

/**
 * Starts the whole site with nginx as its site and its CDN, as `shell/docs/hosting.md` says: visitors talk to nginx
 * alone, and the site process composes what nginx serves. The releases are those of the journeys' own site.
 * @param port the site process' port; its services have the three after it.
 */
export async function startSiteBehindNginx(program: string, port: number): Promise<SiteBehindNginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-behind-nginx-'));
  const cdnPort = await freePort();
  const cdn = `http://localhost:${cdnPort}`;
  const address = `http://localhost:${port}`;
  let origin = '';
  const nginx = await startNginxWith(program, async (place) => {
    origin = `http://localhost:${place.port}`;
    const configuration = await nginxConfiguration({
      siteOrigin: origin,
      cdnOrigin: cdn,
      siteFolder: path.join(folder, 'site'),
      storeFolder,
      servesStore: true,
      mediaFolder: path.join(folder, 'media'),
      api: `127.0.0.1:${port + 2}`,
      ops: `127.0.0.1:${port}`,
      paymentOrigins: [`http://localhost:${port + 3}`],
      accessLog: place.accessLog,
    });
    // Some machines have no IPv6.
    return configuration.replaceAll(/listen \[::\]:\d+;/g, '');
  });
  const service = startService(
    'The site',
    ['--conditions=source', '--import', 'tsx', path.join(root, 'shell/commands/start.ts'), '--no-build'],
    {
      PORT: String(port),
      CDN_PORT: String(port + 1),
      API_PORT: String(port + 2),
      SANDBOX_PORT: String(port + 3),
      SITE_ORIGIN: origin,
      CDN_ORIGIN: cdn,
      VIDEO_DELIVERY: 'nginx',
      DATA_FOLDER: folder,
      STORE_FOLDER: storeFolder,
      KEYS_FOLDER: keysFolder,
      DATABASE_URL: '',
    },
    (line) => process.env.DEBUG_SITE && process.stdout.write(`${line}\n`),
  );
  await waitUntilReady(`${address}/`, service, 180_000);
  return {
    origin,
    cdn,
    async stop() {
      await nginx.stop();
      await stopService(service);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
