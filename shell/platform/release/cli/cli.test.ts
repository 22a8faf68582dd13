import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { describeCalls } from '@isa/api-contract/schemas';
import path from 'node:path';
import { serve } from '../../../../api/testing/test-server';
import { startBuildApi } from '../../../tooling/testing/release/build-api';
import { prerenderSite } from '../../prerender/prerender-site';
import { checkRelease } from '../checks/check';
import { recordCheck } from '../checks/record';
import { promoteTogether } from '../registry/changes';
import { createKeyPair } from '../../store/keys/signature';
import { status } from '../../store/registry-status';
import { siteBucketAt } from '../../store/site-bucket';
import { bucketStorage } from '../../store/storage/bucket';
import { startBucketServer } from '../../../tooling/testing/release/bucket-server';
import { appNames, root } from '../../../packages/node/folders';
import { freePort, listen } from '../../../packages/node/processes';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { recordStart } from '../../../tooling/testing/release/record-start';
import { testScript } from '../../../tooling/testing/test-script';

/** Nothing listens at this address, so that no site is built. */
const NO_SITE = 'http://localhost:9';

let store: TestStore;
let siteOrigin = NO_SITE;
beforeEach(async () => {
  store = await testStore();
});
afterEach(() => void (siteOrigin = NO_SITE));

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `npm run release -- …` with the test's store and keys. */
async function release(...args: readonly string[]): Promise<Outcome> {
  return releaseWith({}, ...args);
}

async function releaseWith(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Outcome> {
  const script = await testScript('shell/tooling/commands/release.ts');
  const own = {
    ...store.environment,
    SITE_ORIGIN: siteOrigin,
    SECURITY_LOG: securityLog(),
    // The test's releases have no scripts that a browser could run.
    CHROMIUM_PATH: '',
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [script, ...args],
      { env: { ...process.env, ...own, ...environment } },
      (_error, out, err) => resolve({ code: child.exitCode, out, err }),
    );
  });
}

const securityLog = () => path.join(store.folder, 'security.log');

async function openShop(): Promise<void> {
  await store.saveKeys();
  await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'] });
  for (const version of ['1.0.0', '1.1.0']) await store.release({ app: 'shop', version });
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...store, who: 'ada' });
}

/** Builds the site of the store. @returns what names its API. */
async function buildSite() {
  const { options } = await startBuildApi(store, (_request, response) => response.end('true'));
  await prerenderSite(options);
  return { API_ORIGIN: options.apiOrigin };
}

/** A site that is built from the store and answers. @returns the settings of commands that change it. */
async function openSite() {
  const api = await startBuildApi(store, ({ url }, response) => {
    if (url === '/registry.json') response.end(registry);
    else response.end(JSON.stringify(url === '/api/contract' ? { calls: {} } : url === '/api/shop'));
  });
  await prerenderSite(api.options);
  const registry = await readFile(path.join(api.options.siteFolder, 'current/registry.json'));
  siteOrigin = api.options.apiOrigin;
  return { API_ORIGIN: api.options.apiOrigin, SITE_FOLDER: api.options.siteFolder };
}

