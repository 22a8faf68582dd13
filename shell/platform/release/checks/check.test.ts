import { createServer } from 'node:http';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promoteRelease, promoteTogether } from '../registry/changes';
import { freePort, listen } from '../../../packages/node/processes';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { CONTRACT, type TestRelease } from '../../../tooling/testing/release/test-store';
import { readHead } from '../../store/registry-history';
import { checkRelease } from './check';
import { gates } from './gates';
import { type GateResult, readGateContext } from './gate-context';
import type { CheckReport } from '../../formats/check-report';
import { patternsOverlap } from '../../formats/addresses';

let store: TestStore;
beforeEach(async () => {
  store = await testStore();
});

const provides = [{ request: '@isa/contract', version: '1.2.0' }];
const shop = { app: 'shop', version: '1.0.0', shared: [CONTRACT] };
const candidate = { ...shop, version: '1.1.0' };

async function openShop(): Promise<void> {
  await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'], provides });
  await store.release(shop);
  await store.release({
    app: 'learning',
    version: '1.0.0',
    paths: ['/lessons', '/lessons/:id'],
    shared: [CONTRACT],
  });
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0', learning: '1.0.0' }, { ...store, who: 'ada' });
}

async function check(fake: TestRelease): Promise<CheckReport> {
  await store.release(fake);
  return checkRelease({ ...fake, ...store });
}

const gate = ({ verdicts }: CheckReport, name: string) => verdicts.find((one) => one.gate === name);

/** Runs a single gate, since a whole check starts the compiler. */
async function run(name: keyof typeof gates, fake: TestRelease): Promise<GateResult> {
  const released = await store.release(fake);
  const head = await readHead(store.storage, store.keys);
  return gates[name](released, await readGateContext(fake.app, head?.entry.registry.registry, store));
}

/** docs/releasing.md, "Change the contract". Previous releases count, since visitors may get them again. */
test.each([
  ['the contract', '@isa/contract', '1.2.0', '2.0.0'],
  ['React', 'react', '19.3.1', '20.0.0'],
])(
  'a new major of %s: remotes widen their range, the shell follows, remotes narrow it',
  async (_name, request, before, after) => {
    const wanting = (range: string) => ({ shared: [{ request, range }] });
    const shell = (version: string, provided: string) => ({
      app: 'shell',
      version,
      paths: ['/login'],
      provides: [{ request, version: provided }],
    });
    const lessons = { app: 'learning', paths: ['/lessons', '/lessons/:id'] };
    const isAccepted = async (fake: TestRelease) =>
      (await run('shared packages', fake)).problems.length === 0;
    const goLive = async (fake: TestRelease) => {
      expect(await isAccepted(fake)).toBe(true);
      await promoteTogether({ [fake.app]: fake.version }, { ...store, who: 'ada' });
    };
    await store.release(shell('1.0.0', before));
    await store.release({ ...shop, ...wanting(`^${before}`) });
    await store.release({ ...lessons, ...wanting(`^${before}`), version: '1.0.0' });
    await promoteTogether({ shell: '1.0.0', shop: '1.0.0', learning: '1.0.0' }, { ...store, who: 'ada' });

    const wide = wanting(`^${before} || ^${after}`);
    for (const patch of [1, 2]) {
      expect(await isAccepted(shell(`2.0.0-${patch}`, after))).toBe(false);
      await goLive({ ...shop, ...wide, version: `1.1.${patch}` });
      await goLive({ ...lessons, ...wide, version: `1.1.${patch}` });
    }
    await goLive(shell('2.0.0', after));
    expect(await isAccepted({ ...shop, ...wanting(`^${after}`), version: '2.0.0' })).toBe(false);
    await goLive(shell('2.0.1', after));
    await goLive({ ...shop, ...wanting(`^${after}`), version: '2.0.1' });
  },
);

