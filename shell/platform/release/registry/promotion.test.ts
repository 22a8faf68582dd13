import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { startBuildApi } from '../../../tooling/testing/release/build-api';
import { type TestStore, testStore } from '../../../tooling/testing/release/jest-store';
import { recordStart } from '../../../tooling/testing/release/record-start';
import { minimalRemote, MINIMAL_SHELL } from '../../../tooling/testing/release/minimal-builds';
import { signedRegistrySchema } from '../../formats/registry-schema';
import { requireJson } from '../../formats/parse-json';
import { SITE_BUILD_FILE, siteBuildSchema } from '../../formats/site-build';
import { type PrerenderOptions, prerenderSite } from '../../prerender/prerender-site';
import { KILLED_STEPS } from '../../../tooling/testing/release/killed-steps';
import { prepareEntry, readHead, readHistory, readVerifiedRegistry } from '../../store/registry-history';
import { siteFolderAt } from '../../store/site-folder';
import { abortCanary, promoteRelease, promoteTogether, rollbackApp } from './changes';

/** Pages show the API's answer, and fail when it says so. */
const SHELL = `const texts = {}; ${MINIMAL_SHELL.replace(
  'const json =',
  "if (data?.isBroken) throw new Error('badly written'); texts[address] = data?.text; const json =",
).replace("'<h1>' +", "'<h1>' + texts[address] +")}`;

let store: TestStore;
let api: Awaited<ReturnType<typeof startBuildApi>>;
let options: PrerenderOptions;
let catalogue: Record<string, unknown>;

beforeEach(async () => {
  store = await testStore();
  catalogue = { '/api/shop': { text: 'books' }, '/api/learn': { text: 'lessons' } };
  api = await startBuildApi(store, ({ url }, response) =>
    response.end(JSON.stringify(catalogue[url ?? ''] ?? null)),
  );
  ({ options } = api);
  await release('shell', '1.0.0', SHELL, '/login');
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await releaseShop(version);
  await release('learning', '1.0.0', minimalRemote('learning 1.0.0', 'learning'), '/learn');
  await promoteTogether({ shell: '1.0.0', shop: '1.0.0', learning: '1.0.0' }, change());
  await prerenderSite(options);
});

const release = (app: string, version: string, code: string, page: string) =>
  store.release({ app, version, paths: [page], files: { 'node/server.cjs': code } });
const releaseShop = (version: string, code = minimalRemote(`shop ${version}`)) =>
  release('shop', version, code, '/shop');
const change = () => {
  const { storage, keys } = store;
  return { storage, keys, who: 'a test', why: 'a test', site: options };
};
const promoteShop = (version: string, more: object = {}) =>
  promoteRelease({ app: 'shop', version, force: true, ...change(), ...more });
const served = (file: string) => readFile(path.join(options.siteFolder, 'current', file), 'utf8');
const servedRegistry = async () =>
  requireJson(await served('registry.json'), signedRegistrySchema, 'registry.json').registry;
const registry = async () => (await readVerifiedRegistry(store.storage, store.keys)).registry;
const switches = () => readdir(path.join(options.siteFolder, 'switches'));

/** The version of the shop in its page, in the scripts of the page and in the site's registry; all are equal. */
async function servedShop(): Promise<string> {
  const html = await served('shop.html');
  const site = (await servedRegistry()).remotes.find(({ name }) => name === 'shop');
  const loaded = /cdn\.test\/shop\/([^/]+)\/remote-entry/.exec(html)?.[1];
  const versions = [/shop (\S+) /.exec(html)?.[1], loaded, site?.live?.version];
  expect(new Set(versions).size).toBe(1);
  return versions[0] ?? '';
}

