import { setTimeout as delay } from 'node:timers/promises';
import { rollbackApp } from '../release/registry/changes';
import { readOverview } from '../ops/pages/release-overview';
import { readHistory } from '../store/registry-history';
import { status } from '../store/registry-status';
import type { Storage } from '../store/storage/storage';
import { countingReads, lengthenHistory } from '../testing/release/long-history';
import { testStore } from '../testing/release/test-store';
import { promoteTogether } from '../release/registry/changes';
import { main } from '../tools/processes';

const LENGTHS = [10, 5_000];
/** The time of a request, in milliseconds; a bucket in the same region answers as fast. */
const REQUEST_MS = 20;

/** Measures operators' waits with a long history of the registry in a store like a bucket. */
main(async () => {
  const files = await testStore();
  const { keys } = files;
  for (const app of ['shell', 'shop', 'learning']) {
    for (const version of ['1.0.0', '1.1.0']) await files.release({ app, version });
  }
  const memory = await copied(files.storage);
  for (const version of ['1.0.0', '1.1.0']) {
    const access = { storage: memory, keys, who: 'a bench' };
    await promoteTogether({ shell: version, learning: version, shop: version }, access);
  }
  await files.remove();
  const sources = { telemetry: async () => [], readServed: async () => undefined };
  const actions = {
    status: (storage: Storage) => status(storage, keys),
    rollback: (storage: Storage) =>
      rollbackApp({ storage, keys, app: 'learning', who: 'a bench', dryRun: true }),
    '/ops/releases': (storage: Storage) => readOverview({ storage, keys }, sources, 60),
    'history of an app': (storage: Storage) => readHistory(storage, keys, 20, 'learning'),
  };
  const rows: Record<string, Record<string, number>> = {};
  let length = 2;
  for (const wanted of LENGTHS) {
    await lengthenHistory({ storage: memory, keys }, wanted - length);
    length = wanted;
    for (const [name, action] of Object.entries(actions)) {
      const { storage, reads } = countingReads(memory);
      const started = performance.now();
      await action(slow(storage));
      const ms = Math.round(performance.now() - started);
      rows[name] = { ...rows[name], [`${length} entries: reads`]: reads(), [`${length} entries: ms`]: ms };
    }
  }
  console.table(rows);
});

function slow(storage: Storage): Storage {
  return {
    ...storage,
    read: async (name) => {
      await delay(REQUEST_MS);
      return storage.read(name);
    },
    list: async (prefix) => {
      await delay(REQUEST_MS);
      return storage.list(prefix);
    },
    folders: async (prefix) => {
      await delay(REQUEST_MS);
      return storage.folders(prefix);
    },
  };
}

/** A store in memory, which writes a long history in seconds. */
async function copied(from: Storage): Promise<Storage> {
  const files = new Map<string, { readonly bytes: Buffer; readonly tag: string; readonly modified: Date }>();
  let writes = 0;
  const write = (name: string, bytes: Buffer) => {
    files.set(name, { bytes, tag: String((writes += 1)), modified: new Date() });
    return true;
  };
  for (const name of await from.list('')) write(name, (await from.read(name))?.bytes ?? Buffer.of());
  const names = (prefix: string) => [...files.keys()].filter((name) => name.startsWith(prefix)).sort();
  return {
    address: 'memory',
    read: async (name) => files.get(name),
    create: async (name, bytes) => !files.has(name) && write(name, bytes),
    replace: async (name, bytes, tag) => files.get(name)?.tag === tag && write(name, bytes),
    remove: async (name) => void files.delete(name),
    list: async (prefix) => names(prefix),
    folders: async (prefix) => [
      ...new Set(names(prefix).map((name) => name.slice(prefix.length).split('/')[0] ?? '')),
    ],
  };
}
