import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../tools/processes';
import { startNginxWith } from '../../../api/testing/nginx-process';
import { stopService } from '../../tools/processes';
import { nginxConfiguration } from '../../server/nginx/configuration';
import { storeFolder } from '../../tools/locations';
import { startSiteProcess } from '../../testing/site/site-process';

export interface SiteBehindNginx {
  /** nginx's address. */
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
  const service = await startSiteProcess({
    port,
    dataFolder: folder,
    storeFolder,
    builds: false,
    environment: { SITE_ORIGIN: origin, CDN_ORIGIN: cdn, VIDEO_DELIVERY: 'nginx' },
  }).catch(async (error: unknown) => {
    await nginx.stop();
    throw error;
  });
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
