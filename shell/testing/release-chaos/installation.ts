import { createServer } from 'node:http';
import { rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleRoles } from '../../commands/bundle-roles';
import { environmentFor, type Role, startedLine } from '../../hosting/roles';
import { servedReleasesReader } from '../../store/served-releases';
import { bucketStorage } from '../../store/storage/bucket';
import { publish } from '../../kit/pack/publish';
import { promoteTogether } from '../../release/registry/changes';
import { edgeFunction } from '../../server/edge/function';
import { root } from '../../tools/folders';
import { freePort, listen, waitUntilReady } from '../../tools/processes';
import { send, startBucketServer } from '../release/bucket-server';
import { testStore } from '../release/test-store';
import { startEdgeCdn } from '../site/edge-cdn';
import { testScript } from '../test-script';
import { startChaosApi } from './chaos-api';
import { ChaosProcess } from './chaos-process';
import { releaseOf } from './operations';

export type StoreKind = 'folder' | 'bucket';

/** The remotes, each of which has a team. */
export const REMOTES = ['shop', 'learning', 'marketing'] as const;

export const WRONG_CLOCK_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

export type ChaosInstallation = Awaited<ReturnType<typeof startChaosInstallation>>;

/**
 * Runs the roles of the site with releases that are built in milliseconds: two site builders and two watchers, of which one has a
 * wrong clock, the operators' pages, and a process for each team. The store and the site are folders, or in a bucket.
 */
