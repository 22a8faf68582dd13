import type { Registry } from '../formats/registry';
import { RELEASE_FILE } from '../formats/release';
import { type StoredEntry, readChain, readVerifiedRegistry } from '../store/registry-history';
import { removeDeltas } from '../store/delta';
import { beginRemoval, endRemoval } from '../store/release-uses';
import { pruneDeltas } from '../store/release-deltas';
import { releasesInService } from '../store/registry-status';
import { type StoreAccess, storeOf } from '../store/releases';
import { pruneSharedFiles, versionsOf } from '../store/shared-files';
import { InvalidName } from '../store/storage/names';
import type { Storage } from '../store/storage/storage';
import { inParallel } from '../../packages/node/in-parallel';

/** How long an open tab can still load the files of its releases, in days. */
export const TAB_DAYS = 7;

const DAY_MS = 24 * 60 * 60 * 1000;
/** A publish takes less time from its use of a shared file to `release.json`. */
const PUBLISH_MS = 60 * 60 * 1000;

export interface PruneOptions extends StoreAccess {
  readonly days?: number;
  readonly dryRun?: boolean;
  readonly now?: Date;
}

export interface Pruned {
  readonly kept: readonly { readonly app: string; readonly version: string; readonly why: string }[];
  readonly removed: readonly { readonly app: string; readonly version: string; readonly files: number }[];
  /** How many files were removed that releases shared. */
  readonly sharedFiles: number;
}

/**
 * Removes releases that were neither in service nor published in the last days, which open tabs may need, with
 * their deltas and the files that they shared with no other.
 * @throws UserError when the registry or its history cannot be verified; then nothing is removed.
 */
export async function prune(options: PruneOptions = {}): Promise<Pruned> {
  const { days = TAB_DAYS, dryRun = false, now = new Date() } = options;
  const { storage, keys } = storeOf(options);
  const { registry } = await readVerifiedRegistry(storage, keys);
  const history = await readChain(storage, keys);
  const since = new Date(now.getTime() - days * DAY_MS);
  const inService = namesOf(registry);
  const inServiceSince = new Set(registriesSince(history, since).flatMap((one) => [...namesOf(one)]));

  const kept: Pruned['kept'][number][] = [];
  const removed: Pruned['removed'][number][] = [];
  let sharedFiles = 0;
  const apps = new Set([
    'shell',
    ...history.flatMap(({ entry }) => entry.registry.registry.remotes.map(({ name }) => name)),
  ]);
  /** Removes `release.json` first. @returns the number of files; `undefined` if it is in service. */
  async function remove(app: string, version: string): Promise<number | undefined> {
    const prefix = `${app}/${version}/`;
    const names = await storage.list(prefix);
    if (dryRun) return names.length;
    if (!(await beginRemoval({ app, version }, now, storage))) return undefined;
    // By a clock that is ahead, a use looks so old that its promotion must have ended: then the registry names it.
    if (namesOf((await readVerifiedRegistry(storage, keys)).registry).has(`${app}@${version}`)) {
      await endRemoval({ app, version }, storage);
      return undefined;
    }
    await storage.remove(prefix + RELEASE_FILE);
    await endRemoval({ app, version }, storage);
    for (const kind of ['', '.quick']) await storage.remove(`checks/${app}/${version}${kind}.json`);
    await removeDeltas(storage, app, names);
    await inParallel(names, (name) => storage.remove(name));
    return names.length;
  }
  async function pruneRelease(app: string, version: string): Promise<void> {
    const name = `${app}@${version}`;
    const why = inService.has(name)
      ? 'in service'
      : inServiceSince.has(name)
        ? `was in service in the last ${days} days`
        : (await wasStoredSince(storage, `${app}/${version}/`, since))
          ? `published in the last ${days} days`
          : undefined;
    if (why) return void kept.push({ app, version, why });
    const files = await remove(app, version);
    if (files === undefined) kept.push({ app, version, why: 'has come into service' });
    else removed.push({ app, version, files });
  }
  for (const app of apps) {
    /** What a team wrote under invalid names must not stop the others. */
    const retain = (version: string) => (error: unknown) => {
      if (!(error instanceof InvalidName)) throw error;
      kept.push({ app, version, why: error.message });
    };
    const versions = await versionsOf(storage, app).catch(retain('*'));
    for (const version of versions ?? []) await pruneRelease(app, version).catch(retain(version));
    const unusedSince = new Date(Math.min(since.getTime(), now.getTime() - PUBLISH_MS));
    const pruned = removed.filter((release) => release.app === app).map(({ version }) => version);
    const shared = { since: unusedSince, dryRun, pruned };
    sharedFiles += (await pruneSharedFiles(storage, app, shared).catch(retain('*'))) ?? 0;
    if (!dryRun) await pruneDeltas(storage, app, retain('*')).catch(retain('*'));
  }
  return { kept, removed, sharedFiles };
}

/** By the author's or the store's clock, as one of them may be wrong. @param history newest first. */
function registriesSince(history: readonly StoredEntry[], since: Date): readonly Registry[] {
  return history
    .filter((_entry, index) => {
      const successor = history[index - 1];
      return !successor || new Date(successor.entry.at) >= since || successor.stored >= since;
    })
    .map(({ entry }) => entry.registry.registry);
}

function namesOf(registry: Registry): ReadonlySet<string> {
  return new Set(releasesInService(registry).map(({ app, version }) => `${app}@${version}`));
}

/** Whether a release was published since then, or its publish is under way. */
async function wasStoredSince(storage: Storage, prefix: string, since: Date): Promise<boolean> {
  const [first] = await storage.list(prefix);
  const stored = (await storage.read(prefix + RELEASE_FILE)) ?? (first && (await storage.read(first)));
  return Boolean(stored && stored.modified >= since);
}
