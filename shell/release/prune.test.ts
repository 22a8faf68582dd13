import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { prune } from './prune';
import { promoteRelease, promoteTogether, rollbackRemote } from './registry/changes';
import { readHistory } from '../store/registry-log';
import { testPlace } from '../testing/release/place';

// Many small files, and for some tests a compiler or another process.
jest.setTimeout(60_000);

type Place = Awaited<ReturnType<typeof testPlace>>;

let place: Place;
beforeEach(async () => {
  place = await testPlace();
  await place.release({ part: 'shell', version: '1.0.0', paths: ['/login'] });
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']) {
    await place.release({ part: 'shop', version });
  }
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...place, who: 'ada' });
  const forced = { ...place, force: true, why: 'a test', who: 'ada' };
  for (const version of ['1.1.0', '1.2.0']) await promoteRelease({ part: 'shop', version, ...forced });
  await rollbackRemote({ part: 'shop', ...forced });
  await promoteRelease({ part: 'shop', version: '1.3.0', percent: 5, ...forced });
});
afterEach(() => place.remove());

const day = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * day);
const versionsLeft = () => place.storage.folders('shop/');

it('keeps every release while a tab may be open that needs it', async () => {
  const { removed } = await prune({ ...place, now: inDays(6) });
  expect(removed).toEqual([]);
});

it('then keeps what is in service: live, previous and canary', async () => {
  const { removed } = await prune({ ...place, now: inDays(8) });
  expect(removed.map(({ version }) => version)).toEqual(['1.2.0', '1.4.0']);
  expect(await versionsLeft()).toEqual(['1.0.0', '1.1.0', '1.3.0']);
});

it('keeps what was published lately, and removes what was left half-published long ago', async () => {
  await place.storage.create('shop/0.9.0/a.js', Buffer.from('half'));
  const file = path.join(place.folder, 'store/shop/1.4.0/release.json');
  await utimes(file, inDays(5), inDays(5));
  const { kept, removed } = await prune({ ...place, now: inDays(8) });
  expect(removed.map(({ version }) => version)).toEqual(['0.9.0', '1.2.0']);
  expect(kept).toContainEqual({ part: 'shop', version: '1.4.0', why: 'published in the last 7 days' });
});

it('is not misled by the clock of whoever has moved the registry', async () => {
  jest.useFakeTimers({
    now: inDays(-30),
    doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'],
  });
  const forced = { ...place, force: true, why: 'a clock that is wrong', who: 'bob' };
  await promoteRelease({ part: 'shop', version: '1.3.0', ...forced });
  await promoteRelease({ part: 'shop', version: '1.4.0', ...forced });
  jest.useRealTimers();
  const [entry] = await readHistory(place.storage, place.keys);
  expect(new Date(entry?.at ?? '').getTime()).toBeLessThan(inDays(-29).getTime());
  // 1.1.0 was live until a moment ago, whatever the entry says that has replaced it.
  const longAgo = inDays(-20);
  for (const version of await versionsLeft()) {
    await utimes(path.join(place.folder, `store/shop/${version}/release.json`), longAgo, longAgo);
  }
  const { removed } = await prune(place);
  expect(removed).toEqual([]);
});

it('only lists what would go when it is not meant in earnest', async () => {
  const { removed } = await prune({ ...place, now: inDays(8), dryRun: true });
  expect(removed).toHaveLength(2);
  expect(await versionsLeft()).toHaveLength(5);
});

it('removes nothing while the registry cannot be believed', async () => {
  await place.storage.remove('registry.json');
  await expect(prune({ ...place, now: inDays(99) })).rejects.toThrow('Nothing is live yet');
  expect(await versionsLeft()).toHaveLength(5);
});
