import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promoteRelease, promoteSet, promoteTogether } from '../registry/changes';
import { type Keys, REGISTRY_OWNER } from '../../store/keys/local-keys';
import { createKeyPair } from '../../store/keys/signature';
import { readHistory, readVerifiedRegistry } from '../../store/registry-history';
import { describeChange } from '../../formats/history';
import { BROWSER_GATES, type CheckReport } from '../../formats/check-report';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { CONTRACT, testKeys } from '../../../tooling/testing/release/test-store';
import { hasCompiler } from '../../../packages/node/node';
import { checkTypes } from '../../../packages/kit/pack/declarations';
import { startInBrowser } from './browser-start';
import { checkRelease, type RunInBrowser } from './check';
import { judgeRounds } from './journeys';
import { recordCheck, recordedCheck } from './record';
import { canariesToCheck } from './require-checked';
import type { Versions } from './temporary-store';

jest.mock('./check-unprivileged', () =>
  jest.requireActual<object>('../../../tooling/testing/release/checks-in-process'),
);

// The minimal releases of tests show nothing in a browser.
jest.mock('./browser-start', () => ({ startInBrowser: jest.fn(async () => ({})) }));

// The type gate runs the compiler, and has its own tests.
jest.mock('../../../packages/kit/pack/declarations', () => ({
  checkTypes: jest.fn(async () => []),
}));
jest.mock('../../../packages/node/node', () => ({
  ...jest.requireActual<object>('../../../packages/node/node'),
  hasCompiler: jest.fn(() => true),
}));

let store: TestStore;
const candidate = { app: 'shop', version: '1.1.0', shared: [CONTRACT] };
const learning = { app: 'learning', version: '1.0.0', shared: [CONTRACT] };
const provides = [{ request: '@isa/contract', version: '1.2.0' }];

beforeEach(async () => {
  store = await testStore();
  await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'], provides });
  await store.release(learning);
  await store.release({ ...candidate, version: '1.0.0' });
  await store.release(candidate);
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0', learning: '1.0.0' }, { ...store, who: 'ada' });
});

const pass: RunInBrowser = async () => ({ problems: [], summary: 'all passed' });
const fail: RunInBrowser = async () => ({ problems: ['a visitor buys a book'], summary: '' });
const check = (run?: RunInBrowser) => checkRelease({ ...candidate, ...store, ...(run && { journeys: run }) });
const record = (report: CheckReport, keys: Keys = store.keys) => recordCheck(report, store.storage, keys);
const promote = (percent = 100, keys: Keys = store.keys) =>
  promoteRelease({ ...candidate, ...store, keys, who: 'ada', percent });
const lastChange = async () => (await readHistory(store.storage, store.keys))[0]?.changes[0];

/** Makes another release with one more page live, as another team does in the meantime. */
async function goesLive(app: string, version: string, paths = [`/${app}-news`]): Promise<void> {
  const release = app === 'shell' ? { provides } : { shared: [CONTRACT] };
  await store.release({ app, version, paths, ...release });
  await promoteTogether({ [app]: version }, { ...store, who: 'eve' });
}

/** The keys of a machine that holds only the key of this owner. */
const onlyKeyOf = (owner: string, from: Keys = store.keys): Keys => ({
  ...from,
  privateKey: async (wanted) => {
    if (wanted === owner) return from.privateKey(owner);
    throw new Error(`This machine has no key of ${wanted}.`);
  },
});

/** Keys that sign everything with the key of this owner. */
const alwaysKeyOf = (owner: string, from: Keys): Keys => ({
  trust: store.keys.trust,
  privateKey: () => from.privateKey(owner),
});

const NEXT = 'Run npm run release -- check shop@1.1.0 --journeys, or add --force with a --reason.';

