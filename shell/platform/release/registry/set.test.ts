import { readHistory, readVerifiedRegistry } from '../../store/registry-history';
import { describeChange } from '../../formats/history';
import { readReleaseSet } from '../../formats/release-set';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { checkRelease } from '../checks/check';
import { roundsFor } from '../checks/journeys';
import { abortCanary, promoteRelease, promoteSet, promoteTogether, rollbackApp } from './changes';
import { advanceRollout } from './rollout';

const setOf = (...releases: readonly string[]) =>
  readReleaseSet(JSON.stringify({ name: 'spring', releases }), 'spring.json');
const spring = setOf('shop@1.1.0', 'learning@1.1.0');

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
  await store.release({ app: 'shell', version: '1.0.0' });
  await store.release({ app: 'shop', version: '1.0.0', paths: ['/shop', '/offer'] });
  await store.release({ app: 'learning', version: '1.0.0', paths: ['/learn'] });
  // The page `/shop` moves from one app to the other.
  await store.release({ app: 'shop', version: '1.1.0', paths: ['/shop'] });
  await store.release({ app: 'learning', version: '1.1.0', paths: ['/learn', '/offer'] });
  await store.release({ app: 'learning', version: '1.2.0', paths: ['/learn', '/offer'] });
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0', learning: '1.0.0' }, { ...store, who: 'ada' });
});

const forced = () => ({ ...store, who: 'ada', force: true, why: 'a test' });
const startCanary = () =>
  promoteSet({
    set: spring,
    percent: 5,
    rollout: { steps: [25, 100], minutes: 30, forced: true },
    ...forced(),
  });

async function state() {
  const { registry } = await readVerifiedRegistry(store.storage, store.keys);
  const apps = registry.remotes.map(({ name, live, canary, set }): [string, string] => [
    name,
    [
      live?.version ?? 'not live',
      ...(canary ? [`${canary.release.version} ${canary.percent}% ${canary.set ?? ''}`] : []),
      ...(set ? [set] : []),
    ].join(', '),
  ]);
  return { revision: registry.revision, ...Object.fromEntries(apps) };
}

async function lastChanges(): Promise<readonly string[]> {
  const [entry] = await readHistory(store.storage, store.keys, 1);
  return entry?.changes.map(describeChange) ?? [];
}

test('a set is shown to staff as a whole, and an abort of one app ends all of it', async () => {
  await promoteSet({ set: spring, percent: 0, ...forced() });
  expect(await state()).toMatchObject({
    shop: '1.0.0, 1.1.0 0% spring',
    learning: '1.0.0, 1.1.0 0% spring',
  });
  await abortCanary({ app: 'shop', ...store, who: 'ada' });
  expect(await state()).toMatchObject({ shop: '1.0.0', learning: '1.0.0' });
});

test('a set is promoted in one revision, and a page may move between its apps', async () => {
  await expect(
    promoteRelease({ app: 'learning', version: '1.1.0', percent: 5, ...forced() }),
  ).rejects.toThrow('claim the same addresses');
  await startCanary();
  expect(await state()).toEqual({
    revision: 2,
    shop: '1.0.0, 1.1.0 5% spring',
    learning: '1.0.0, 1.1.0 5% spring',
  });
  expect(await lastChanges()).toEqual([
    expect.stringContaining('shop@1.1.0 is the canary, for 5%'),
    expect.stringContaining('learning@1.1.0 is the canary, for 5%'),
  ]);
  expect((await lastChanges())[0]).toContain('in the set spring');
});

test('no release of a set is promoted when one is missing from the store', async () => {
  const set = setOf('shop@1.1.0', 'learning@9.0.0');
  await expect(promoteSet({ set, ...forced() })).rejects.toThrow('learning@9.0.0');
  expect(await state()).toMatchObject({ revision: 1, shop: '1.0.0' });
});

test('one aborted canary ends the others of its set', async () => {
  await startCanary();
  const abort = { ...store, who: 'the watcher', why: 'errors' };
  await abortCanary({ app: 'learning', ifCanary: '1.1.0', ...abort });
  expect(await state()).toEqual({ revision: 3, shop: '1.0.0', learning: '1.0.0' });
  expect(await lastChanges()).toEqual([
    'the canary learning@1.1.0 has ended; 1.0.0 is live for all visitors; in the set spring',
    'the canary shop@1.1.0 has ended; 1.0.0 is live for all visitors; in the set spring',
  ]);
  // The second canary of the set has already ended with the first.
  expect(await abortCanary({ app: 'shop', ifCanary: '1.1.0', ...abort })).toMatchObject({ changed: false });
});

test('a release of a set is not promoted alone, and another release of its app ends the set', async () => {
  await startCanary();
  await expect(promoteRelease({ app: 'shop', version: '1.1.0', ...forced() })).rejects.toThrow(
    'a canary of the set spring',
  );
  await store.release({ app: 'shop', version: '1.0.1', paths: ['/shop', '/offer'] });
  await promoteRelease({ app: 'shop', version: '1.0.1', ...forced() });
  expect(await state()).toMatchObject({ shop: '1.0.1', learning: '1.0.0' });
});