describe('a promotion', () => {
  it('makes the registry and its pages current at once, and keeps the pages of others', async () => {
    const page = await served('learn.html');
    expect(await promoteShop('1.1.0')).toMatchObject({ changed: true, registry: { revision: 2 } });
    expect(await servedShop()).toBe('1.1.0');
    expect(await servedRegistry()).toEqual(await registry());
    expect(await served('learn.html')).toBe(page);
    expect(await prerenderSite(options)).toMatchObject({ changed: false });
  });

  it('names the page that cannot be rendered and the reason, and changes nothing', async () => {
    const stored = async () =>
      (await store.storage.list('')).filter(
        (name) => !name.startsWith('checks/') && !name.startsWith('shop/2.'),
      );
    const before = [await switches(), await stored()];
    await releaseShop('2.0.0', 'throw new Error("no such module")');
    await expect(promoteShop('2.0.0')).rejects.toThrow(
      'Every page of shop@2.0.0 cannot be rendered: Rendering shop@2.0.0 failed: no such module',
    );
    catalogue['/api/cart'] = { isBroken: true };
    await release('shop', '2.1.0', minimalRemote('shop 2.1.0'), '/cart');
    await expect(promoteShop('2.1.0')).rejects.toThrow(
      '/cart of shop@2.1.0 cannot be rendered: badly written',
    );
    expect([await switches(), await stored()]).toEqual(before);
    expect(await servedShop()).toBe('1.0.0');
    expect((await registry()).revision).toBe(1);
  });

  it('refuses a page that links to an address which no app serves', async () => {
    await releaseShop('2.0.0', minimalRemote('shop 2.0.0 <main><a href="/vouchers">Go</a></main>'));
    await recordStart(store, { app: 'shop', version: '2.0.0' });
    await expect(promoteShop('2.0.0', { force: false, dryRun: true, percent: 5 })).rejects.toThrow(
      '/shop of shop links to /vouchers, which no app serves',
    );
  });

  it.each([
    ['a canary', 5],
    ['a canary for staff only', 0],
  ])(
    'renders the pages of %s, which no visitor gets, and makes it live from the cache',
    async (_, percent) => {
      await releaseShop('2.0.0', 'throw new Error("no such module")');
      await expect(promoteShop('2.0.0', { percent })).rejects.toThrow('cannot be rendered');
      expect((await registry()).revision).toBe(1);

      await promoteShop('1.1.0', { percent });
      expect(await servedShop()).toBe('1.0.0');
      api.server.close();
      await promoteShop('1.1.0');
      expect(await servedShop()).toBe('1.1.0');
    },
  );

  it('is not stopped by a page of another app that has failed before', async () => {
    catalogue['/api/learn'] = { isBroken: true };
    expect((await prerenderSite(options)).failedPages).toMatchObject([{ page: '/learn' }]);
    await promoteShop('1.1.0');
    expect(await servedShop()).toBe('1.1.0');
    expect(await served('learn.html')).toContain('lessons');
  });

  it('in a dry run renders the pages, and writes nothing', async () => {
    await releaseShop('2.0.0', 'throw new Error("no such module")');
    await expect(promoteShop('2.0.0', { dryRun: true })).rejects.toThrow('cannot be rendered');
    const before = [await switches(), await readdir(path.join(options.siteFolder, 'site-builds'))];
    await promoteShop('1.1.0', { dryRun: true });
    expect([await switches(), await readdir(path.join(options.siteFolder, 'site-builds'))]).toEqual(before);
  });

  it('refuses a site that was not built from the store before', async () => {
    await promoteShop('1.1.0');
    const siteFolder = path.join(store.folder, 'another-site');
    const site = { ...options, site: siteFolderAt(siteFolder), siteFolder };
    await expect(promoteShop('1.2.0', { site })).rejects.toThrow('start the role prerender');
    expect((await registry()).revision).toBe(2);
  });
});

describe('a rollback', () => {
  it('needs no API, because the pages are in the cache', async () => {
    await promoteShop('1.1.0');
    api.server.close();
    await rollbackApp({ app: 'shop', ...change() });
    expect(await servedShop()).toBe('1.0.0');
    expect(await served('shop.html')).toContain('books');
  });

  it('shows the data of now, when it has changed since the release was live', async () => {
    await promoteShop('1.1.0');
    catalogue['/api/shop'] = { text: 'new books' };
    await prerenderSite(options);
    await rollbackApp({ app: 'shop', ...change() });
    expect(await servedShop()).toBe('1.0.0');
    expect(await served('shop.html')).toContain('new books');
  });
});

test('an aborted canary leaves registry and pages in agreement', async () => {
  await promoteShop('1.1.0', { percent: 20 });
  await abortCanary({ app: 'shop', ...change() });
  expect(await servedRegistry()).toEqual(await registry());
  expect(await served('shop.html')).not.toContain('1.1.0');
});