export async function startChaosInstallation(kind: StoreKind) {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const store = await testStore();
    stops.push(store.remove);
    await store.saveKeys();
    const at = (name: string) => path.join(store.folder, name);
    const published = new Set<string>();
    const ports = await Promise.all(Array.from({ length: 4 }, () => freePort()));
    const [apiPort = 0, sitePort = 0, cdnPort = 0, opsPort = 0] = ports;
    const apiOrigin = `http://localhost:${apiPort}`;
    const cdnOrigin = `http://localhost:${cdnPort}`;
    const opsOrigin = `http://127.0.0.1:${opsPort}`;
    const api = await startChaosApi(apiPort, published);
    stops.push(() => api.close());

    let bucket: Awaited<ReturnType<typeof startBucketServer>> | undefined;
    let origin = `http://localhost:${sitePort}`;
    let storeVariables: Readonly<Record<string, string>> = {
      STORE_FOLDER: at('store'),
      STORE_ADDRESS: at('store'),
    };
    let storage = store.storage;
    if (kind === 'bucket') {
      const server = await startBucketServer('', 1_000);
      bucket = server;
      stops.push(() => server.close());
      const [STORE_URL, SITE_URL] = ['s3://releases/store', 's3://releases/site'];
      storeVariables = { ...server.environment, STORE_URL, SITE_URL, STORE_ADDRESS: STORE_URL };
      storage = bucketStorage(STORE_URL, server.environment);
      const cdn = createServer((request, response) =>
        send(response, server.objects.get(`store${request.url}`), request.headers),
      );
      await listen(cdn, cdnPort);
      stops.push(() => (cdn.closeAllConnections(), cdn.close()));
      const site = await startEdgeCdn(
        await edgeFunction({ bucket: `${server.url}site/`, headers: { usual: {}, checkout: {} } }),
        apiOrigin,
      );
      stops.push(() => site.stop());
      origin = site.origin.replace('127.0.0.1', 'localhost');
    }

    const environment: NodeJS.ProcessEnv = {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      // No browser is started, because minimal releases show nothing in one.
      CHROMIUM_PATH: '',
      DATA_FOLDER: store.folder,
      KEYS_FOLDER: at('keys'),
      PORT: String(sitePort),
      CDN_PORT: String(cdnPort),
      OPS_PORT: String(opsPort),
      SITE_ORIGIN: origin,
      CDN_ORIGIN: cdnOrigin,
      API_ORIGIN: apiOrigin,
      OPS_ORIGIN: opsOrigin,
      OPS_READ_TOKEN: 'the-telemetry-of-a-chaos-run-and-nothing-else',
      OPS_SSO_PROXIES: '127.0.0.1',
      ...storeVariables,
    };
    const release = async (app: string, version: string) => {
      await store.pack(releaseOf(app, version));
      await publish({ app, version, from: store.packed, storage, keys: store.keys });
      published.add(`${app}@${version}`);
    };
    for (const version of ['1.0.0', '2.0.0']) await release('shell', version);
    const author = { storage, keys: store.keys, who: 'the first start' };
    for (const version of ['1.0.0', '1.1.0']) {
      for (const app of REMOTES) await release(app, version);
      const remotes = Object.fromEntries(REMOTES.map((app) => [app, version]));
      await promoteTogether({ shell: version === '1.0.0' ? version : '2.0.0', ...remotes }, author);
    }

    const roles = path.join(await bundleRoles(), 'role.cjs');
    const bend = path.join(root, 'shell/testing/release-chaos/bend-process.cjs');
    const startRole = async (role: Role, name: string, more: NodeJS.ProcessEnv = {}) => {
      const env = { ...environmentFor([role], environment), ...more, METRICS_PORT: String(await freePort()) };
      const args = ['--require', bend, roles, role];
      const one = await ChaosProcess.start(name, args, env, (said) => said.includes(startedLine(role)));
      stops.push(() => one.stop());
      return one;
    };
    const fullDisk = at('full-disk');
    const ahead = { CLOCK_OFFSET_MS: String(WRONG_CLOCK_MS) };
    const behind = { CLOCK_OFFSET_MS: String(-WRONG_CLOCK_MS) };
    const siteBuilder = (number: number, more = {}) => {
      // Site builders of a bucket are on two machines.
      const SITE_FOLDER = at(kind === 'bucket' ? `site-builder-${number}` : 'site');
      return startRole('compose', `site builder ${number}`, { SITE_FOLDER, FULL_DISK: fullDisk, ...more });
    };
    const siteBuilders = [await siteBuilder(1), await siteBuilder(2, ahead)] as const;
    if (kind === 'folder') await startRole('site', 'site', { SITE_FOLDER: at('site') });
    await waitUntilReady(`${origin}/shop`, { name: 'The site' });
    const watchers = [
      await startRole('watch', 'watcher 1'),
      await startRole('watch', 'watcher 2', behind),
    ] as const;
    const ops = await startRole('ops', 'ops');
    const script = await testScript('shell/testing/release-chaos/team.ts');
    const teams = await Promise.all(
      REMOTES.map(async (app) => {
        const clock = app === 'marketing' ? ahead : {};
        const team = await ChaosProcess.start(
          `team ${app}`,
          ['--require', bend, script],
          { ...environment, ...clock, NODE_CHANNEL_FD: undefined },
          (said) => said === 'ready',
        );
        stops.push(() => team.stop());
        return [app, team] as const;
      }),
    );
    return {
      origin,
      opsOrigin,
      storage,
      keys: store.keys,
      published,
      api,
      bucket,
      siteBuilders,
      watchers,
      ops,
      teams: new Map<string, ChaosProcess>(teams),
      /** Every process that may be killed. */
      all: [...siteBuilders, ...watchers, ops, ...teams.map(([, team]) => team)],
      readServed: servedReleasesReader(origin),
      fillDisk: (isFull: boolean) => (isFull ? writeFile(fullDisk, '') : rm(fullDisk, { force: true })),
      /**
       * Makes a release look as if it had been published eight days ago, and the site's objects as of two hours
       * ago.
       */
      async age(app: string, version: string): Promise<void> {
        const prefix = `${app}/${version}/`;
        if (bucket) {
          for (const [key, object] of bucket.objects) {
            const age = key.startsWith(`store/${prefix}`)
              ? 8 * DAY_MS
              : key.startsWith('site/')
                ? DAY_MS / 12
                : 0;
            const modified = new Date(Date.parse(object.modified) - age).toUTCString();
            if (age > 0 && key !== 'site/current.json') bucket.objects.set(key, { ...object, modified });
          }
          return;
        }
        const then = new Date(Date.now() - 8 * DAY_MS);
        for (const name of await store.storage.list(prefix))
          await utimes(at(path.join('store', name)), then, then);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
