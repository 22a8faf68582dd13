import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promoteRelease, promoteTogether } from '../registry/changes';
import { readHistory } from '../../store/registry-history';
import { describeChange } from '../../formats/history';
import { CONTRACT, testStore } from '../../testing/release/test-store';
import { checkRelease, type RunInBrowser } from './check';
import { recordCheck, recordedCheck } from './record';
import { BROWSER_GATES, type CheckReport } from './report';

// The type gate runs the compiler.
jest.setTimeout(60_000);

let store: Awaited<ReturnType<typeof testStore>>;
const candidate = { app: 'shop', version: '1.1.0', shared: [CONTRACT] };
const provides = [{ request: '@isa/contract', version: '1.2.0' }];

beforeEach(async () => {
  store = await testStore();
  await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'], provides });
  await store.release({ ...candidate, version: '1.0.0' });
  await store.release(candidate);
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...store, who: 'ada' });
});
afterEach(() => store.remove());

const pass: RunInBrowser = async () => ({ problems: [], summary: 'all passed' });
const fail: RunInBrowser = async () => ({ problems: ['a visitor buys a book'], summary: '' });
const everyGate = (run: RunInBrowser) => Object.fromEntries(BROWSER_GATES.map((gate) => [gate, run]));
const check = (run?: RunInBrowser) =>
  checkRelease({ ...candidate, ...store, ...(run && { browser: everyGate(run) }) });
const record = (report: CheckReport) => recordCheck(report, store.storage, store.keys);
const promote = (percent = 100) => promoteRelease({ ...candidate, ...store, who: 'ada', percent });
const lastChange = async () => (await readHistory(store.storage, store.keys))[0]?.changes[0];

describe('a promotion for all visitors', () => {
  it('is rejected without a recorded check', async () => {
    await expect(promote()).rejects.toThrow('no check of it is recorded');
  });

  it('is rejected without the browser gates, although no gate has failed', async () => {
    const report = await record(await check());
    expect(report.passed).toBe(true);
    await expect(promote()).rejects.toThrow(
      'its recorded check has not run journeys and load. Run npm run release -- check shop@1.1.0 --journeys --load',
    );
  });

  it.each(BROWSER_GATES)('is rejected without %s', async (missing) => {
    const others = Object.fromEntries(
      BROWSER_GATES.filter((gate) => gate !== missing).map((gate) => [gate, pass]),
    );
    await record(await checkRelease({ ...candidate, ...store, browser: others }));
    await expect(promote()).rejects.toThrow(`has not run ${missing}.`);
  });

  it('succeeds after every gate has passed, without a note in the history', async () => {
    await record(await check(pass));
    expect((await promote()).changed).toBe(true);
    expect(await lastChange()).toEqual({ what: 'promote', part: 'shop', version: '1.1.0', instead: '1.0.0' });
  });

  it('is rejected when the recorded check is of other bytes under the same version', async () => {
    const report = await check(pass);
    await record({ ...report, release: 'sha384-of-another-release' });
    await expect(promote()).rejects.toThrow('is of other bytes under this version');
  });

  it.each([
    ['altered', (text: string) => text.replace('"not run"', '"passed"')],
    ['not JSON', () => '{"report":'],
    ['empty', () => ''],
    ['null', () => 'null'],
  ])('is rejected when the record is %s', async (_name, alter) => {
    await record(await check());
    const text = String((await store.storage.read('checks/shop/1.1.0.json'))?.bytes);
    await writeFile(path.join(store.folder, 'store/checks/shop/1.1.0.json'), alter(text));
    expect(await recordedCheck('shop', '1.1.0', store.storage, store.keys)).toBeUndefined();
    await expect(promote()).rejects.toThrow('no check of it is recorded');
  });

  it('is rejected when another team has signed the record', async () => {
    const report = await check(pass);
    const keys = { ...store.keys, privateKey: () => store.keys.privateKey('learning') };
    await recordCheck(report, store.storage, keys);
    await expect(promote()).rejects.toThrow('no check of it is recorded');
  });

  it('can be forced with a reason, and the history records both', async () => {
    await promoteRelease({ ...candidate, ...store, who: 'ada', force: true, why: 'checkout is down' });
    const [entry] = await readHistory(store.storage, store.keys);
    expect(entry).toMatchObject({ why: 'checkout is down', changes: [{ forced: true }] });
    expect(entry?.changes.map(describeChange)).toEqual([
      'shop@1.1.0 is live for everybody instead of 1.0.0; in spite of its check',
    ]);
  });
});

describe('a canary', () => {
  it('succeeds without the browser gates, and the history records that', async () => {
    const { changes } = await promote(5);
    const change = await lastChange();
    expect(change).toMatchObject({ what: 'canary', unchecked: [...BROWSER_GATES] });
    expect(changes[0]).toEqual(change);
    expect(change && describeChange(change)).toBe(
      `shop@1.1.0 is the canary, for 5 %; 1.0.0 stays live for the rest; not checked: ${BROWSER_GATES.join(', ')}`,
    );
  });

  it('has no note in the history when the browser gates have passed', async () => {
    await record(await check(pass));
    await promote(5);
    expect(await lastChange()).not.toHaveProperty('unchecked');
  });

  it('is rejected after a browser gate has failed', async () => {
    await record(await check(fail));
    await expect(promote(5)).rejects.toThrow('fails its gate "journeys": a visitor buys a book.');
  });
});

describe('a repeated check', () => {
  it('retains the recorded verdicts of browser gates', async () => {
    for (const [run, verdict] of [
      [pass, 'passed'],
      [fail, 'failed'],
    ] as const) {
      await record(await check(run));
      const again = await record(await check());
      expect(again.verdicts.filter(({ gate }) => gate === 'journeys')).toMatchObject([{ verdict }]);
      expect(again.passed).toBe(verdict === 'passed');
    }
  });

  it('replaces the verdict of a browser gate that runs again', async () => {
    await record(await check(fail));
    await record(await check(pass));
    expect((await promote()).changed).toBe(true);
  });

  it('ignores a record of other bytes', async () => {
    await record({ ...(await check(pass)), release: 'sha384-of-another-release' });
    const again = await record(await check());
    expect(again.verdicts.find(({ gate }) => gate === 'journeys')?.verdict).toBe('not run');
  });
});
