import type { Registry } from '../formats/registry';
import { inParallel } from '../tools/in-parallel';
import { type Keys, ownKeys } from '../store/keys/keys';
import { type Head, readChain, readVerifiedRegistry } from '../store/registry-log';
import { partsInService } from '../store/registry-status';
import { RELEASE_FILE } from '../formats/release';
import { ownStorage } from '../store/storage/own';
import type { Storage } from '../store/storage/storage';

/** How long a tab may stay open and still find what it was opened with, in days. */
export const TAB_DAYS = 7;

const DAY_MS = 24 * 60 * 60 * 1000;

export interface PruneWish {
  readonly days?: number;
  readonly storage?: Storage;
  readonly keys?: Keys;
  readonly dryRun?: boolean;
  readonly now?: Date;
}

export interface Pruned {
  readonly kept: readonly { readonly part: string; readonly version: string; readonly why: string }[];
  readonly removed: readonly { readonly part: string; readonly version: string; readonly files: number }[];
}

/**
 * Removes the releases that nobody can need any more. What is in service stays, and so does what was in service or was
 * published in the last days: an open tab asks for the files that it was opened with.
 * @throws UserError when the registry or its history cannot be believed: then nothing is removed.
 */
export async function prune(wish: PruneWish = {}): Promise<Pruned> {
  const { days = TAB_DAYS, storage = ownStorage(), keys = ownKeys, dryRun = false, now = new Date() } = wish;
  const { registry } = await readVerifiedRegistry(storage, keys);
  const history = await readChain(storage, keys);
  const since = new Date(now.getTime() - days * DAY_MS);
  const inService = namesOf(registry);
  const opened = new Set(registriesSince(history, since).flatMap((one) => [...namesOf(one)]));

  const kept: Pruned['kept'][number][] = [];
  const removed: Pruned['removed'][number][] = [];
  const parts = new Set([
    'shell',
    ...history.flatMap(({ entry }) => entry.registry.registry.remotes.map(({ name }) => name)),
  ]);
  for (const part of parts) {
    for (const version of await storage.folders(`${part}/`)) {
      const name = `${part}@${version}`;
      const why = inService.has(name)
        ? 'in service'
        : opened.has(name)
          ? `was in service in the last ${days} days`
          : (await isYoung(storage, `${part}/${version}/`, since))
            ? `published in the last ${days} days`
            : undefined;
      if (why) kept.push({ part, version, why });
      else removed.push({ part, version, files: await remove(storage, part, version, dryRun) });
    }
  }
  return { kept, removed };
}

/**
 * Every registry that was in force at some time since then, by the author's clock or by the store's: one that goes
 * wrong must not take away what tabs still need.
 * @param history newest first.
 */
function registriesSince(history: readonly Head[], since: Date): readonly Registry[] {
  return history
    .filter((_entry, index) => {
      const successor = history[index - 1];
      return !successor || new Date(successor.entry.at) >= since || successor.stored >= since;
    })
    .map(({ entry }) => entry.registry.registry);
}

function namesOf(registry: Registry): ReadonlySet<string> {
  return new Set(partsInService(registry).map(({ part, version }) => `${part}@${version}`));
}

/** Whether it was published lately, or somebody is about to. */
async function isYoung(storage: Storage, prefix: string, since: Date): Promise<boolean> {
  const [first] = await storage.list(prefix);
  const stored = (await storage.read(prefix + RELEASE_FILE)) ?? (first && (await storage.read(first)));
  return Boolean(stored && stored.modified >= since);
}

/** What makes it a release goes first, so that one that is half removed is none. @returns how many files. */
async function remove(storage: Storage, part: string, version: string, dryRun: boolean): Promise<number> {
  const prefix = `${part}/${version}/`;
  const names = await storage.list(prefix);
  if (dryRun) return names.length;
  await storage.remove(prefix + RELEASE_FILE);
  await storage.remove(`checks/${part}/${version}.json`);
  await inParallel(names, (name) => storage.remove(name));
  return names.length;
}