describe('a promotion, before any gate runs,', () => {
  afterEach(() => expect(checkTypes).not.toHaveBeenCalled());

  it('is rejected for a version that is not in the store', async () => {
    const unknown = { ...candidate, version: '9.9.9' };
    await expect(promoteRelease({ ...unknown, ...store, who: 'ada' })).rejects.toThrow(
      'shop@9.9.9 is not in the store',
    );
  });

  it('is rejected for all visitors without a recorded check', async () => {
    await expect(promote()).rejects.toThrow(
      `shop@1.1.0 cannot be promoted for all visitors yet: no check of it is recorded. ${NEXT}`,
    );
  });

  it.each([100, 5])(
    'is rejected for %s % of the visitors with a key that is not trusted',
    async (percent) => {
      await expect(promote(percent, alwaysKeyOf(REGISTRY_OWNER, testKeys()))).rejects.toThrow(
        /The private key of registry on this machine \([\da-f]{16}\) is not trusted\. Trust it with/,
      );
    },
  );
});

describe('a promotion for all visitors', () => {
  /** Visits the rounds of a check; a journey passes with these versions only. */
  const visit =
    (passesWith: (versions: Versions) => boolean): RunInBrowser =>
    ({ name: app, version }, registry, together) =>
      judgeRounds(registry, [{ app, version }, ...together], [], async (versions) => ({
        passed: 1,
        failed: passesWith(versions) ? [] : [{ journey: 'buy-and-watch', title: 'a visitor buys a book' }],
      }));

  it('needs no force when a journey has changed together with a page, and does not match an earlier page of another app', async () => {
    await goesLive('learning', '1.1.0');
    await record(await check(visit(({ learning }) => learning === '1.1.0')));
    expect((await promote()).changed).toBe(true);
  });

  it('is rejected for a release that breaks an earlier page of another app', async () => {
    await goesLive('learning', '1.1.0');
    await record(await check(visit(({ learning, shop }) => learning === '1.1.0' || shop === '1.0.0')));
    await expect(promote()).rejects.toThrow('fails its gate "journeys": a visitor buys a book');
  });

  it('is rejected while the browser gates have not run, although no gate has failed', async () => {
    const report = await record(await check());
    expect(report.passed).toBe(true);
    await expect(promote()).rejects.toThrow(`its recorded check has not run journeys. ${NEXT}`);
  });

  it.each([
    ['the operators', REGISTRY_OWNER],
    ['the team', 'shop'],
  ])('succeeds after every gate has passed for %s, without a note in the history', async (_who, owner) => {
    await record(await check(pass), onlyKeyOf(owner));
    expect((await promote()).changed).toBe(true);
    expect(await lastChange()).toEqual({ what: 'promote', app: 'shop', version: '1.1.0', instead: '1.0.0' });
  });

  it('succeeds after another remote has gone live with the same routes and menu', async () => {
    await record(await check(pass));
    await goesLive('learning', '1.1.0', ['/learning']);
    expect((await promote()).changed).toBe(true);
    expect(await lastChange()).not.toHaveProperty('unchecked');
  });

  it('a promotion of a shell is rejected after any remote has gone live since its check', async () => {
    const shell = { app: 'shell', version: '1.1.0', paths: ['/login'], provides };
    await store.release(shell);
    await record(await checkRelease({ ...shell, ...store, journeys: pass }));
    await goesLive('learning', '1.1.0', ['/learning']);
    await expect(promoteRelease({ ...shell, ...store, who: 'ada' })).rejects.toThrow(
      'learning was 1.0.0 when journeys were run, and is 1.1.0 now.',
    );
  });

  it('can be forced with a reason, and the history records both', async () => {
    await promoteRelease({ ...candidate, ...store, who: 'ada', force: true, why: 'checkout is down' });
    const [entry] = await readHistory(store.storage, store.keys);
    expect(entry).toMatchObject({ why: 'checkout is down', changes: [{ forced: true }] });
    expect(entry?.changes.map(describeChange)).toEqual([
      'shop@1.1.0 is live for all visitors instead of 1.0.0; in spite of its check',
    ]);
  });
});

