import { cp, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { prune } from './prune';
import { promoteRelease, promoteTogether, rollbackApp } from './registry/changes';
import { readHistory, readVerifiedRegistry } from '../store/registry-history';
import type { Storage } from '../store/storage/storage';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';

let store: TestStore;

/** Opens a store with these releases of the shop. */
async function openShop(...versions: readonly string[]) {
  store = await testStore();
  await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'] });
  for (const version of versions) await store.release({ app: 'shop', version });
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...store, who: 'ada' });
}

beforeEach(async () => {
  await openShop('1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0');
  const forced = { ...store, force: true, why: 'a test', who: 'ada' };
  for (const version of ['1.1.0', '1.2.0']) await promoteRelease({ app: 'shop', version, ...forced });
  await rollbackApp({ app: 'shop', ...forced });
  await promoteRelease({ app: 'shop', version: '1.3.0', percent: 5, ...forced });
});

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
  expect(kept).toContainEqual({ app: 'shop', version: '1.4.0', why: 'published in the last 7 days' });
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
  // The shop's 1.1.0 was live until a moment ago, whatever the time in the entry that replaced it.
  const longAgo = inDays(-20);
  for (const version of await versionsLeft()) {
    await utimes(path.join(store.folder, `store/shop/${version}/release.json`), longAgo, longAgo);
  }
  const { removed } = await prune(store);
  expect(removed).toEqual([]);
});

/** The same store as it will look in eight days. */
const later = (): Storage => ({
  ...store.storage,
  async replace(name, ...rest) {
    const isReplaced = await store.storage.replace(name, ...rest);
    if (isReplaced) await utimes(path.join(store.folder, 'store', name), inDays(8), inDays(8));
    return isReplaced;
  },
});
const pruneLater = (storage = later(), now = inDays(8)) => prune({ ...store, storage, now });
const aheadOfOthers = (storage?: Storage) => pruneLater(storage, inDays(8.2));
const promoteLater = (storage = later()) =>
  promoteRelease({
    app: 'shop',
    version: '1.4.0',
    ...store,
    storage,
    force: true,
    why: 'a test',
    who: 'ada',
  });

/** Runs `other` before one request to the store, and then what is left. @returns whether there were as many requests. */
async function interrupted(step: number, run: (storage: Storage) => Promise<unknown>, other: () => unknown) {
  let requests = 0;
  let isInterrupted = false;
  const storage = new Proxy(later(), {
    get(target, property: keyof Storage) {
      const member = target[property];
      if (typeof member !== 'function') return member;
      return async (...args: readonly unknown[]) => {
        if (requests++ === step) {
          isInterrupted = true;
          await other();
        }
        return Reflect.apply(member, target, args) as Promise<unknown>;
      };
    },
  });
  await run(storage);
  return isInterrupted;
}

/** A refused promotion changes nothing. */
const unlessRefused = (promotion: Promise<unknown>) =>
  promotion.catch((error: unknown) => {
    if (!/being removed|not in the store/.test(String(error))) throw error;
  });

it.each([
  ['promotion', (storage?: Storage) => unlessRefused(promoteLater(storage)), pruneLater],
  ['prune', (storage?: Storage) => pruneLater(storage), () => unlessRefused(promoteLater())],
  ['prune, whose clock is ahead,', aheadOfOthers, () => unlessRefused(promoteLater())],
] as const)('never removes what is promoted, whenever the %s is interrupted', async (_kind, run, other) => {
  // Each further release would add steps, and time to each.
  await openShop('1.0.0', '1.4.0');
  const folder = path.join(store.folder, 'store');
  const copy = path.join(store.folder, 'copy');
  await cp(folder, copy, { recursive: true, preserveTimestamps: true });
  const all = await store.storage.list('shop/1.4.0/');
  const outcomes = new Set<string>();
  for (let step = 0; ; step++) {
    await rm(folder, { recursive: true });
    await cp(copy, folder, { recursive: true, preserveTimestamps: true });
    const isInterrupted = await interrupted(step, run, other);
    const { remotes } = (await readVerifiedRegistry(store.storage, store.keys)).registry;
    const isLive = remotes.some(({ name, live }) => name === 'shop' && live?.version === '1.4.0');
    const left = await store.storage.list('shop/1.4.0/');
    expect([step, isLive, left]).toEqual([step, isLive, isLive ? all : []]);
    outcomes.add(isLive ? 'promoted' : 'removed');
    if (!isInterrupted) break;
  }
  expect([...outcomes].sort()).toEqual(['promoted', 'removed']);
});

it('continues the removal of a prune that was killed, and refuses to promote the release until then', async () => {
  const dying: Storage = {
    ...later(),
    async remove(name) {
      throw new Error(`killed before it removed ${name}`);
    },
  };
  await expect(pruneLater(dying)).rejects.toThrow('killed');
  const half = { ...store, version: '1.2.0', app: 'shop', force: true, why: 'a test', who: 'ada' };
  await expect(promoteRelease(half)).rejects.toThrow('shop@1.2.0 is being removed from the store by prune');
  await pruneLater();
  expect(await versionsLeft()).toEqual(['1.0.0', '1.1.0', '1.3.0']);
  expect(await store.storage.list('checks/uses/shop/')).not.toContain('checks/uses/shop/1.2.0.json');
});

it('a dry run removes nothing, and lists the releases', async () => {
  const { removed } = await prune({ ...store, now: inDays(8), dryRun: true });
  expect(removed).toHaveLength(2);
  expect(await versionsLeft()).toHaveLength(5);
});

it('removes nothing while the registry cannot be verified', async () => {
  await store.storage.remove('registry.json');
  await expect(prune({ ...store, now: inDays(99) })).rejects.toThrow('Nothing is live yet');
  expect(await versionsLeft()).toHaveLength(5);
});
