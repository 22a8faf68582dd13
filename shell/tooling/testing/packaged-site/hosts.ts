import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type RunningProxy, startBalancer } from '../../../../api/testing/cluster/haproxy';
import { nginxProgram, type RunningNginx, startNginx } from '../../../../api/testing/nginx';
import { createCdnServer } from '../../../platform/server/cdn-server';
import { edgeFunction } from '../../../platform/server/edge/function';
import { securityHeaders } from '../../../platform/server/security-headers';
import type { OpenFile } from '../../../platform/server/site-handler';
import { bucketStorage } from '../../../platform/store/storage/bucket';
import { folderStorage } from '../../../platform/store/storage/folder';
import type { Storage } from '../../../platform/store/storage/storage';
import { freePort, listen } from '../../../packages/node/processes';
import { UserError } from '../../../packages/node/user-error';
import { startBucketServer } from '../release/bucket-server';
import { startEdgeCdn } from '../site/edge-cdn';

/** Where visitors and operators arrive, and where store and site are. */
export interface Hosts {
  readonly origin: string;
  readonly opsOrigin: string;
  /** The store as operators reach it. */
  readonly storage: Storage;
  /** Variables of the roles, of which each gets what it may hold. */
  readonly environment: Readonly<Record<'SITE_ORIGIN' | 'CDN_ORIGIN' | 'API_ORIGIN' | 'OPS_ORIGIN', string>> &
    Readonly<Record<string, string>>;
  readonly nginx: readonly [RunningNginx, ...RunningNginx[]];
  /** The store and the site, unless they are folders. */
  readonly bucket?: RunningBucket;
  /** Leads to several nginx. */
  readonly balancer?: RunningProxy;
}

export type RunningBucket = Awaited<ReturnType<typeof startBucketServer>>;

interface Options {
  readonly folder: string;
  readonly webPorts: readonly number[];
  readonly opsPort: number;
  /** The ports of each process of the role site, for pages and for releases. */
  readonly sitePorts: readonly (readonly [site: number, cdn: number])[];
  readonly paymentOrigins: readonly string[];
  /** Gets what ends its parts. */
  readonly stops: (() => unknown)[];
}

/** One machine: nginx in front of the roles, which have site, store and recordings in folders. */
export async function startOneMachine(options: Options): Promise<Hosts> {
  const { folder } = options;
  const store = path.join(folder, 'store');
  const cdnPort = await freePort();
  const cdnOrigin = `http://localhost:${cdnPort}`;
  const nginx = await startMachine(options, cdnPort);
  const origin = `http://localhost:${new URL(nginx.url).port}`;
  const opsOrigin = opsOf(origin);
  return {
    origin,
    opsOrigin,
    storage: folderStorage(store),
    environment: {
      SITE_ORIGIN: origin,
      CDN_ORIGIN: cdnOrigin,
      API_ORIGIN: origin,
      OPS_ORIGIN: opsOrigin,
      STORE_FOLDER: store,
    },
    nginx: [nginx],
  };
}

/**
 * Several machines: store and site in a bucket, a CDN that runs the function for each request of a page, and two nginx
 * behind HAProxy for the API and the operators' pages.
 */
export async function startSeveralMachines(options: Options): Promise<Hosts> {
  const { stops, paymentOrigins } = options;
  const bucket = await startBucketServer('', 1_000);
  stops.push(() => bucket.close());
  const cdn = createCdnServer(objectsOf(bucket, 'store'));
  const cdnPort = await freePort();
  await listen(cdn, cdnPort);
  stops.push(() => (cdn.closeAllConnections(), cdn.close()));
  const cdnOrigin = `http://localhost:${cdnPort}`;

  const nginx = [await startMachine(options), await startMachine(options)] as const;
  const balancer = await startBalancer(
    nginx.map(({ url }, index) => ({ name: `nginx-${index + 1}`, port: Number(new URL(url).port) })),
  );
  stops.push(() => balancer.stop());
  const apiOrigin = `http://localhost:${balancer.port}`;

  const headers = securityHeaders({ scriptOrigins: [cdnOrigin], paymentOrigins });
  const site = await startEdgeCdn(
    await edgeFunction({ bucket: `${bucket.url}site/`, headers }),
    `http://127.0.0.1:${balancer.port}`,
  );
  stops.push(() => site.stop());
  const origin = site.origin.replace('127.0.0.1', 'localhost');
  const [STORE_URL, SITE_URL] = ['s3://releases/store', 's3://releases/site'];
  const opsOrigin = opsOf(apiOrigin);
  return {
    origin,
    opsOrigin,
    storage: bucketStorage(STORE_URL, bucket.environment),
    environment: {
      SITE_ORIGIN: origin,
      CDN_ORIGIN: cdnOrigin,
      API_ORIGIN: apiOrigin,
      OPS_ORIGIN: opsOrigin,
      STORE_URL,
      SITE_URL,
      ...bucket.environment,
    },
    nginx,
    bucket,
    balancer,
  };
}

const opsOf = (origin: string) => origin.replace('//', '//ops.');

async function startMachine(
  { folder, webPorts, opsPort, sitePorts, stops }: Options,
  cdnPort?: number,
): Promise<RunningNginx> {
  if (!nginxProgram) throw new UserError('This needs nginx-light.');
  const mediaFolder = path.join(folder, 'media');
  await mkdir(mediaFolder, { recursive: true });
  const ports = {
    site: sitePorts.map(([site]) => site),
    cdn: sitePorts.map(([, cdn]) => cdn),
    api: webPorts,
    ops: opsPort,
  };
  const nginx = await startNginx(nginxProgram, { ...ports, mediaFolder, ...(cdnPort && { cdnPort }) });
  stops.push(() => nginx.stop());
  return nginx;
}

/** The objects below a prefix, as a CDN reads them. */
function objectsOf({ objects }: RunningBucket, prefix: string): OpenFile {
  return async (name) => {
    const object = objects.get(`${prefix}/${name}`);
    return (
      object && {
        read: async () => ({ status: 200, headers: object.headers, body: new Uint8Array(object.bytes) }),
      }
    );
  };
}
