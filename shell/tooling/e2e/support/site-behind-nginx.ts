import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startNginx } from '../../../../api/testing/nginx';
import { freePort, stopService } from '../../../packages/node/processes';
import { storeFolder } from '../../../platform/store/locations';
import { startSiteProcess } from '../../testing/site/site-process';

export interface SiteBehindNginx {
  /** nginx's address. */
  readonly origin: string;
  readonly cdn: string;
  stop(): Promise<void>;
}

/**
 * Starts a whole site with nginx in front of it, as described in `shell/docs/operating.md`: browsers connect to nginx only. The
 * releases are those of the journeys' site.
 * @param port the port of the site process; its services get the next four.
 */
export async function startSiteBehindNginx(program: string, port: number): Promise<SiteBehindNginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-behind-nginx-'));
  const cdnPort = await freePort();
  const nginx = await startNginx(program, {
    site: [port],
    cdn: [port + 1],
    api: [port + 2],
    ops: port + 4,
    mediaFolder: path.join(folder, 'media'),
    cdnPort,
  });
  const origin = nginx.url.replace('127.0.0.1', 'localhost');
  const cdn = `http://localhost:${cdnPort}`;
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