describe('the exit code', () => {
  it.each([
    ['an unknown command', ['promot']],
    ['an unknown option', ['status', '--nonsense']],
    ['a missing reason', ['rollback', 'shop']],
    ['shrinking steps', ['promote', 'shop@1.0.0', '--steps', '50,5']],
    ['an invalid share', ['promote', 'shop@1.0.0', '--percent', '0']],
  ])('is 2 for %s, with the usage', async (_name, args) => {
    const { code, out, err } = await release(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(
      /^error: .*\n(?:.*\n)*Usage: npm run release -- .*\nMore: {2}npm run release -- .*--help/,
    );
  });

  it.each([
    ['no app is live', ['status'], 'Nothing is live yet'],
    ['no release is packed', ['publish', 'shop'], 'shop is not packed on this machine'],
    ['the app is unknown', ['pack', 'shopp'], `Unknown app: shopp. Known: ${appNames().join(', ')}.`],
    ['a version is missing', ['promote', 'shop'], 'Which version of shop?'],
    ['a version is invalid', ['promote', 'shop@../../etc'], 'is not a version'],
  ])('is 1 when %s, with a message of one line', async (_name, args, sentence) => {
    const { code, out, err } = await release(...args);
    expect([code, out]).toEqual([1, '']);
    expect(err.trim().split('\n')).toEqual([expect.stringContaining(sentence)]);
  });

  it('is 0 for help', async () => {
    const { code, out } = await release('promote', '--help');
    expect([code, out]).toEqual([0, expect.stringContaining('--percent <share>')]);
  });
});

describe('the command line', () => {
  it('prints only JSON with --json, and changes nothing with --dry-run', async () => {
    await openShop();
    await recordStart(store, { app: 'shop', version: '1.1.0' });
    const promoted = await releaseWith(
      await buildSite(),
      'promote',
      'shop@1.1.0',
      '--percent',
      '5',
      '--json',
      '--dry-run',
      '--by',
      'ada',
    );
    expect([promoted.code, JSON.parse(promoted.out)]).toEqual([
      0,
      {
        revision: 2,
        changed: false,
        hasSite: true,
        changes: [
          {
            what: 'canary',
            app: 'shop',
            version: '1.1.0',
            percent: 5,
            instead: '1.0.0',
            unchecked: ['journeys'],
          },
        ],
      },
    ]);
    const { out } = await release('status', '--json');
    expect(JSON.parse(out)).toMatchObject({
      revision: 1,
      apps: [
        { app: 'shell', live: '1.0.0' },
        { app: 'shop', live: '1.0.0', last: { who: 'ada', what: 'promote' } },
      ],
    });
  });

  it('releases to staff only, shows it, and refuses to combine it with a share of the visitors', async () => {
    await openShop();
    const promoted = await release('promote', 'shop@1.1.0', '--staff', '--force', '--reason', 'a test');
    expect(promoted.out).toContain('shop@1.1.0 is the canary, for staff only');
    expect(promoted.out).toContain('npm run release -- promote shop@1.1.0 --percent 5');
    expect((await release('status')).out).toContain('1.1.0 for staff only');
    for (const share of [
      ['--percent', '5'],
      ['--steps', '5,100'],
    ]) {
      const both = await release('promote', 'shop@1.1.0', '--staff', ...share);
      expect([both.code, both.err]).toEqual([2, expect.stringContaining('cannot be used with')]);
    }
  });

  it('warns when the browser gates of a canary were not run, and names the command for them', async () => {
    await openShop();
    const checked = await release('check', 'shop@1.1.0');
    expect([checked.code, checked.out]).toEqual([1, expect.stringMatching(/journeys +not run/)]);
    expect(checked.err).toContain('shop@1.1.0 could not be checked completely.');
    expect(checked.out).toMatch(/start +not run +CHROMIUM_PATH is empty/);
    expect(checked.out).toContain('cannot be promoted yet: start could not be run');
    await recordStart(store, { app: 'shop', version: '1.1.0' });
    const api = await buildSite();
    const canary = await releaseWith(api, 'promote', 'shop@1.1.0', '--percent', '5');
    expect([canary.code, canary.out]).toEqual([0, expect.stringContaining('journeys not run')]);
    expect(canary.out).toContain('npm run release -- check shop@1.1.0 --journeys');
    const all = await release('promote', 'shop@1.1.0');
    expect([all.code, all.err]).toEqual([1, expect.stringContaining('has not run journeys')]);
    const recorded = (await readFile(securityLog(), 'utf8')).trim().split('\n');
    expect(recorded.map((line) => JSON.parse(line) as unknown)).toEqual(
      ['success', 'refused'].map((result): unknown =>
        expect.objectContaining({
          event: 'release-control',
          action: 'promote',
          target: 'shop@1.1.0',
          result,
        }),
      ),
    );
  });

  it('promotes nothing before a site is built, whose pages could be rendered, unless it is forced', async () => {
    await openShop();
    await recordStart(store, { app: 'shop', version: '1.1.0' });
    const canary = ['promote', 'shop@1.1.0', '--percent', '5'];
    const refused = await release(...canary);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(/^No site is built in \S+ yet, .* Nothing was changed: .* --force/);
    expect((await release('status')).out).toMatch(/revision 1\n[^]*shop +1\.0\.0 +– +– /);
    const forced = await release(...canary, '--force', '--reason', 'a test');
    // No visitor gets the canary.
    expect([forced.code, forced.out]).toEqual([
      1,
      expect.stringMatching(/Not built: {3}there is no site in \S+\. .* SITE_FOLDER or SITE_URL/),
    ]);
    expect((await release('status')).out).toContain('1.1.0 for 5%');
  });

  it('names the page that stops a promotion, and status says what visitors get', async () => {
    await openShop();
    const environment = await openSite();
    await store.release({
      app: 'shop',
      version: '1.2.0',
      files: { 'node/server.cjs': 'throw new Error("broken")' },
    });
    const forced = ['--force', '--reason', 'a test'];
    const refused = await releaseWith(environment, 'promote', 'shop@1.2.0', ...forced);
    expect([refused.code, refused.err]).toEqual([
      1,
      'Every page of shop@1.2.0 cannot be rendered: Rendering shop@1.2.0 failed: broken\n',
    ]);
    expect((await release('status')).out).toContain(`Visitors of ${siteOrigin} get the same.`);
    const promoted = await releaseWith(environment, 'promote', 'shop@1.1.0', ...forced);
    expect([promoted.code, promoted.out]).toEqual([
      0,
      expect.stringContaining('visitors get it with their next page'),
    ]);
    expect(await readFile(path.join(environment.SITE_FOLDER, 'current/registry.json'), 'utf8')).toContain(
      'shop/1.1.0/',
    );
    // Another project answers at the address, and its API is not taken for ours.
    const calls = JSON.stringify({ calls: describeCalls() });
    siteOrigin = (await serve(createServer((_request, response) => response.end(calls)))).origin;
    const compared = await release('can-i-deploy', '--deployed');
    expect([compared.code, compared.err]).toEqual([
      1,
      `Nothing was compared: no site that is built from this store responds at ${siteOrigin}; start it, or set SITE_ORIGIN to the address of the site.\n`,
    ]);
  });

  it('asks no site where none is named, and says so', async () => {
    await openShop();
    const [preload, log] = ['record-fetch.cjs', 'asked.log'].map((name) => path.join(store.folder, name));
    const record = `require('node:fs').appendFileSync(${JSON.stringify(log)}, String(address));`;
    await writeFile(
      preload ?? '',
      `globalThis.fetch = async (address) => { ${record} throw new Error('away'); };`,
    );
    const environment = { NODE_OPTIONS: `--require ${preload}`, SITE_ORIGIN: '', PORT: '' };
    const shown = await releaseWith(environment, 'status');
    expect([shown.code, shown.out]).toEqual([
      0,
      expect.stringContaining(
        'Visitors were not asked for: no site is named; set SITE_ORIGIN to its address',
      ),
    ]);
    expect(shown.out).not.toContain('localhost');
    const compared = await releaseWith(environment, 'can-i-deploy', '--deployed');
    expect([compared.code, compared.err]).toEqual([1, expect.stringContaining('no site is named')]);
    const retired = await releaseWith(environment, 'retire', 'shop', '--reason', 'a test');
    expect([retired.code, retired.err]).toEqual([1, expect.stringContaining('no site is named')]);
    const checked = await releaseWith(environment, 'check', 'shop@1.1.0', '--dry-run');
    expect(checked.out).toContain('no site is named');
    expect(checked.out).not.toContain('localhost');
    await expect(readFile(log ?? '', 'utf8')).rejects.toThrow('ENOENT');
    // The same record names a site that is asked.
    await releaseWith({ ...environment, SITE_ORIGIN: NO_SITE }, 'status');
    expect(await readFile(log ?? '', 'utf8')).toContain(NO_SITE);
  });

  it('changes no site where none is named, but for the one that npm start has recorded', async () => {
    await openShop();
    const site = await openSite();
    const unnamed = {
      SITE_ORIGIN: '',
      PORT: '',
      API_ORIGIN: '',
      API_PORT: '',
      SITE_FOLDER: site.SITE_FOLDER,
    };
    const reason = ['--reason', 'a test'];
    for (const line of [
      ['promote', 'shop@1.1.0', '--force', ...reason],
      ['rollback', 'shop', ...reason],
      ['prerender'],
      ['prerender', '--site', 'https://academy.example'],
      ['edge', '--bucket', 'https://bucket.example/'],
    ]) {
      const refused = await releaseWith(unnamed, ...line);
      expect([line, refused.code, refused.out, refused.err]).toEqual([
        line,
        1,
        '',
        'Nothing was done: no site is named; set SITE_ORIGIN to its address, or run npm start, which records its own.\n',
      ]);
    }
    const recorded = { SITE_ORIGIN: siteOrigin, API_ORIGIN: site.API_ORIGIN };
    await writeFile(path.join(store.folder, 'addresses.json'), JSON.stringify(recorded));
    const promoted = await releaseWith(unnamed, 'promote', 'shop@1.1.0', '--force', ...reason);
    expect([promoted.err, promoted.code]).toEqual(['', 0]);
    expect(await readFile(path.join(site.SITE_FOLDER, 'current/registry.json'), 'utf8')).toContain(
      'shop/1.1.0/',
    );
  });

  it('promotes by the command of the pipeline what another job has checked, with the operators’ key alone', async () => {
    await openShop();
    const site = await openSite();
    const workflow = await readFile(path.join(root, '.github/workflows/remote.yml'), 'utf8');
    const [, command = ''] = /run: npm run release -- (promote .*)$/m.exec(workflow) ?? [];
    const variables = { APP: 'shop', VERSION: '1.1.0', GITHUB_SHA: '0a1b2c3' };
    const words = Object.entries(variables)
      .reduce((text, [name, value]) => text.replaceAll(`$${name}`, value), command)
      .replaceAll('"', '')
      .split(' ');
    // The key of the job that checks signs nothing else.
    const pair = createKeyPair();
    const trust = {
      ...(await store.keys.trust()),
      check: [{ ...pair.publicKey, since: '2026-01-01T00:00:00Z' }],
    };
    const trustFile = path.join(store.folder, 'trusted.json');
    await writeFile(trustFile, JSON.stringify(trust));
    const operators = await store.keys.privateKey('registry');
    const production = {
      ...{ NODE_ENV: 'production', PREVIEW_ORIGIN: 'https://preview.example', ...site },
      ...{ KEYS_FOLDER: path.join(store.folder, 'no-keys'), RELEASE_TRUST: trustFile },
      RELEASE_KEY_REGISTRY: operators.export({ type: 'pkcs8', format: 'pem' }).toString(),
      RELEASE_BY: 'ada by shop',
    };
    const promote = () => releaseWith(production, ...words);

    const early = await promote();
    expect([early.code, early.err]).toEqual([1, expect.stringContaining('no check of it is recorded')]);
    const keys = { trust: async () => trust, privateKey: async () => pair.privateKey };
    const report = await checkRelease({ app: 'shop', version: '1.1.0', ...store });
    const verdicts = report.verdicts.map((one) =>
      ['start', 'journeys'].includes(one.gate) ? { ...one, verdict: 'passed' as const } : one,
    );
    await recordCheck({ ...report, verdicts }, store.storage, keys);
    const promoted = await promote();
    expect([promoted.err, promoted.out]).toEqual(['', expect.stringContaining('shop@1.1.0 is the canary')]);
    expect(promoted.code).toBe(0);
    const { apps } = await status(store.storage, store.keys);
    expect(apps.find(({ app }) => app === 'shop')).toMatchObject({
      live: '1.0.0',
      canary: { version: '1.1.0', percent: 5, rollout: { steps: [25, 50, 100], minutes: 120 } },
      last: { who: 'ada by shop', why: '0a1b2c3', what: 'canary' },
    });
  });

  it('shows the calls of releases in service that the deployed API lacks', async () => {
    await openShop();
    const { listBooks } = describeCalls();
    if (!listBooks) throw new Error('The contract has no call listBooks.');
    await store.release({ app: 'shop', version: '1.2.0', calls: { listBooks } });
    await promoteTogether({ shop: '1.2.0' }, store);
    let calls: object = { listBooks };
    const own = await readFile(path.join(store.folder, 'store/registry.json'), 'utf8');
    let registry = '{}';
    const api = createServer(({ url }, response) => {
      response.statusCode = url === '/api/contract' || url === '/registry.json' ? 200 : 404;
      response.end(url === '/registry.json' ? registry : JSON.stringify({ calls }));
    });
    const port = await freePort();
    await listen(api, port);
    siteOrigin = `http://127.0.0.1:${port}`;
    try {
      const stranger = (await release('status')).out;
      expect(stranger).toContain(`No site that is built from this store responds at ${siteOrigin}.`);
      expect(stranger).not.toContain('The API at');
      registry = own;
      expect((await release('status')).out).toContain(
        `The API at ${siteOrigin} serves every call of these releases.`,
      );
      calls = {};
      const lacking = 'shop@1.2.0 uses the call listBooks: the API does not have it.';
      expect((await release('status')).out).toContain(lacking);
      expect(JSON.parse((await release('status', '--json')).out)).toMatchObject({ api: [lacking] });
      const refused = await release('can-i-deploy', '--deployed');
      expect(refused.code).toBe(1);
      expect(refused.out).toMatch(
        /^listBooks +GET \/api\/\S+ +shop@1\.2\.0 +live +the API does not have it$/m,
      );
      const checkout = await release('can-i-deploy');
      expect([checkout.code, checkout.out]).toEqual([0, expect.stringMatching(/shop@1\.2\.0 +live +yes$/m)]);
    } finally {
      await new Promise((resolve) => api.close(resolve));
    }
  });

  it('prunes the store, and the site in a bucket', async () => {
    await openShop();
    const bucket = await startBucketServer();
    try {
      const address = 's3://releases/site';
      const site = siteBucketAt(bucketStorage(address, bucket.environment), store.folder);
      for (const id of ['00000001-a', '00000002-b', '00000003-c', '00000004-d']) {
        const table = { routes: [], missing: { file: '404.html', status: 404 } };
        const texts = { 'routes.json': JSON.stringify(table), 'index.html': id };
        await site.write(
          id,
          new Map(Object.entries(texts).map(([name, text]) => [name, { text }])),
          undefined,
        );
        for (const [key, object] of bucket.objects) {
          const modified = new Date(Date.parse(object.modified) - 86_400_000).toUTCString();
          bucket.objects.set(key, { ...object, modified });
        }
      }
      await site.swap('00000004-d', await site.current());
      const environment = { ...bucket.environment, SITE_URL: address };
      const { code, out } = await releaseWith(environment, 'prune', '--days', '0.5');
      expect([code, out]).toEqual([0, expect.stringContaining('shell@1.0.0')]);
      expect(out).toContain(`${address}: 1 site builds and 1 other objects removed.`);
      expect(await site.read('00000001-a', 'index.html')).toBeUndefined();
      expect(await site.read('00000002-b', 'index.html')).toBe('00000002-b');
    } finally {
      await bucket.close();
    }
  });

  it('trusts the key of a remote from another repository, but no owner that is no name', async () => {
    const { key } = createKeyPair().publicKey;
    expect((await release('trust', 'talks', key)).code).toBe(0);
    const trust = JSON.parse(await readFile(path.join(store.folder, 'keys/trusted.json'), 'utf8')) as unknown;
    expect(trust).toMatchObject({ talks: [{ key }] });
    for (const owner of ['../talks', 'talks@1.0.0']) {
      expect((await release('trust', owner, key)).code).toBe(1);
    }
  });

  it('generates a key that only its owner can read, and trusts it', async () => {
    const made = await release('keygen', 'shop', '--json');
    const again = await release('keygen', 'shop');
    expect([made.code, again.code]).toEqual([0, 1]);
    const { id, file } = JSON.parse(made.out) as { id: string; file: string };
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const trust = JSON.parse(await readFile(path.join(store.folder, 'keys/trusted.json'), 'utf8')) as unknown;
    expect(trust).toMatchObject({ shop: [{ id }] });
    expect((await release('revoke', 'shop', id)).err).toContain('is the only key of shop');
    expect((await release('keygen', 'shop', '--rotate')).code).toBe(0);
    expect((await release('revoke', 'shop', id)).code).toBe(0);
  });
});

describe('a set', () => {
  it('is checked, promoted, shown and aborted as a whole', async () => {
    await openShop();
    await store.release({ app: 'learning', version: '1.0.0', paths: ['/learn'] });
    await promoteTogether({ learning: '1.0.0' }, { ...store, who: 'ada' });
    await store.release({ app: 'learning', version: '1.1.0', paths: ['/learn', '/shop'] });
    await store.release({ app: 'shop', version: '1.2.0', paths: ['/books'] });
    const file = path.join(store.folder, 'spring.json');
    await writeFile(file, '{ "name": "spring", "releases": ["shop@1.2.0", "learning@1.1.0"] }');

    const checked = await release('check', '--set', file, '--dry-run');
    expect([checked.code, checked.out]).toEqual([1, expect.not.stringContaining('failed')]);
    expect(checked.out).toContain(
      `learning@1.1.0 cannot be promoted yet: start could not be run. When that is possible: npm run release -- check --set ${file}\n`,
    );
    const refused = await release('promote', '--set', file);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`Run npm run release -- check --set ${file} --journeys, or add --force`),
    ]);
    const [shop, learning] = [
      { app: 'shop', version: '1.2.0' },
      { app: 'learning', version: '1.1.0' },
    ];
    await recordStart(store, shop, [learning]);
    await recordStart(store, learning, [shop]);
    const promoted = await releaseWith(await buildSite(), 'promote', '--set', file, '--percent', '5');
    expect([promoted.code, promoted.out]).toEqual([
      0,
      expect.stringMatching(
        /shop@1\.2\.0 is the canary[^]*in the set spring[^]*learning@1\.1\.0 is the canary/,
      ),
    ]);
    expect(promoted.out).toContain('Warning:        journeys not run');
    for (const next of [`check --set ${file} --journeys`, `promote --set ${file}`])
      expect(promoted.out).toContain(`npm run release -- ${next}\n`);
    expect((await release('status')).out).toMatch(/1\.2\.0 for 5% in the set spring/);
    const aborted = await release('abort', 'shop', '--reason', 'a test');
    expect(aborted.out).toContain('the canary learning@1.1.0 has ended');
  });

  it.each([
    ['neither a release nor a set is named', [], 'Name a release, or a file with --set.'],
    ['both are named', ['shop@1.0.0', '--set', 'x.json'], 'Name a release, or a file with --set.'],
    ['its file is missing', ['--set', 'missing.json'], 'The file missing.json cannot be read.'],
  ])('is refused when %s', async (_name, args, sentence) => {
    const { code, err } = await release('promote', ...args);
    expect([code, err.trim()]).toEqual([1, sentence]);
  });
});
