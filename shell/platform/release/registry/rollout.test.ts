import { contentHash, navigationHash } from '../../store/integrity';
import { requirePublished } from '../../store/releases';
import { readHistory, readVerifiedRegistry } from '../../store/registry-history';
import { describeChange } from '../../formats/history';
import type { Rollout } from '../../formats/registry';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { recordCheck } from '../checks/record';
import { abortCanary, promoteRelease, promoteTogether } from './changes';
import { advanceRollout } from './rollout';

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
  await store.release({ app: 'shell', version: '1.0.0' });
  for (const version of ['1.0.0', '1.1.0']) await store.release({ app: 'shop', version });
  await store.release({ app: 'learning', version: '1.0.0', paths: ['/learn'] });
  await store.release({ app: 'learning', version: '1.1.0', paths: ['/learn', '/learn/more'] });
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0', learning: '1.0.0' }, { ...store, who: 'ada' });
});

const shop = { app: 'shop', version: '1.1.0' };

const start = (forced = true) =>
  promoteRelease({
    ...shop,
    ...store,
    percent: 5,
    who: 'ada',
    force: true,
    why: 'a test',
    rollout: { steps: [25, 100], minutes: 30, ...(forced && { forced: true as const }) },
  });

const advance = (percent: number) => advanceRollout({ ...shop, ...store, percent, who: 'the watcher' });

async function state() {
  const { registry } = await readVerifiedRegistry(store.storage, store.keys);
  const remote = registry.remotes.find(({ name }) => name === 'shop');
  return { live: remote?.live?.version, percent: remote?.canary?.percent, rollout: remote?.canary?.rollout };
}

/** Records that the browser gates have passed alongside the live releases. */
async function recordPassed(): Promise<void> {
  const peerReleases = Object.fromEntries(
    await Promise.all(
      ['shell', 'learning'].map(async (app) => {
        const release = await requirePublished(app, '1.0.0', store);
        const navigation = navigationHash(release);
        return [app, { version: '1.0.0', release: contentHash(release), navigation }] as const;
      }),
    ),
  );
  const report = {
    app: 'shop',
    version: '1.1.0',
    release: contentHash(await requirePublished('shop', '1.1.0', store)),
    at: new Date().toISOString(),
    revision: 1,
    peerReleases,
    verdicts: [{ gate: 'journeys', verdict: 'passed' as const, messages: [] }],
    passed: true,
  };
  await recordCheck(report, store.storage, store.keys);
}

test('a rollout goes from step to step until the release is live, and the history names each', async () => {
  await start();
  expect(await state()).toMatchObject({ live: '1.0.0', percent: 5, rollout: { steps: [25, 100] } });
  await advance(5);
  expect(await state()).toMatchObject({ percent: 25, rollout: { steps: [100], minutes: 30 } });
  await advance(25);
  expect(await state()).toEqual({ live: '1.1.0', percent: undefined, rollout: undefined });
  const history = await readHistory(store.storage, store.keys, 3);
  expect(history.map(({ changes }) => changes.map(describeChange).join())).toEqual([
    'shop@1.1.0 is live for all visitors instead of 1.0.0; in spite of its check',
    'shop@1.1.0 is the canary, for 25%, then 100% every 30 minutes; 1.0.0 stays live for the rest; in spite of its check',
    'shop@1.1.0 is the canary, for 5%, then 25, 100% every 30 minutes; 1.0.0 stays live for the rest; in spite of its check',
  ]);
});

test('one of several watchers takes the step', async () => {
  await start();
  const results = await Promise.all([advance(5), advance(5), advance(5)]);
  expect(results.filter(({ changed }) => changed)).toHaveLength(1);
  expect(await state()).toMatchObject({ percent: 25 });
});

test('a rollout ends with its canary, or with another promotion of it', async () => {
  await start();
  await promoteRelease({ ...shop, ...store, percent: 10, who: 'ada', force: true, why: 'by hand' });
  expect((await advance(10)).changed).toBe(false);
  await abortCanary({ app: 'shop', ...store, who: 'ada' });
  expect((await advance(10)).changed).toBe(false);
  expect(await state()).toMatchObject({ live: '1.0.0', percent: undefined });
});

test('the rollout of the next release takes the place of a running one, but not of another canary', async () => {
  await store.release({ app: 'shop', version: '1.2.0' });
  const next = (rollout?: Rollout) =>
    promoteRelease({
      ...{ app: 'shop', version: '1.2.0', percent: 5, ...(rollout && { rollout }) },
      ...{ ...store, who: 'a pipeline', force: true, why: 'a test' },
    });
  const steps = { steps: [25, 100], minutes: 30, forced: true as const };
  await start();
  await advance(5);
  await expect(next()).rejects.toThrow('shop@1.1.0 is the canary already');
  await next(steps);
  expect(await state()).toEqual({ live: '1.0.0', percent: 5, rollout: steps });
  // The watcher that was about to take the next step of the former plan changes nothing.
  expect((await advance(25)).changed).toBe(false);
  await abortCanary({ app: 'shop', ...store, who: 'ada' });
  await promoteRelease({ ...shop, ...store, percent: 5, who: 'ada', force: true, why: 'by hand' });
  await expect(next(steps)).rejects.toThrow('shop@1.1.0 is the canary already');
});

test('the last step needs the browser gates alongside the releases that are live then', async () => {
  await start(false);
  await advance(5);
  await expect(advance(25)).rejects.toThrow('cannot be promoted for all visitors yet');
  await recordPassed();
  await promoteTogether({ learning: '1.1.0' }, { ...store, who: 'eve' });
  await expect(advance(25)).rejects.toThrow('cannot be promoted for all visitors yet');
  await promoteTogether({ learning: '1.0.0' }, { ...store, who: 'eve' });
  await advance(25);
  expect(await state()).toMatchObject({ live: '1.1.0' });
});

test('a rollout to all visitors is refused at its start without the browser gates', async () => {
  const options = { ...shop, ...store, percent: 5, who: 'ada' };
  await expect(promoteRelease({ ...options, rollout: { steps: [100], minutes: 30 } })).rejects.toThrow(
    'cannot be promoted for all visitors yet',
  );
});
