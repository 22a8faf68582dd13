import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { prune } from './prune';
import { promoteRelease, promoteTogether, rollbackApp } from './registry/changes';
import { readHistory } from '../store/registry-history';
import type { Storage } from '../store/storage/storage';
import { testStore } from '../testing/release/test-store';

// Many small files, and for some tests a compiler or another process.
jest.setTimeout(60_000);

type TestStore = Awaited<ReturnType<typeof testStore>>;

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
  await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'] });
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']) {
    await store.release({ app: 'shop', version });
  }
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...store, who: 'ada' });
  const forced = { ...store, force: true, why: 'a test', who: 'ada' };
  for (const version of ['1.1.0', '1.2.0']) await promoteRelease({ app: 'shop', version, ...forced });
  await rollbackApp({ app: 'shop', ...forced });
  await promoteRelease({ app: 'shop', version: '1.3.0', percent: 5, ...forced });
});
afterEach(() => store.remove());

const day = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * day);
const versionsLeft = () => store.storage.folders('shop/');

it('retains every release that an open tab may need', async () => {
  const { removed } = await prune({ ...store, now: inDays(6) });
  expect(removed).toEqual([]);
});

it('retains live, previous and canary releases', async () => {
  const { removed } = await prune({ ...store, now: inDays(8) });
  expect(removed.map(({ version }) => version)).toEqual(['1.2.0', '1.4.0']);
  expect(await versionsLeft()).toEqual(['1.0.0', '1.1.0', '1.3.0']);
});

it('retains recently published releases and removes old incomplete ones', async () => {
  await store.storage.create('shop/0.9.0/a.js', Buffer.from('half'));
  const file = path.join(store.folder, 'store/shop/1.4.0/release.json');
  await utimes(file, inDays(5), inDays(5));
  const { kept, removed } = await prune({ ...store, now: inDays(8) });
  expect(removed.map(({ version }) => version)).toEqual(['0.9.0', '1.2.0']);
  expect(kept).toContainEqual({ part: 'shop', version: '1.4.0', why: 'published in the last 7 days' });
});

it('ignores a wrong clock of the author of a change', async () => {
  jest.useFakeTimers({
    now: inDays(-30),
    doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'],
  });
  const forced = { ...store, force: true, why: 'a wrong clock', who: 'bob' };
  await promoteRelease({ app: 'shop', version: '1.3.0', ...forced });
  await promoteRelease({ app: 'shop', version: '1.4.0', ...forced });
  jest.useRealTimers();
  const [entry] = await readHistory(store.storage, store.keys);
  expect(new Date(entry?.at ?? '').getTime()).toBeLessThan(inDays(-29).getTime());
  // 1.1.0 was live until a moment ago, whatever the time in the entry that replaced it.
  const longAgo = inDays(-20);
  for (const version of await versionsLeft()) {
    await utimes(path.join(store.folder, `store/shop/${version}/release.json`), longAgo, longAgo);
  }
  const { removed } = await prune(store);
  expect(removed).toEqual([]);
});

it('retains a release that is promoted while it is about to be removed', async () => {
  const forced = { ...store, force: true, why: 'a test', who: 'ada' };
  const storage: Storage = {
    ...store.storage,
    async list(prefix) {
      const names = await store.storage.list(prefix);
      if (prefix === 'shop/1.4.0/') await promoteRelease({ app: 'shop', version: '1.4.0', ...forced });
      return names;
    },
  };
  const before = await store.storage.list('shop/1.4.0/');
  const { kept } = await prune({ ...store, storage, now: inDays(8) });
  expect(kept).toContainEqual({ part: 'shop', version: '1.4.0', why: 'has come into service' });
  expect(await store.storage.list('shop/1.4.0/')).toEqual(before);
});

it('only lists the releases in a dry run', async () => {
  const { removed } = await prune({ ...store, now: inDays(8), dryRun: true });
  expect(removed).toHaveLength(2);
  expect(await versionsLeft()).toHaveLength(5);
});

it('removes nothing while the registry cannot be verified', async () => {
  await store.storage.remove('registry.json');
  await expect(prune({ ...store, now: inDays(99) })).rejects.toThrow('Nothing is live yet');
  expect(await versionsLeft()).toHaveLength(5);
});
