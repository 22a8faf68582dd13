import { rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleRoles } from '../../../platform/release/bundle-roles';
import { environmentFor, type Role, startedLine } from '../../../platform/hosting/roles';
import { freePort, waitUntilReady } from '../../../packages/node/processes';
import { ignoreMissing } from '../../../packages/node/user-error';
import { PROCESS_FAULTS, clockOff, RestartableProcess } from '../restartable-process';
import { startChaosApi } from './chaos-api';
import { openMinimalStore } from './minimal-store';
import { pathOf } from './operations';
import { OLD_MS, OPS_TOKEN, type ReleaseSite, startTeams } from './teams';
import { SHARED_FOLDER } from '../../../platform/formats/release';
import { siteFolderAt } from '../../../platform/store/site-folder';

/**
 * Runs the roles of the site on one machine, with releases that are built in milliseconds: two site builders and two watchers,
 * of which one has a wrong clock, the operators' pages, and a process for each team. The store and the site are folders.
 */
export async function startChaosInstallation() {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const store = await openMinimalStore();
    stops.push(store.remove);
    const { storage, keys, published } = store;
    const at = (name: string) => path.join(store.folder, name);
    const ports = await Promise.all(Array.from({ length: 4 }, () => freePort()));
    const [apiPort = 0, sitePort = 0, cdnPort = 0, opsPort = 0] = ports;
    const apiOrigin = `http://localhost:${apiPort}`;
    const opsAddress = `http://127.0.0.1:${opsPort}`;
    const api = await startChaosApi(apiPort, published);
    stops.push(() => api.close());
    await store.fill(storage);

    const origin = `http://localhost:${sitePort}`;
    const environment: NodeJS.ProcessEnv = {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATA_FOLDER: store.folder,
      KEYS_FOLDER: store.keysFolder,
      STORE_FOLDER: at('store'),
      SITE_FOLDER: at('site'),
      PORT: String(sitePort),
      CDN_PORT: String(cdnPort),
      OPS_PORT: String(opsPort),
      SITE_ORIGIN: origin,
      API_ORIGIN: apiOrigin,
      OPS_ORIGIN: opsAddress,
      OPS_TOKEN,
    };
    const roles = path.join(await bundleRoles(), 'role.cjs');
    const startRole = async (role: Role, name: string, more: NodeJS.ProcessEnv = {}) => {
      const env = { ...environmentFor([role], environment), ...more, METRICS_PORT: String(await freePort()) };
      const args = ['--require', PROCESS_FAULTS, roles, role];
      const one = new RestartableProcess(name, env, (said) => said.includes(startedLine(role)), args);
      await one.start();
      stops.push(() => one.stop());
      return one;
    };
    const fullDisk = { FULL_DISK: at('full-disk') };
    const siteBuilders = [
      await startRole('prerender', 'site builder 1', fullDisk),
      await startRole('prerender', 'site builder 2', { ...fullDisk, ...clockOff(1) }),
    ] as const;
    await startRole('site', 'site');
    await waitUntilReady(origin + pathOf('shop'), { name: 'The site' });
    const watchers = [
      await startRole('watch', 'watcher 1'),
      await startRole('watch', 'watcher 2', clockOff(-1)),
    ] as const;
    const ops = await startRole('ops', 'ops');
    const site: ReleaseSite = {
      origin,
      opsAddress,
      storage,
      keys,
      options: {
        site: siteFolderAt(at('site')),
        siteFolder: at('site'),
        siteOrigin: origin,
        cdnOrigin: `http://localhost:${cdnPort}`,
        apiOrigin,
      },
      published,
      siteBuilders,
      teams: await startTeams(environment, stops),
      async age(app, version) {
        const then = new Date(Date.now() - OLD_MS);
        for (const name of [
          ...(await storage.list(`${app}/${version}/`)),
          ...(await storage.list(`${app}/${SHARED_FOLDER}/`)),
        ])
          // A prune may remove it meanwhile.
          await utimes(at(path.join('store', name)), then, then).catch(ignoreMissing);
      },
      deployApi: () => api.deploy(),
    };
    return {
      site,
      api,
      watchers,
      ops,
      fillDisk: (isFull: boolean) =>
        isFull ? writeFile(fullDisk.FULL_DISK, '') : rm(fullDisk.FULL_DISK, { force: true }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