describe('a recorded check', () => {
  const file = 'checks/shop/1.1.0.json';
  const stored = async () => String((await store.storage.read(file))?.bytes);
  /** Rewrites the record as somebody could who may write to the store. */
  const rewrite = async (change: (text: string) => string) =>
    writeFile(path.join(store.folder, 'store', file), change(await stored()));

  it.each<readonly [string, (text: string) => string, string]>([
    ['not JSON', () => '{"report":', 'its recorded check cannot be read'],
    ['empty', () => '', 'its recorded check cannot be read'],
    ['null', () => 'null', 'its recorded check cannot be read'],
    [
      'not signed',
      (text) => JSON.stringify({ report: (JSON.parse(text) as { report: unknown }).report }),
      'its recorded check is not signed',
    ],
    [
      'altered after it was signed',
      (text) => text.replace('"failed"', '"passed"'),
      'its recorded check was altered after it was signed',
    ],
    [
      'given other releases alongside it after it was signed',
      (text) => text.replace(/"learning":\{"version":"1\.0\.0"/, '"learning":{"version":"1.1.0"'),
      'its recorded check was altered after it was signed',
    ],
  ])('does not count when it is %s', async (_name, change, reason) => {
    await record(await check(fail));
    const before = await stored();
    await rewrite(change);
    expect(await stored()).not.toBe(before);
    await expect(promote()).rejects.toThrow(`all visitors yet: ${reason}. ${NEXT}`);
  });

  it.each<readonly [string, () => Keys]>([
    ['another team', () => alwaysKeyOf('learning', store.keys)],
    ['a stranger', () => alwaysKeyOf('shop', testKeys())],
    ['the operators of another site', () => alwaysKeyOf(REGISTRY_OWNER, testKeys())],
  ])('does not count when %s has signed it', async (_who, keys) => {
    await record(await check(pass), keys());
    await expect(promote()).rejects.toThrow(
      /its recorded check is signed with the key "[\da-f]{16}", which is trusted neither for shop nor for the operators\. Run npm/,
    );
  });

  it('does not count when a key that is not trusted signs with the id of one that is', async () => {
    const trust = await store.keys.trust();
    const stolen = trust.shop?.[0]?.id ?? '';
    const { privateKey } = createKeyPair();
    await record(await check(pass), { ...store.keys, privateKey: async () => privateKey });
    await rewrite((text) => text.replace(/"key":"[\da-f]+"/, `"key":"${stolen}"`));
    await expect(promote()).rejects.toThrow('was altered after it was signed');
  });

  it('does not count when its key has been revoked', async () => {
    await record(await check(pass), onlyKeyOf('shop'));
    const trust = await store.keys.trust();
    const { publicKey } = createKeyPair();
    // The releases of the shop are signed again; only the record is still signed with the old key.
    const { refused } = await recordedCheck('shop', '1.1.0', store.storage, {
      ...store.keys,
      trust: async () => ({ ...trust, shop: [{ ...publicKey, since: '2026-11-01T00:00:00Z' }] }),
    });
    expect(refused).toContain('is trusted neither for shop');
  });

  it('does not count when it is for another version', async () => {
    await store.release({ ...candidate, version: '1.2.0' });
    await record(await checkRelease({ ...candidate, ...store, version: '1.2.0', journeys: pass }));
    const other = await store.storage.read('checks/shop/1.2.0.json');
    await store.storage.create(file, other?.bytes ?? Buffer.of());
    await expect(promote()).rejects.toThrow(`its recorded check is of shop@1.2.0. ${NEXT}`);
  });

  it('does not count when it is of other bytes under the same version', async () => {
    await record({ ...(await check(pass)), release: 'sha384-of-another-release' });
    await expect(promote()).rejects.toThrow(
      `the recorded check is of other bytes under this version. ${NEXT}`,
    );
  });

  it('does not count when it has the format of an older version', async () => {
    const old = JSON.stringify({ ...(await check(pass)), peerReleases: undefined });
    await record(JSON.parse(old) as CheckReport);
    await expect(promote()).rejects.toThrow(`its recorded check has an outdated format. ${NEXT}`);
  });

  it.each([
    ['learning', '1.1.0', 'was 1.0.0'],
    ['shell', '1.1.0', 'was 1.0.0'],
    ['marketing', '1.0.0', 'was not live'],
  ])('does not count when %s@%s has gone live since it was run', async (app, version, before) => {
    await record(await check(pass));
    await goesLive(app, version);
    await expect(promote()).rejects.toThrow(
      `${app} ${before} when journeys were run, and is ${version} now. ${NEXT}`,
    );
  });

  it('does not count when it was run alongside other bytes of a live version', async () => {
    const report = await check(pass);
    const other = { version: '1.0.0', release: 'sha384-of-another', navigation: 'sha384-of-others' };
    await record({ ...report, peerReleases: { ...report.peerReleases, learning: other } });
    await expect(promote()).rejects.toThrow('learning@1.0.0 had other bytes when journeys were run.');
  });

  it('does not count when another app goes live between the gates and the change of the registry', async () => {
    await record(await check(pass));
    await store.release({ ...learning, version: '1.1.0', paths: ['/learning-news'] });
    let interrupted = false;
    const storage = {
      ...store.storage,
      async create(name: string, bytes: Buffer) {
        if (name.startsWith('history/') && !interrupted) {
          interrupted = true;
          await promoteTogether({ learning: '1.1.0' }, { ...store, who: 'eve' });
        }
        return store.storage.create(name, bytes);
      },
    };
    await expect(promoteRelease({ ...candidate, ...store, storage, who: 'ada' })).rejects.toThrow(
      'learning was 1.0.0 when',
    );
    expect(interrupted).toBe(true);
  });
});

describe('a canary', () => {
  it('succeeds without the browser gates, and the history records that', async () => {
    const { changes } = await promote(5);
    const change = await lastChange();
    expect(change).toMatchObject({ what: 'canary', unchecked: [...BROWSER_GATES] });
    expect(changes[0]).toEqual(change);
    expect(change && describeChange(change)).toBe(
      `shop@1.1.0 is the canary, for 5%; 1.0.0 stays live for the rest; not checked: ${BROWSER_GATES.join(', ')}`,
    );
  });

  it('has no note in the history when the browser gates have passed', async () => {
    await record(await check(pass));
    await promote(5);
    expect(await lastChange()).not.toHaveProperty('unchecked');
  });

  it('has a note in the history when the browser gates were run alongside other releases', async () => {
    await record(await check(pass));
    await goesLive('learning', '1.1.0');
    await promote(5);
    expect(await lastChange()).toMatchObject({ unchecked: [...BROWSER_GATES] });
  });

  it('is rejected after a browser gate has failed, whichever releases were live alongside', async () => {
    await record(await check(fail));
    await expect(promote(5)).rejects.toThrow('fails its gate "journeys": a visitor buys a book.');
    await goesLive('learning', '1.1.0');
    await expect(promote(5)).rejects.toThrow('fails its gate "journeys": a visitor buys a book.');
  });
});

describe('the gates that take seconds', () => {
  const again = async (keys?: Keys) => {
    jest.mocked(checkTypes).mockClear();
    await promote(5, keys);
    return jest.mocked(checkTypes).mock.calls.length > 0;
  };

  it('are not run again after the operators have recorded that they passed', async () => {
    await record(await check(), onlyKeyOf(REGISTRY_OWNER));
    expect(await again()).toBe(false);
  });

  it('are not run again after a pipeline has recorded with the key for checks that they passed', async () => {
    const pipeline = createKeyPair();
    const trust = { ...(await store.keys.trust()), check: [{ ...pipeline.publicKey, since: '' }] };
    const keys: Keys = {
      trust: async () => trust,
      privateKey: async (owner) => (owner === 'check' ? pipeline.privateKey : store.keys.privateKey(owner)),
    };
    await record(await check(), onlyKeyOf('check', keys));
    expect(await again(keys)).toBe(false);
  });

  it('are not run again after a promotion has run and recorded them alongside the team’s browser gates', async () => {
    await record(await check(pass), onlyKeyOf('shop'));
    const options = { ...candidate, ...store, who: 'ada', percent: 5, dryRun: true, records: true };
    await promoteRelease(options);
    expect(await again()).toBe(false);
    expect(await lastChange()).not.toHaveProperty('unchecked');
  });

  it('are not recorded in a dry run', async () => {
    await promoteRelease({ ...candidate, ...store, who: 'ada', percent: 5, dryRun: true });
    expect(await again()).toBe(true);
  });

  it.each([undefined, 'shop'])(
    'are refused instead of run with the record of %s, where nothing may be run',
    async (owner) => {
      if (owner) await record(await check(pass), onlyKeyOf(owner));
      jest.mocked(checkTypes).mockClear();
      const options = { ...candidate, ...store, who: 'ada', percent: 5, onlyRecorded: true };
      await expect(promoteRelease(options)).rejects.toThrow(
        'shop@1.1.0 is not promoted: no check by the operators is recorded',
      );
      expect(checkTypes).not.toHaveBeenCalled();
    },
  );

  it('are run again when the team that publishes has run them', async () => {
    await record(await check(), onlyKeyOf('shop'));
    expect(await again()).toBe(true);
  });

  it('are run again when the registry has changed since', async () => {
    await record(await check());
    await goesLive('learning', '1.1.0');
    expect(await again()).toBe(true);
    await record(await check());
    await promote(10);
    expect(await again()).toBe(true);
  });

  it('are not run again after a check that was repeated against the changed registry', async () => {
    await record(await check(pass));
    await goesLive('learning', '1.1.0');
    await record(await check());
    expect(await again()).toBe(false);
  });

  it.each(['failed', 'not run'] as const)('are run again when one of them has %s', async (verdict) => {
    const report = await check();
    const verdicts = report.verdicts.map((one) => (one.gate === 'start' ? { ...one, verdict } : one));
    await record({ ...report, verdicts });
    expect(await again()).toBe(true);
  });

  it('are run again, and reject the release, when a file in the store was replaced since', async () => {
    await record(await check(pass));
    await writeFile(path.join(store.folder, 'store/shop/1.1.0/remote-entry.0123456789ab.js'), 'stolen()');
    await expect(promote()).rejects.toThrow('fails its gate "integrity"');
  });

  it('are run again for other bytes under the same version', async () => {
    await record({ ...(await check()), release: 'sha384-of-another-release' });
    expect(await again()).toBe(true);
  });
});

describe('a promotion without a compiler, as in production,', () => {
  const removeCompiler = () => jest.mocked(hasCompiler).mockReturnValue(false);
  afterEach(() => jest.mocked(hasCompiler).mockReturnValue(true));

  it.each([5, 100])('relies on the recorded type gate for %s % of the visitors', async (percent) => {
    await record(await check(pass));
    removeCompiler();
    expect((await promote(percent)).changed).toBe(true);
  });

  it('is rejected without a recorded type gate', async () => {
    removeCompiler();
    await expect(promote(5)).rejects.toThrow(
      'shop@1.1.0 cannot be promoted to 5% yet: no check of it is recorded.',
    );
    await record(await check());
    await expect(promote(5)).rejects.toThrow(
      'its recorded check has not run types and journeys. Run npm run release -- check shop@1.1.0, or',
    );
    await expect(promote(5)).rejects.toThrow(
      'The gate "types" could not be run: this machine has no compiler.',
    );
  });

  it('is rejected when another app has gone live since the type gate was run', async () => {
    await record(await check());
    removeCompiler();
    await goesLive('learning', '1.1.0');
    await expect(promote(5)).rejects.toThrow('learning was 1.0.0 when types was run, and is 1.1.0 now.');
  });
});

describe('canaries to check', () => {
  const canaries = async () => {
    const { registry } = await readVerifiedRegistry(store.storage, store.keys);
    return (await canariesToCheck(registry, store)).map(({ app, version }) => `${app}@${version}`);
  };

  it('are those whose browser gates were not run, or not alongside what is live', async () => {
    expect(await canaries()).toEqual([]);
    await promote(5);
    expect(await canaries()).toEqual(['shop@1.1.0']);
    await record(await check(pass));
    expect(await canaries()).toEqual([]);
    await goesLive('learning', '1.1.0', ['/learning']);
    expect(await canaries()).toEqual([]);
    await goesLive('learning', '1.2.0', ['/learning', '/news']);
    expect(await canaries()).toEqual(['shop@1.1.0']);
    await record(await check(pass));
    expect(await canaries()).toEqual([]);
  });

  it('are not those with a failed gate', async () => {
    await promote(5);
    await record(await check(fail));
    expect(await canaries()).toEqual([]);
  });

  it('are checked alongside the other canaries of their set', async () => {
    await store.release({ ...learning, version: '1.1.0' });
    const releases = [candidate, { app: 'learning', version: '1.1.0' }];
    await promoteSet({ set: { name: 'spring', releases }, ...store, who: 'ada', percent: 5 });
    const { registry } = await readVerifiedRegistry(store.storage, store.keys);
    expect(await canariesToCheck(registry, store)).toEqual([
      { app: 'learning', version: '1.1.0', together: [{ app: 'shop', version: '1.1.0' }] },
      { app: 'shop', version: '1.1.0', together: [{ app: 'learning', version: '1.1.0' }] },
    ]);
  });
});

describe('a repeated check', () => {
  const journeysOf = ({ verdicts }: CheckReport) => verdicts.find(({ gate }) => gate === 'journeys')?.verdict;

  it('retains the recorded verdicts of browser gates', async () => {
    for (const [run, verdict] of [
      [pass, 'passed'],
      [fail, 'failed'],
    ] as const) {
      await record(await check(run));
      const again = await record(await check());
      expect(journeysOf(again)).toBe(verdict);
      expect(again.passed).toBe(verdict === 'passed');
    }
  });

  it('replaces the verdict of a browser gate that runs again', async () => {
    await record(await check(fail));
    await record(await check(pass));
    expect((await promote()).changed).toBe(true);
  });

  it('does not replace a record signed by another key when no browser gate was run', async () => {
    await record(await check(pass), onlyKeyOf('shop'));
    const before = await store.storage.read('checks/shop/1.1.0.json');
    expect(journeysOf(await record(await check()))).toBe('passed');
    expect((await store.storage.read('checks/shop/1.1.0.json'))?.tag).toBe(before?.tag);
  });

  it('retains a failure, no matter who has signed it', async () => {
    await record(await check(fail), onlyKeyOf('shop'));
    await record(await check(), onlyKeyOf(REGISTRY_OWNER));
    await expect(promote()).rejects.toThrow('fails its gate "journeys"');
  });

  it('ignores what was run alongside other releases', async () => {
    await record(await check(pass));
    await goesLive('learning', '1.1.0');
    expect(journeysOf(await record(await check()))).toBe('not run');
  });

  it('ignores a record of other bytes', async () => {
    await record({ ...(await check(pass)), release: 'sha384-of-another-release' });
    expect(journeysOf(await record(await check()))).toBe('not run');
  });
});

describe('a release that could not be started in a browser', () => {
  it.each([100, 5])('is not promoted for %s %% of the visitors, unless forced', async (percent) => {
    jest.mocked(startInBrowser).mockImplementation(async () => ({ notRun: 'no Chromium on this machine' }));
    try {
      await record(await check(pass));
      await expect(promote(percent)).rejects.toThrow(
        'The gate "start" could not be run: no Chromium on this machine.',
      );
      const forced = { ...candidate, ...store, who: 'ada', percent, force: true, why: 'no browser here' };
      expect((await promoteRelease(forced)).changed).toBe(true);
    } finally {
      jest.mocked(startInBrowser).mockImplementation(async () => ({}));
    }
  });
});
