import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Storage } from '../store/storage/storage';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { prune } from './prune';
import { promoteTogether } from './registry/changes';

const DAY_MS = 24 * 60 * 60 * 1000;

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
  await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'] });
  for (const version of ['1.0.0', '1.1.0']) await store.release({ app: 'shop', version });
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...store, who: 'ada' });
});

it('continues after an entry that is not a regular file', async () => {
  await mkdir(path.join(store.storage.address, 'shop/0.0.1/release.json'), { recursive: true });
  const { kept, removed } = await prune({ ...store, now: new Date(Date.now() + 8 * DAY_MS) });
  expect(kept).toContainEqual(
    expect.objectContaining({ version: '0.0.1', why: expect.stringContaining('is not a file') as string }),
  );
  expect(removed.map(({ version }) => version)).toEqual(['1.1.0']);
});

it('removes nothing outside of a release, whatever names a listing contains', async () => {
  const escaping = ['shop/0.0.1/../../registry.json'];
  const listing: Storage = {
    ...store.storage,
    folders: async (prefix) =>
      prefix === 'shop/'
        ? ['0.0.1', ...(await store.storage.folders(prefix))]
        : store.storage.folders(prefix),
    list: async (prefix) => (prefix === 'shop/0.0.1/' ? escaping : store.storage.list(prefix)),
  };
  const before = await store.storage.list('');
  const { kept, removed } = await prune({
    ...store,
    storage: listing,
    now: new Date(Date.now() + 8 * DAY_MS),
  });
  expect(kept).toContainEqual({
    app: 'shop',
    version: '0.0.1',
    why: expect.stringContaining('refused') as string,
  });
  expect(removed.map(({ version }) => version)).toEqual(['1.1.0']);
  const after = await store.storage.list('');
  expect(
    before.filter((name) => !after.includes(name)).every((name) => /^(?:checks\/)?shop\/1\.1/.test(name)),
  ).toBe(true);
});
