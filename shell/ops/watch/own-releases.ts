import { abortCanary, type Place } from '../../release/registry/changes';
import { readHistory, readVerifiedRegistry } from '../../store/registry-log';
import { ownStorage } from '../../store/storage/own';
import type { WatchedReleases } from './watcher';

/** Who aborts a canary when nobody does it by hand: so it stands in the history. */
const WATCHER = 'the watcher';
/** Enough to find the beginning of a canary; an older one counts from here on. */
const ENTRIES = 200;

/** The releases of this machine's store, or another's, for the watcher. */
export function ownReleases({ storage = ownStorage(), keys }: Place = {}): WatchedReleases {
  const place: Place = { storage, ...(keys && { keys }) };
  return {
    registry: async () => (await readVerifiedRegistry(storage, keys)).registry,
    history: () => readHistory(storage, keys, ENTRIES),
    async abort(part, version, why) {
      await abortCanary({ ...place, part, ifCanary: version, who: WATCHER, why });
    },
  };
}