describe('a faulty release', () => {
  beforeEach(openShop);

  it('fails the gate "signature" without a trusted one', async () => {
    await store.release(candidate);
    const trust = await store.keys.trust();
    const keys = { ...store.keys, trust: async () => ({ ...trust, shop: [] }) };
    // The live release of the shop, signed with the same key, cannot be verified either.
    const report = await checkRelease({ ...candidate, ...store, keys });
    expect(report).toMatchObject({ passed: false, verdicts: [{ gate: 'signature', verdict: 'failed' }] });
  });

  it('fails the gate "integrity" when a file was altered', async () => {
    await store.release(candidate);
    await writeFile(path.join(store.folder, 'store/shop/1.1.0/remote.0123456789ab.js'), 'evil');
    const report = await checkRelease({ ...candidate, ...store });
    expect(gate(report, 'integrity')).toMatchObject({
      verdict: 'failed',
      messages: ['remote.0123456789ab.js has other bytes than were signed'],
    });
  });

  it('fails the gate "types" when it does not compile against a shell in service', async () => {
    const report = await check({
      ...candidate,
      files: {
        'types/src/remote.tsx':
          "import type { Host } from '@isa/contract';\nexport default (host: Host): string => host.site.origin;",
      },
    });
    expect(gate(report, 'types')).toMatchObject({
      verdict: 'failed',
      messages: [
        expect.stringMatching(/^shop@1\.1\.0 with shell@1\.0\.0: src\/remote\.tsx.*'origin' does not exist/),
      ],
    });
  });

  it('fails the gate "types" when a shell provides less than a remote in service needs', async () => {
    const report = await check({
      app: 'shell',
      version: '1.1.0',
      paths: ['/login'],
      provides,
      files: { 'types/@isa/contract/src/index.d.ts': 'export interface Host { readonly site: string }' },
    });
    expect(gate(report, 'types')?.messages).toEqual([
      expect.stringContaining('learning@1.0.0 with shell@1.1.0'),
      expect.stringContaining('shop@1.0.0 with shell@1.1.0'),
    ]);
  });

  it('fails the gate "shared packages" when a range does not match', async () => {
    const shared = [
      { request: '@isa/contract', range: '^1.3.0' },
      { request: 'react', range: '*' },
    ];
    expect((await run('shared packages', { ...candidate, shared })).problems).toEqual([
      'shop@1.1.0 needs @isa/contract ^1.3.0, and shell@1.0.0 provides 1.2.0',
      'shop@1.1.0 needs react, which shell@1.0.0 does not provide',
    ]);
  });

  it.each([
    ['a path of another remote', '/lessons', '/lessons of learning@1.0.0'],
    ['a pattern over one', '/:anything', '/lessons of learning@1.0.0'],
    ['a path under a pattern', '/lessons/special', '/lessons/:id of learning@1.0.0'],
    ['a path of the shell', '/login', '/login of shell@1.0.0'],
  ])('fails the gate "routes": %s', async (_name, claimed, owner) => {
    const { problems } = await run('routes', { ...candidate, paths: ['/shop', claimed] });
    expect(problems.join()).toContain(`${claimed} of shop@1.1.0 and ${owner} claim`);
  });

  it('fails the gate "routes" when a menu entry links to no page', async () => {
    const menu = [{ menu: 'main' as const, label: 'Sale', path: '/sale?now', order: 1 }];
    expect((await run('routes', { ...candidate, menu })).problems).toEqual([
      'the menu entry Sale links to /sale?now, which no app serves',
    ]);
  });

  it('fails the gate "routes" when it no longer serves what a page of another remote links to', async () => {
    await store.release({ ...shop, version: '1.0.1', paths: ['/shop', '/vouchers', '/gifts'] });
    await promoteTogether({ shop: '1.0.1' }, { ...store, who: 'ada' });
    const pages: Readonly<Record<string, string>> = {
      '/sitemap.xml': '<loc>https://site/lessons</loc><loc>https://site/shop</loc>',
      '/lessons': '<header></header><main><a href="/vouchers?from=lessons">Give a lesson</a></main>',
      '/shop': '<main><a href="/gifts">Gifts</a></main>',
    };
    const site = createServer((request, response) => response.end(pages[request.url ?? '']));
    const port = await freePort();
    await listen(site, port);
    process.env.SITE_ORIGIN = `http://localhost:${port}`;
    try {
      expect((await run('routes', { ...candidate, paths: ['/shop'] })).problems).toEqual([
        '/lessons of learning links to /vouchers?from=lessons, which shop@1.1.0 no longer serves',
      ]);
    } finally {
      delete process.env.SITE_ORIGIN;
      site.close();
    }
    const { problems, notRun } = await run('routes', { ...candidate, version: '1.2.0', paths: ['/shop'] });
    expect([problems, notRun]).toEqual([
      [],
      expect.stringMatching(
        /^it removes \/vouchers, \/gifts, and links to it were not searched: no site.*SITE_ORIGIN/,
      ),
    ]);
  });

  it('fails the gate "routes" when it no longer serves what the menu of another remote links to', async () => {
    await store.release({ ...shop, version: '1.0.1', paths: ['/shop', '/vouchers'] });
    await promoteTogether({ shop: '1.0.1' }, { ...store, who: 'ada' });
    const children = [{ label: 'Vouchers', path: '/vouchers?from=menu' }];
    const menu = [{ menu: 'main' as const, label: 'Lessons', path: '/lessons', order: 1, children }];
    await store.release({
      app: 'learning',
      version: '1.1.0',
      paths: ['/lessons', '/lessons/:id'],
      shared: [CONTRACT],
      menu,
    });
    await promoteTogether({ learning: '1.1.0' }, { ...store, who: 'ada' });
    expect((await run('routes', { ...candidate, paths: ['/shop'] })).problems).toEqual([
      'the menu entry Vouchers of learning@1.1.0 links to /vouchers?from=menu, which shop@1.1.0 no longer serves',
    ]);
    const kept = { ...candidate, version: '1.2.0', paths: ['/shop', '/vouchers'] };
    expect(await run('routes', kept)).toMatchObject({ problems: [] });
  });

  const noise = (length: number) => Array.from({ length }, (_, index) => Math.sin(index).toString(36)).join();

  it('fails the gate "sizes" above a budget, with the largest script and who may change what', async () => {
    const { problems } = await run('sizes', {
      app: 'marketing',
      version: '1.0.0',
      files: { 'page.js': noise(30_000) },
    });
    expect(problems).toEqual([
      expect.stringMatching(
        /^all scripts: [\d.]+ kB under brotli; the budget is 100\.0 kB\. The largest script is page\.js with [\d.]+ kB\. The team of marketing may raise isa\.sizes\.all in the app’s package\.json up to 100\.0 kB, and the operators that bound in shell\/platform\/release\/budgets\.json\.$/,
      ),
    ]);
  });

  it('fails the gate "sizes" by the budget of its team within the bounds of the operators', async () => {
    const check = async (version: string, length: number, sizes: NonNullable<TestRelease['sizes']>) =>
      run('sizes', { ...candidate, version, files: { 'page.js': noise(length) }, sizes });
    expect((await check('1.2.0', 10, { start: 10_000, all: 10_000 })).problems).toEqual([]);
    expect((await check('1.3.0', 10, { start: 10_000, all: 10 })).problems).toEqual([
      expect.stringMatching(/^all scripts: .* the budget is 0\.0 kB/),
    ]);
    // A budget above the operators' bound allows no more than that.
    expect((await check('1.4.0', 10, { start: 10_000, all: 1e9 })).problems).toEqual([]);
    expect((await check('1.5.0', 30_000, { start: 10_000, all: 1e9 })).problems).toEqual([
      expect.stringMatching(/^all scripts: .* the budget is 100\.0 kB/),
    ]);
  });

  it('accepts the size of the live release whatever the budget is, and fails a larger one with the scripts that grew', async () => {
    const files = { 'page.0123456789ab.js': noise(30_000), 'other.0123456789ab.js': noise(10) };
    await store.release({ ...shop, version: '1.0.1', files });
    await promoteTogether({ shop: '1.0.1' }, { ...store, who: 'ada' });
    const similar = await run('sizes', { ...candidate, files });
    expect(similar.problems).toEqual([]);
    expect([similar.summary].flat().join()).toMatch(
      /note: all scripts: .* shop@1\.0\.1, which is live, has [\d.]+ kB, and the budget is 100\.0 kB/,
    );
    const larger = { 'page.ba9876543210.js': noise(31_000), 'other.0123456789ab.js': noise(20) };
    expect((await run('sizes', { ...candidate, version: '1.2.0', files: larger })).problems).toEqual([
      expect.stringMatching(
        /^all scripts: [\d.]+ kB under brotli; shop@1\.0\.1, which is live, has [\d.]+ kB.* at most [\d.]+ kB pass\. page\.js has grown most, from [\d.]+ kB to [\d.]+ kB\. The team of shop may raise/,
      ),
    ]);
    const added = { ...files, 'new.0123456789ab.js': noise(2_000) };
    expect((await run('sizes', { ...candidate, version: '1.3.0', files: added })).problems).toEqual([
      expect.stringMatching(/ new\.js is new, with [\d.]+ kB\. /),
    ]);
  });

  it('fails the gate "journeys" with the problems of its visitors', async () => {
    await store.release(candidate);
    const journeys = async () => ({ problems: ['a visitor buys a book'], summary: '' });
    const report = await checkRelease({ ...candidate, ...store, journeys });
    expect([gate(report, 'journeys')?.messages, report.passed]).toEqual([['a visitor buys a book'], false]);
  });
});

