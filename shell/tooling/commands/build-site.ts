import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pack, versionOf } from '../../platform/release/publish/pack';
import { publish } from '../../platform/release/publish/publish';
import { liveVersion } from '../../platform/release/registry/change-registry';
import { promoteTogether } from '../../platform/release/registry/changes';
import { siteOptions } from '../../platform/release/site-options';
import { readCurrentSite } from '../../platform/prerender/cache-invalidation';
import { prerenderSite } from '../../platform/prerender/prerender-site';
import { generateMissingKeys, localKeys, REGISTRY_OWNER } from '../../platform/store/keys/local-keys';
import { publishNewestRegistry, readHead } from '../../platform/store/registry-history';
import { lastChanges } from '../../platform/store/registry-status';
import { renewValidity } from '../../platform/store/registry-validity';
import { readVerifiedRelease } from '../../platform/store/releases';
import { folderStorage } from '../../platform/store/storage/folder';
import type { Storage } from '../../platform/store/storage/storage';
import { appNames } from '../../packages/node/folders';
import { inParallel } from '../../packages/node/in-parallel';
import { waitUntilReady } from '../../packages/node/processes';
import { packedFolder, storeFolder } from '../../platform/store/locations';

/** The author of these changes in the registry's history. */
const AUTHOR = 'npm start';

/**
 * Builds changed apps and, once the API responds, renders their pages and makes them live. An app that a person has
 * promoted or rolled back stays at that version until its sources change; a retired remote stays retired.
 */
export async function buildSite(log: (line: string) => void): Promise<void> {
  const storage = folderStorage(storeFolder);
  await generateMissingKeys([REGISTRY_OWNER]);
  await publishNewestRegistry(storage);
  await renewRegistry(storage);
  const head = await readHead(storage);
  const { retired = [] } = head?.entry.registry.registry ?? {};
  const isRetired = (app: string) => retired.some(({ name }) => name === app);
  for (const app of appNames().filter(isRetired)) {
    log(`${app} stays retired. To bring it back: npm run release -- promote ${app}@<version>`);
  }
  const { built, present } = await publishSources(
    appNames().filter((app) => !isRetired(app)),
    log,
  );
  const pinned = await releasedByHand(storage, present, log);
  const unpinned = Object.fromEntries(Object.entries(present).filter(([app]) => !pinned.includes(app)));
  const site = siteOptions();
  // The pages are rendered with the API's data.
  await waitUntilReady(`${site.apiOrigin}/api/health/ready`, { name: 'The API' });
  if (head && !(await readCurrentSite(site.site)).current) await prerenderSite({ storage, ...site });
  await promoteTogether(
    { ...unpinned, ...built },
    { storage, site, who: AUTHOR, why: 'built from the sources here' },
  );
}

/**
 * Builds the apps whose sources have changed into a store, by default this machine's, which needs no API.
 * @returns the versions of these sources by app: those built now, and those that the store had already.
 */
export async function publishSources(
  apps: readonly string[],
  log: (line: string) => void,
  storage: Storage = folderStorage(storeFolder),
) {
  await generateMissingKeys(apps);
  const built: Record<string, string> = {};
  const present: Record<string, string> = {};
  const changed: string[] = [];
  for (const app of apps) {
    const { version } = await versionOf(app);
    if (await readVerifiedRelease(storage, app, version)) present[app] = version;
    else changed.push(app);
  }
  if (changed.length > 0) log(`Building ${changed.join(', ')}…`);
  const started = Date.now();
  await inParallel(
    changed,
    async (app) => {
      const { version } = await pack({ app });
      await publish({ app, version, storage });
      await rm(path.join(packedFolder, app, version), { recursive: true });
      built[app] = version;
      log(`  ${app} built (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    },
    // Two builds run at once, because each keeps one core busy.
    2,
  );
  return { built, present };
}

/** Renews the registry, which expires while nothing runs. Where the key is elsewhere, it is renewed there. */
export async function renewRegistry(storage: Storage = folderStorage(storeFolder)): Promise<void> {
  const head = await readHead(storage);
  const isOurs = await localKeys.privateKey(REGISTRY_OWNER).then(
    () => true,
    () => false,
  );
  if (head && isOurs) await renewValidity(head.entry.revision, storage, localKeys);
}

/** The apps whose last change was made by a person: a start must not undo a rollback. */
async function releasedByHand(
  storage: Storage,
  present: Readonly<Record<string, string>>,
  log: (line: string) => void,
): Promise<readonly string[]> {
  const head = await readHead(storage);
  if (!head) return [];
  const changes = await lastChanges(Object.keys(present), storage);
  return Object.entries(present).flatMap(([app, version]) => {
    const live = liveVersion(head.entry.registry.registry, app);
    const last = changes.get(app);
    if (!live || !last || last.who === AUTHOR) return [];
    if (live !== version) {
      log(
        `${app} stays at ${live}, which ${last.who} has released. To release these sources: npm run release -- promote ${app}@${version}`,
      );
    }
    return [app];
  });
}