describe('concurrent changes', () => {
  it('one promotion wins, and the other builds on the result', async () => {
    await release('learning', '1.1.0', minimalRemote('learning 1.1.0', 'learning'), '/learn');
    const site = siteIn(options);
    const ended = await Promise.all([
      store.runInChild({ promote: [{ app: 'shop', version: '1.1.0' }], site }),
      store.runInChild({ promote: [{ app: 'learning', version: '1.1.0' }], site }),
    ]);
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(await servedShop()).toBe('1.1.0');
    expect(await served('learn.html')).toContain('learning 1.1.0');
    expect((await readHistory(store.storage, store.keys)).map(({ revision }) => revision)).toEqual([3, 2, 1]);
    expect(await servedRegistry()).toEqual(await registry());
  });

  it('a promotion builds on the newer data that another process has shown meanwhile', async () => {
    let updated: Promise<unknown> | undefined;
    await release('shop', '2.0.0', minimalRemote('shop 2.0.0'), '/cart');
    api.server.prependListener('request', ({ url }: IncomingMessage) => {
      if (url !== '/api/cart' || updated) return;
      catalogue['/api/learn'] = { text: 'new lessons' };
      updated = prerenderSite(options);
    });
    catalogue['/api/cart'] = { text: 'cart' };
    await promoteShop('2.0.0');
    await updated;
    await prerenderSite(options);
    expect(await served('learn.html')).toContain('new lessons');
    expect(await served('cart.html')).toContain('shop 2.0.0');
    expect((await servedRegistry()).revision).toBe(2);
  });
});

const siteIn = ({ siteFolder, cdnOrigin, siteOrigin, apiOrigin }: PrerenderOptions) => ({
  siteFolder,
  cdnOrigin,
  siteOrigin,
  apiOrigin,
});

describe('a promotion that is killed', () => {
  it('has happened completely or not at all for visitors, and the next command completes it', async () => {
    const seen: string[] = [];
    let unrecorded = 0;
    for (let step = 1; ; step += KILLED_STEPS) {
      const before = await servedShop();
      const next = before === '1.1.0' ? '1.2.0' : '1.1.0';
      const { signal, code } = await store.runInChild({
        promote: [{ app: 'shop', version: next }],
        site: siteIn(options),
        killBeforeChange: step,
      });
      await siteFolderAt(options.siteFolder).complete();
      const shop = await servedShop();
      expect([before, next]).toContain(shop);
      seen.push(shop === next ? 'new' : 'old');
      // The history may lack what visitors have; it never has what they lack.
      const shown = (await servedRegistry()).revision;
      const recorded = (await registry()).revision;
      expect([shown, shown - 1]).toContain(recorded);
      if (recorded < shown) unrecorded += 1;
      await abortCanary({ app: 'shop', ...change() }).catch(() => undefined);
      expect(await registry()).toEqual(await servedRegistry());
      expect((await readHead(store.storage, store.keys))?.entry.revision).toBe(shown);
      if (signal !== 'SIGKILL') {
        expect(code).toBe(0);
        break;
      }
    }
    expect(seen.length * KILLED_STEPS).toBeGreaterThan(20);
    expect([seen[0], seen.at(-1)]).toEqual(['old', 'new']);
    // A few steps are between what visitors get and the history.
    expect(unrecorded).toBeGreaterThan(KILLED_STEPS === 1 ? 0 : -1);
  }, 900_000);
});

describe('an entry that an attacker has written into the site', () => {
  /** Makes a copy of the current site build with another entry current. */
  async function plant(entry: string): Promise<void> {
    const site = siteFolderAt(options.siteFolder);
    const current = await site.current();
    const text = await served(SITE_BUILD_FILE);
    const siteBuild = { ...requireJson(text, siteBuildSchema, SITE_BUILD_FILE), entry };
    await site.write('planted', new Map([[SITE_BUILD_FILE, { text: JSON.stringify(siteBuild) }]]), undefined);
    expect(await site.swap('planted', current)).toBe(true);
  }

  it.each(['not signed by the operators', 'that does not follow the newest one'])(
    'is ignored: %s',
    async (kind) => {
      await promoteShop('1.1.0');
      const head = await readHead(store.storage, store.keys);
      const next = { ...(await registry()), revision: 3, shell: { live: '6.6.6' } };
      const prepared = await prepareEntry(store.keys, kind.startsWith('not') ? head : undefined, next, [], {
        who: 'eve',
      });
      await plant(
        kind.startsWith('not') ? prepared.text.replaceAll('"signature":"', '"signature":"A') : prepared.text,
      );
      await promoteShop('1.2.0');
      expect((await registry()).shell.live).toBe('1.0.0');
      expect((await readHistory(store.storage, store.keys)).map(({ who }) => who)).toEqual([
        'a test',
        'a test',
        'a test',
      ]);
      expect(await servedShop()).toBe('1.2.0');
    },
  );
});
