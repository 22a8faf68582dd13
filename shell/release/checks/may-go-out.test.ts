import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promoteRelease, promoteTogether } from '../registry/changes';
import { describeChange, readHistory } from '../../store/registry-log';
import { CONTRACT, testPlace } from '../../testing/release/place';
import { BROWSER_GATES, checkRelease, type CheckReport, type RunInBrowser } from './check';
import { recordCheck, recordedCheck } from './record';

// Many small files, and a compiler.
jest.setTimeout(60_000);

let place: Awaited<ReturnType<typeof testPlace>>;
const candidate = { part: 'shop', version: '1.1.0', shared: [CONTRACT] };
const provides = [{ request: '@isa/contract', version: '1.2.0' }];

beforeEach(async () => {
  place = await testPlace();
  await place.release({ part: 'shell', version: '1.0.0', paths: ['/login'], provides });
  await place.release({ ...candidate, version: '1.0.0' });
  await place.release(candidate);
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...place, who: 'ada' });
});
afterEach(() => place.remove());

const pass: RunInBrowser = async () => ({ problems: [], words: 'all walked' });
const fail: RunInBrowser = async () => ({ problems: ['a visitor buys a book'], words: '' });
const everyGate = (run: RunInBrowser) => Object.fromEntries(BROWSER_GATES.map((gate) => [gate, run]));
const check = (run?: RunInBrowser) =>
  checkRelease({ ...candidate, ...place, ...(run && { browser: everyGate(run) }) });
const record = (report: CheckReport) => recordCheck(report, place.storage, place.keys);
const promote = (percent = 100) => promoteRelease({ ...candidate, ...place, who: 'ada', percent });
const lastChange = async () => (await readHistory(place.storage, place.keys))[0]?.changes[0];

describe('everybody', () => {
  it('gets nothing whose check nobody has recorded', async () => {
    await expect(promote()).rejects.toThrow('no check of it is recorded');
  });

  it('gets nothing that no browser has visited, although no gate has failed', async () => {
    const report = await record(await check());
    expect(report.passed).toBe(true);
    await expect(promote()).rejects.toThrow(
      'its recorded check has not run journeys and load. Run npm run release -- check shop@1.1.0 --journeys --load',
    );
  });

  it.each(BROWSER_GATES)('gets nothing that lacks %s alone', async (missing) => {
    const others = Object.fromEntries(
      BROWSER_GATES.filter((gate) => gate !== missing).map((gate) => [gate, pass]),
    );
    await record(await checkRelease({ ...candidate, ...place, browser: others }));
    await expect(promote()).rejects.toThrow(`has not run ${missing}.`);
  });

  it('gets what has passed every gate, and the history has nothing to add', async () => {
    await record(await check(pass));
    expect((await promote()).changed).toBe(true);
    expect(await lastChange()).toEqual({ what: 'promote', part: 'shop', version: '1.1.0', instead: '1.0.0' });
  });

  it('gets nothing whose record is of other bytes under the same version', async () => {
    const report = await check(pass);
    await record({ ...report, release: 'sha384-of-another-release' });
    await expect(promote()).rejects.toThrow('is of other bytes under this version');
  });

  it.each([
    ['altered', (text: string) => text.replace('"not run"', '"passed"')],
    ['no JSON', () => '{"report":'],
    ['empty', () => ''],
    ['no record', () => 'null'],
  ])('gets nothing by a record that is %s', async (_name, alter) => {
    await record(await check());
    const text = String((await place.storage.read('checks/shop/1.1.0.json'))?.bytes);
    await writeFile(path.join(place.folder, 'store/checks/shop/1.1.0.json'), alter(text));
    expect(await recordedCheck('shop', '1.1.0', place.storage, place.keys)).toBeUndefined();
    await expect(promote()).rejects.toThrow('no check of it is recorded');
  });

  it('gets nothing by the signature of another team', async () => {
    const report = await check(pass);
    const keys = { ...place.keys, privateKey: () => place.keys.privateKey('learning') };
    await recordCheck(report, place.storage, keys);
    await expect(promote()).rejects.toThrow('no check of it is recorded');
  });

  it('gets what somebody forces and explains, and the history keeps both', async () => {
    await promoteRelease({ ...candidate, ...place, who: 'ada', force: true, why: 'checkout is down' });
    const [entry] = await readHistory(place.storage, place.keys);
    expect(entry).toMatchObject({ why: 'checkout is down', changes: [{ forced: true }] });
    expect(entry?.changes.map(describeChange)).toEqual([
      'shop@1.1.0 is live for everybody instead of 1.0.0; in spite of its check',
    ]);
  });
});

describe('a canary', () => {
  it('may go out before any browser has seen it, and the history says so', async () => {
    const { changes } = await promote(5);
    const change = await lastChange();
    expect(change).toMatchObject({ what: 'canary', unchecked: [...BROWSER_GATES] });
    expect(changes[0]).toEqual(change);
    expect(change && describeChange(change)).toBe(
      `shop@1.1.0 is the canary, for 5 %; 1.0.0 stays live for the rest; not checked: ${BROWSER_GATES.join(', ')}`,
    );
  });

  it('that has been walked with needs no such note', async () => {
    await record(await check(pass));
    await promote(5);
    expect(await lastChange()).not.toHaveProperty('unchecked');
  });

  it('does not go out once a browser has found it wanting', async () => {
    await record(await check(fail));
    await expect(promote(5)).rejects.toThrow('refused by its gate "journeys": a visitor buys a book.');
  });
});

describe('a check that is made again', () => {
  it('keeps what a browser has found, good or bad', async () => {
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

  it('believes the browser that looked last', async () => {
    await record(await check(fail));
    await record(await check(pass));
    expect((await promote()).changed).toBe(true);
  });

  it('takes nothing over from other bytes', async () => {
    await record({ ...(await check(pass)), release: 'sha384-of-another-release' });
    const again = await record(await check());
    expect(again.verdicts.find(({ gate }) => gate === 'journeys')?.verdict).toBe('not run');
  });
});
