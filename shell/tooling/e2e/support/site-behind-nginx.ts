import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startNginxWith } from '../../../../api/testing/nginx-process';
import { freePort, stopService } from '../../../packages/node/processes';
import { nginxConfiguration } from '../../../platform/server/nginx/configuration';
import { storeFolder } from '../../../platform/store/locations';
import { startSiteProcess } from '../../testing/site/site-process';

export interface SiteBehindNginx {
  /** nginx's address. */
  readonly origin: string;
  readonly cdn: string;
  stop(): Promise<void>;
}

/**
 * Starts a whole site with nginx as site server and CDN, as described in `shell/docs/hosting.md`: browsers connect to
 * nginx only, which serves what the site process builds. The releases are those of the journeys' site.
 * @param port the port of the site process; its services get the next four.
 */
export async function startSiteBehindNginx(program: string, port: number): Promise<SiteBehindNginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-behind-nginx-'));
  const cdnPort = await freePort();
  const cdn = `http://localhost:${cdnPort}`;
  let origin = '';
  const nginx = await startNginxWith(program, async (instance) => {
    origin = `http://localhost:${instance.port}`;
    const configuration = await nginxConfiguration({
      siteOrigin: origin,
      cdnOrigin: cdn,
      siteFolder: path.join(folder, 'site'),
      storeFolder,
      servesStore: true,
      mediaFolder: path.join(folder, 'media'),
      api: [`127.0.0.1:${port + 2}`],
      forwarded: [{ origin: origin.replace('//', '//ops.'), address: `127.0.0.1:${port + 4}` }],
      operatorHeader: 'X-Forwarded-Email',
      paymentOrigins: [`http://localhost:${port + 3}`],
      accessLog: instance.accessLog,
    });
    // The listeners for IPv6 are removed, because some machines have none.
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