describe('a compatible release', () => {
  beforeEach(openShop);

  it('passes every gate that could be run, and reports the others as not run', async () => {
    const menu = [{ menu: 'main' as const, label: 'Lessons', path: '/lessons/7#top', order: 1 }];
    const { verdicts, passed } = await check({ ...candidate, menu });
    expect(verdicts.map(({ gate: name, verdict }) => [name, verdict])).toEqual([
      ['signature', 'passed'],
      ['integrity', 'passed'],
      ['types', 'passed'],
      ['calls', 'passed'],
      ['shared packages', 'passed'],
      ['routes', 'passed'],
      ['sizes', 'passed'],
      ['start', 'not run'],
      ['journeys', 'not run'],
    ]);
    expect(passed).toBe(true);
  });

  it('is not promoted with a failed gate, unless forced with a reason', async () => {
    await store.release({ ...candidate, shared: [{ request: 'react', range: '*' }] });
    const options = { ...candidate, ...store, who: 'ada', percent: 5 };
    await expect(promoteRelease(options)).rejects.toThrow('fails its gate "shared packages"');
    await expect(promoteRelease({ ...options, force: true })).rejects.toThrow('needs a reason');
    expect((await promoteRelease({ ...options, force: true, why: 'checkout is down' })).changed).toBe(true);
  });
});

describe('patternsOverlap', () => {
  it.each([
    ['/a/:x', '/a/b', true],
    ['/a/:x', '/:y/b', true],
    ['/a/:x', '/a', false],
    ['/a/:x?', '/a', true],
    ['/a/:x', '/a/b/c', false],
    ['/a/*', '/a/b/c', true],
    ['/a/*', '/a', true],
    ['/*', '/anything/at/all', true],
    ['/A', '/a', true],
    ['/', '/a', false],
    ['/', '/', true],
    ['/my-orders/:link', '/my-courses', false],
  ])('%s and %s match a common address: %s', (one, other, expected) => {
    expect(patternsOverlap(one, other)).toBe(expected);
    expect(patternsOverlap(other, one)).toBe(expected);
  });

  it('compares any number of optional segments at once', () => {
    const optional = (name: string) => Array.from({ length: 40 }, (_, at) => `/${name}${at}?`).join('');
    // Trying each combination would not end before the test's time is over.
    expect(patternsOverlap(`${optional('a')}/x`, `${optional('b')}/y`)).toBe(false);
  });
});
