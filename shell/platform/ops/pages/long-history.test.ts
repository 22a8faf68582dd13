import { promoteTogether, rollbackApp } from '../../release/registry/changes';
import { readHistory } from '../../store/registry-history';
import { status } from '../../store/registry-status';
import type { StoreAccess } from '../../store/releases';
import { countingReads, lengthenHistory } from '../../../tooling/testing/release/long-history';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { readOverview } from './release-overview';

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
  for (const app of ['shell', 'shop', 'learning']) {
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await store.release({ app, version });
  }
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    await promoteTogether({ shell: version, learning: version, shop: version }, { ...store, who: 'ada' });
  }
});

const sources = { telemetry: async () => [], readServed: async () => undefined };
const actions: Readonly<Record<string, (access: StoreAccess) => Promise<unknown>>> = {
  status: ({ storage, keys }) => status(storage, keys),
  'the page of releases': (access) => readOverview(access, sources, 60),
  'the history of an app': ({ storage, keys }) => readHistory(storage, keys, 2, 'learning'),
  'a rollback': (access) => rollbackApp({ ...access, app: 'learning', who: 'ada', dryRun: true }),
};

async function readsOfEach(): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const [name, action] of Object.entries(actions)) {
    const { storage, reads } = countingReads(store.storage);
    await action({ storage, keys: store.keys });
    counts[name] = reads();
  }
  return counts;
}

it('a history that grows makes status, pages and rollbacks read no more of the store', async () => {
  // The history becomes longer than the page shows.
  await lengthenHistory(store, 31);
  const before = await readsOfEach();
  await lengthenHistory(store, 30);
  expect(await readsOfEach()).toEqual(before);
});

it('notices an altered entry that only an app’s own changes lead to', async () => {
  await lengthenHistory(store, 5);
  const name = 'history/00000003.json';
  const stored = await store.storage.read(name);
  const text = String(stored?.bytes).replace('"ada"', '"eve"');
  await store.storage.replace(name, Buffer.from(text), stored?.tag);
  await expect(status(store.storage, store.keys)).rejects.toThrow(`${name} is refused`);
  await store.storage.remove(name);
  await expect(status(store.storage, store.keys)).rejects.toThrow('was altered before its revision');
});
