import type { HistoryEntry } from '../../../platform/formats/history';
import type { Registry } from '../../../platform/formats/registry';
import type { Keys } from '../../../platform/store/keys/local-keys';
import { prepareEntry, readHead, recordEntry } from '../../../platform/store/registry-history';
import type { Storage } from '../../../platform/store/storage/storage';

interface Store {
  readonly storage: Storage;
  readonly keys: Keys;
}

/** Adds entries that change the shop alone. */
export async function lengthenHistory({ storage, keys }: Store, entries: number): Promise<void> {
  for (let count = 0; count < entries; count += 1) {
    const head = await readHead(storage, keys);
    if (!head) throw new Error('The history has no entry yet.');
    const next = following(head.entry);
    const entry = await prepareEntry(keys, head, next, [changeOf(next)], { who: 'grace' });
    await recordEntry(storage, keys, entry);
  }
}

function following({ registry: { registry } }: HistoryEntry): Registry {
  return { ...registry, revision: registry.revision + 1 };
}

function changeOf({ remotes }: Registry): HistoryEntry['changes'][number] {
  const version = remotes.find(({ name }) => name === 'shop')?.live?.version ?? '';
  return { what: 'canary', app: 'shop', version, percent: 5 };
}

/** Counts the reads of a store. */
export function countingReads(storage: Storage): { readonly storage: Storage; readonly reads: () => number } {
  let reads = 0;
  const counted = <Arguments extends unknown[], Result>(call: (...values: Arguments) => Result) => {
    return (...values: Arguments): Result => {
      reads += 1;
      return call(...values);
    };
  };
  const { read, list, folders } = storage;
  return {
    storage: { ...storage, read: counted(read), list: counted(list), folders: counted(folders) },
    reads: () => reads,
  };
}