test('the steps of a set are taken together, and its rollback too', async () => {
  await startCanary();
  const advance = (percent: number) =>
    advanceRollout({ app: 'shop', version: '1.1.0', ...store, percent, who: 'the watcher' });
  await advance(5);
  expect(await state()).toMatchObject({
    shop: '1.0.0, 1.1.0 25% spring',
    learning: '1.0.0, 1.1.0 25% spring',
  });
  await advance(25);
  expect(await state()).toEqual({ revision: 4, shop: '1.1.0, spring', learning: '1.1.0, spring' });
  await rollbackApp({ app: 'learning', ...store, who: 'ada', why: 'a test' });
  expect(await state()).toEqual({ revision: 5, shop: '1.0.0', learning: '1.0.0' });
});

describe('a set of three with a new remote', () => {
  const autumn = readReleaseSet(
    JSON.stringify({ name: 'autumn', releases: ['marketing@1.0.0', 'shop@1.1.0', 'learning@1.3.0'] }),
    'autumn.json',
  );
  beforeEach(async () => {
    // The page `/offer` moves from the shop to a remote that has never been live.
    await store.release({ app: 'marketing', version: '1.0.0', paths: ['/news', '/offer'] });
    await store.release({ app: 'learning', version: '1.3.0', paths: ['/learn'] });
    await promoteSet({ set: autumn, ...forced() });
    expect(await state()).toMatchObject({
      shop: '1.1.0, autumn',
      learning: '1.3.0, autumn',
      marketing: '1.0.0, autumn',
    });
  });

  it.each(['shop', 'marketing'])('is rolled back as a whole by a rollback of %s', async (app) => {
    await rollbackApp({ app, ...store, who: 'ada', why: 'a test' });
    expect(await state()).toEqual({ revision: 3, shop: '1.0.0', learning: '1.0.0' });
    expect(await lastChanges()).toEqual([
      'learning is back at 1.0.0 instead of 1.3.0; in the set autumn',
      'marketing@1.0.0 is no longer live; in the set autumn',
      'shop is back at 1.0.0 instead of 1.1.0; in the set autumn',
    ]);
    await expect(
      promoteRelease({ app: 'marketing', version: '1.0.0', percent: 5, ...store, who: 'a pipeline' }),
    ).rejects.toThrow('ada rolled it back');
  });
});

test('a release that is live already is no member of a set, whose rollback would take it back', async () => {
  const set = setOf('shop@1.1.0', 'learning@1.0.0');
  await expect(promoteSet({ set, ...forced() })).rejects.toThrow(
    'learning@1.0.0 is live already. Leave it out of the set spring.',
  );
  await promoteSet({ set: spring, ...forced() });
  expect(await promoteSet({ set: spring, ...forced() })).toMatchObject({ changed: false });
});

test('an app that has changed since stays where it is when the others of its set go back', async () => {
  await store.release({ app: 'learning', version: '1.3.0', paths: ['/learn'] });
  await promoteSet({ set: spring, ...forced() });
  await promoteRelease({ app: 'learning', version: '1.3.0', ...forced() });
  await rollbackApp({ app: 'shop', ...store, who: 'ada', why: 'a test' });
  expect(await state()).toMatchObject({ shop: '1.0.0', learning: '1.3.0' });
});

test('a release of a set is checked as if the others were live', async () => {
  const verdictOf = async (together: typeof spring.releases) => {
    const { verdicts } = await checkRelease({ app: 'learning', version: '1.1.0', together, ...store });
    return verdicts.find(({ gate }) => gate === 'routes')?.verdict;
  };
  expect(await verdictOf([])).toBe('failed');
  expect(await verdictOf([{ app: 'shop', version: '1.1.0' }])).toBe('passed');
});

test('the journeys of a set visit all of its releases in every round', async () => {
  // Both apps have a previous release, which does not know that the page moves.
  for (const [app, paths] of [
    ['shop', ['/shop', '/offer']],
    ['learning', ['/learn']],
  ] as const) {
    await store.release({ app, version: '1.0.1', paths });
    await promoteTogether({ [app]: '1.0.1' }, { ...store, who: 'ada' });
  }
  const [shop, learning] = spring.releases;
  const rounds: unknown[] = [];
  await checkRelease({
    ...{ app: 'learning', version: '1.1.0', together: shop ? [shop] : [], ...store },
    journeys: async ({ name: app, version }, registry, together) => {
      rounds.push(...roundsFor(registry, [{ app, version }, ...together]));
      return { problems: [], summary: '' };
    },
  });
  expect(rounds).toEqual([{ shell: '1.0.0', shop: shop?.version, learning: learning?.version }]);
});

test.each([
  ['one release', ['shop@1.0.0']],
  ['one app twice', ['shop@1.0.0', 'shop@1.1.0']],
  ['a name without a version', ['shop', 'learning@1.0.0']],
])('a file with %s is no set', (_, releases) => {
  expect(() => setOf(...releases)).toThrow('spring.json');
});
