import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sampleContact } from '@isa/api-contract';
import type { InlinedRegistry } from '../formats/inlined-registry';
import { matches } from '../formats/parse-json';
import type { PreviewKeys } from '../formats/preview';
import type { SignedRegistry } from '../formats/registry';
import { promoteRelease, promoteTogether } from '../release/registry/changes';
import { createKeyPair } from '../store/keys/signature';
import { startBuildApi } from '../../tooling/testing/release/build-api';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { contentName } from '../../tooling/testing/release/test-store';
import { minimalRemote, MINIMAL_SHELL } from '../../tooling/testing/release/minimal-builds';
import { prerenderSite, type PrerenderOptions } from './prerender-site';
import { tracedPagesSchema } from './renderer-messages';

let store: TestStore;
let api: Awaited<ReturnType<typeof startBuildApi>>;
let options: PrerenderOptions;
let catalogue: Readonly<Record<string, unknown>>;

beforeEach(async () => {
  store = await testStore();
  catalogue = { '/api/shop': { books: 8 }, '/api/moved': null };
  api = await startBuildApi(store, (request, response) =>
    response
      .writeHead(catalogue[request.url ?? ''] === 'unavailable' ? 503 : 200)
      .end(JSON.stringify(catalogue[request.url ?? ''] ?? null)),
  );
  ({ options } = api);
  await store.release({
    app: 'shell',
    version: '1.0.0',
    paths: ['/login'],
    files: {
      'node/server.cjs': MINIMAL_SHELL,
      'public/logo.svg': '<svg/>',
      'libraries.0123.js': '// libraries',
    },
  });
  await releaseShop('1.0.0', 'the shop');
  await promote({ shell: '1.0.0', shop: '1.0.0' });
});

function releaseShop(version: string, text: string, paths = ['/shop', '/moved', '/orders/:id']) {
  return store.release({ app: 'shop', version, paths, files: { 'node/server.cjs': minimalRemote(text) } });
}

/** The entry of a shell that shares its files. */
const mainOf = (version: string) => contentName('main.js', `// shell ${version}`);

function promote(live: Readonly<Record<string, string>>) {
  return promoteTogether(live, { storage: store.storage, keys: store.keys, who: 'a test' });
}

function current(file: string): Promise<string> {
  return readFile(path.join(options.siteFolder, 'current', file), 'utf8');
}

async function registryIn(file: string): Promise<InlinedRegistry> {
  const [, json = ''] = /id="isa-registry">(.*?)<\/script>/.exec(await current(file)) ?? [];
  return JSON.parse(json) as InlinedRegistry;
}

/** Names and inodes of the served files. */
async function fingerprint(): Promise<string> {
  const folder = path.join(options.siteFolder, 'current');
  const names = (await readdir(folder, { recursive: true })).sort();
  const inodes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).ino));
  return JSON.stringify([names, inodes]);
}

describe('addresses that the data of a page names', () => {
  const name = (addresses: readonly string[]) => {
    catalogue = {
      '/api/shop': { addresses },
      '/api/orders/9': { order: 9 },
      '/api/orders/10': { order: 10 },
    };
  };

  it('are prerendered, in the site map and in the route table while they are named', async () => {
    await prerenderSite(options);
    expect(await current('sitemap.xml')).not.toContain('/orders/9');
    name(['/orders/9', '/orders/10']);
    expect(await prerenderSite(options)).toMatchObject({ changed: true });
    expect(await current('orders/9.html')).toContain('the shop /orders/9');
    expect(await current('sitemap.xml')).toContain('https://academy.test/orders/9');
    expect(await current('routes.json')).toContain('"orders/10.html"');
    expect(await prerenderSite(options)).toMatchObject({ changed: false });
    name(['/orders/10']);
    await prerenderSite(options);
    await expect(current('orders/9.html')).rejects.toThrow('ENOENT');
    expect(await current('sitemap.xml')).toContain('https://academy.test/orders/10');
  });

  it('count only below the remote’s own routes', async () => {
    name(['/login', '/unknown', '/orders/8']);
    await prerenderSite(options);
    expect(await current('login.html')).not.toContain('the shop');
    const sitemap = await current('sitemap.xml');
    expect([sitemap.includes('/unknown'), sitemap.includes('/orders/8')]).toEqual([false, true]);
  });

  it('fail the release when they are too many', async () => {
    name(Array.from({ length: 10_001 }, (_, index) => `/orders/${index}`));
    await expect(prerenderSite(options)).rejects.toThrow('at most 10000 are prerendered');
  });

  it('fail the release when one is no plain path', async () => {
    name(['/orders/../login']);
    await expect(prerenderSite(options)).rejects.toThrow(/shop@1\.0\.0/);
    const page = { address: '/shop', requests: [], outcome: 'page', dataHash: '', hasData: true };
    const isAccepted = (address: string) => matches([{ ...page, addresses: [address] }], tracedPagesSchema);
    const refused = [
      '/orders/../login',
      '/orders/:id',
      '/orders/*',
      '/orders/.well-known',
      '//evil',
      '/orders/a\nb',
    ];
    expect(['/orders/9', ...refused].filter(isAccepted)).toEqual(['/orders/9']);
  });
});

describe('a failed site build', () => {
  it('leaves the current site unchanged when a Node build was altered in the store', async () => {
    await prerenderSite(options);
    const before = await fingerprint();
    await releaseShop('1.1.0', 'another shop');
    await promote({ shop: '1.1.0' });
    await writeFile(
      path.join(store.storage.address, 'shop/1.1.0/node/server.cjs'),
      minimalRemote('an altered shop'),
    );
    await expect(prerenderSite(options)).rejects.toThrow(
      /shop@1\.1\.0 is refused: node\/server\.cjs has other bytes/,
    );
    expect(await fingerprint()).toBe(before);
  });

  it('reports that the API is unavailable and leaves the current site unchanged', async () => {
    await prerenderSite(options);
    await releaseShop('1.1.0', 'another shop');
    await promote({ shop: '1.1.0' });
    await expect(prerenderSite({ ...options, apiOrigin: 'http://localhost:9' })).rejects.toThrow(
      'The API is unavailable.',
    );
    expect(await current('shop.html')).toContain('the shop');
  });

  it.each([
    ['throws', `throw new Error('badly written')`, 'badly written'],
    ['ends its process', `process.exit(3)`, 'ended early'],
    ['requires a package that the shell does not provide', `require('fs')`, 'requires "fs"'],
    ['reads files without require', `process.binding('fs')`, /process\.binding|restricted/],
    ['is another remote than registered', `exports.default = { name: 'other' }`, 'no remote of that name'],
  ])('leaves the current site unchanged when a release %s', async (_, code, message) => {
    await prerenderSite(options);
    await store.release({
      app: 'shop',
      version: '2.0.0',
      paths: ['/shop'],
      files: { 'node/server.cjs': code },
    });
    await promote({ shop: '2.0.0' });
    await expect(prerenderSite(options)).rejects.toThrow(message);
    expect(await current('shop.html')).toContain('the shop');
    const left = await readdir(path.join(options.siteFolder, 'site-builds'));
    expect(left.filter((name) => name.includes('partial'))).toEqual([]);
  });
});

it('lists the calls of the API that each release in service uses', async () => {
  const listBooks = { method: 'GET', path: '/api/books', request: {}, response: {} };
  await store.release({
    app: 'shop',
    version: '1.1.0',
    paths: ['/shop'],
    files: { 'node/server.cjs': minimalRemote('the shop') },
    calls: { listBooks },
  });
  await promote({ shop: '1.1.0' });
  await prerenderSite(options);
  expect(JSON.parse(await current('calls.json'))).toEqual({
    'shell@1.0.0': {},
    'shop@1.1.0': { listBooks },
    'shop@1.0.0': {},
  });
});

describe('a page that cannot be rendered after a change of the catalogue', () => {
  beforeEach(async () => {
    const shell = `const texts = {}; ${MINIMAL_SHELL.replace(
      'const json =',
      "if (data?.isBroken) throw new Error('badly written\\nat secret.js'); texts[address] = data?.text; const json =",
    ).replace("'<h1>' +", "'<h1>' + texts[address] +")}`;
    const files = { 'node/server.cjs': shell };
    await store.release({ app: 'shell', version: '2.0.0', paths: ['/login'], files });
    await store.release({
      app: 'learning',
      version: '1.0.0',
      paths: ['/learn'],
      files: { 'node/server.cjs': minimalRemote('lessons', 'learning') },
    });
    catalogue = { '/api/shop': { text: 'old books' }, '/api/learn': { text: 'old lessons' } };
    await promote({ shell: '2.0.0', learning: '1.0.0' });
    await prerenderSite(options);
  });

  it('keeps its last version and is named, and other pages change', async () => {
    catalogue = { '/api/shop': { text: 'new books', isBroken: true }, '/api/learn': { text: 'new lessons' } };
    const { failedPages } = await prerenderSite(options);
    expect(failedPages).toEqual([{ page: '/shop', app: 'shop', version: '1.0.0', reason: 'badly written' }]);
    expect(await current('shop.html')).toContain('old books');
    expect(await current('learn.html')).toContain('new lessons');
    expect(await current('routes.json')).toContain('"pattern": "/shop"');
    expect(await current('sitemap.xml')).toContain('https://academy.test/shop');

    catalogue = { ...catalogue, '/api/shop': { text: 'newer books' } };
    expect(await prerenderSite(options)).toMatchObject({ failedPages: [] });
    expect(await current('shop.html')).toContain('newer books');
  });

  it('is tried again while the catalogue stays the same', async () => {
    catalogue = { ...catalogue, '/api/shop': { isBroken: true } };
    const first = await prerenderSite(options);
    expect(await prerenderSite(options)).toMatchObject({
      id: first.id,
      changed: false,
      failedPages: first.failedPages,
    });
  });

  it('is left out while it has no last version', async () => {
    catalogue = { '/api/shop': { addresses: ['/orders/9'] }, '/api/orders/9': { isBroken: true } };
    expect((await prerenderSite(options)).failedPages).toMatchObject([{ page: '/orders/9' }]);
    await expect(current('orders/9.html')).rejects.toThrow('ENOENT');
    expect(await current('routes.json')).not.toContain('/orders/9');
  });

  it('is every page of a remote whose release was replaced in the store', async () => {
    await writeFile(path.join(store.storage.address, 'shop/1.0.0/release.json'), '{}');
    catalogue = { '/api/shop': { text: 'new books' }, '/api/learn': { text: 'new lessons' } };
    expect((await prerenderSite(options)).failedPages).toMatchObject([{ page: '*', app: 'shop' }]);
    expect(await current('shop.html')).toContain('old books');
    expect(await current('learn.html')).toContain('new lessons');
    expect(await current('routes.json')).toContain('_frames/orders/_.html');
  });

  it('keeps its last version while the API fails for what it needs', async () => {
    api.server.prependListener('request', ({ url, socket }: IncomingMessage) => {
      if (url === '/api/shop') socket.destroy();
    });
    catalogue = { ...catalogue, '/api/learn': { text: 'new lessons' } };
    expect((await prerenderSite(options)).failedPages).toMatchObject([{ page: '/shop' }]);
    expect(await current('shop.html')).toContain('old books');
    expect(await current('learn.html')).toContain('new lessons');
  });
});

describe('pages that show dates', () => {
  /** Each loading of the shop's page gives other data. */
  const CLOCK = `let loads; ${MINIMAL_SHELL.replace(
    'dataHash: json',
    'dataHash: String((loads = Date.now())), ...(data?.validUntil && { validUntil: data.validUntil })',
  ).replace("'<h1>' +", "'<h1>' + loads +")}`;
  let now: Date;
  const prerender = async () => {
    await prerenderSite({ ...options, now: () => now });
    return current('shop.html');
  };

  beforeEach(async () => {
    await store.release({
      app: 'shell',
      version: '2.0.0',
      paths: ['/login'],
      files: { 'node/server.cjs': CLOCK },
    });
    await promote({ shell: '2.0.0' });
    now = new Date('2026-06-10T12:00:00Z');
  });

  it('are loaded again on the first build of a new day in London, without any change', async () => {
    const first = await prerender();
    now = new Date('2026-06-10T22:59:00Z');
    expect(await prerender()).toBe(first);
    now = new Date('2026-06-10T23:01:00Z');
    expect(await prerender()).not.toBe(first);
  });

  it('are loaded again when the time has come until which they are valid', async () => {
    catalogue = { '/api/shop': { validUntil: '2026-06-10T15:00:00.000Z' } };
    const first = await prerender();
    now = new Date('2026-06-10T14:59:00Z');
    expect(await prerender()).toBe(first);
    now = new Date('2026-06-10T15:01:00Z');
    expect(await prerender()).not.toBe(first);
  });
});

it('does not let the code of a remote change the pages of others', async () => {
  await prerenderSite(options);
  const before = [await current('login.html'), await current('404.html')];
  const pollution = `Array.prototype.join = () => 'polluted';`;
  await store.release({
    app: 'shop',
    version: '2.0.0',
    paths: ['/shop', '/moved', '/orders/:id'],
    files: { 'node/server.cjs': `${pollution} ${minimalRemote('the shop')}` },
  });
  await promote({ shop: '2.0.0' });
  // The site is rendered again from an empty cache.
  await rm(path.join(options.siteFolder, 'cache'), { recursive: true });
  await prerenderSite(options);
  expect(await current('shop.html')).toContain('polluted');
  expect([await current('login.html'), await current('404.html')]).toEqual(before);
});

describe('in development without a sandbox', () => {
  beforeEach(() => {
    process.env.SANDBOX = 'none';
  });
  afterEach(() => {
    delete process.env.SANDBOX;
  });

  it('renders releases that this machine has signed', async () => {
    await prerenderSite(options);
    expect(await current('shop.html')).toContain('the shop');
  });

  it('refuses a release from another machine and names it, although its key is trusted', async () => {
    const other = createKeyPair();
    const keys = {
      ...store.keys,
      privateKey: (owner: string) =>
        owner === 'shop' ? Promise.resolve(other.privateKey) : store.keys.privateKey(owner),
    };
    await expect(prerenderSite({ ...options, keys })).rejects.toThrow(
      'shop@1.0.0 is not rendered: another machine has signed it',
    );
  });
});

describe('a built site', () => {
  it('has a file for every page, a frame for every other route and a page for unknown addresses', async () => {
    const { pages } = await prerenderSite(options);
    const table = JSON.parse(await current('routes.json')) as { routes: object[]; missing: object };
    expect(table.routes).toEqual([
      { pattern: '/login', file: 'login.html', status: 200, release: 'shell@1.0.0' },
      { pattern: '/shop', file: 'shop.html', status: 200, release: 'shell@1.0.0, shop@1.0.0' },
      { pattern: '/moved', file: 'moved.html', status: 200, redirect: '/shop' },
      {
        pattern: '/orders/:id',
        file: '_frames/orders/_.html',
        status: 200,
        release: 'shell@1.0.0, shop@1.0.0',
      },
    ]);
    expect(table.missing).toEqual({ file: '404.html', status: 404 });
    expect(pages).toBe(5);
    expect(await current('shop.html')).toContain('<h1>Hello from the shop /shop</h1>');
    expect(await current('moved.html')).toContain('url=/shop');
    expect(await current('sitemap.xml')).toContain('<loc>https://academy.test/shop</loc>');
    expect(await current('logo.svg')).toBe('<svg/>');
    expect(await current('shell/libraries/libraries.0123.js')).toBe('// libraries');
  });

  it('has a script of the shell at one address while its bytes are the same, and those of open pages', async () => {
    const libraries = contentName('libraries.js', '// libraries');
    for (const version of ['2.0.0', '3.0.0']) {
      const files = { 'node/server.cjs': MINIMAL_SHELL, [libraries]: '// libraries' };
      await store.release({ app: 'shell', version, paths: ['/login'], files, sharesFiles: true });
      await promote({ shell: version });
      await prerenderSite(options);
      expect(await current('shop.html')).toContain(`src="/shell/files/${libraries}"`);
      expect(await current('shop.html')).toContain(`src="/shell/files/${mainOf(version)}"`);
    }
    expect(await current(`shell/files/${libraries}`)).toBe('// libraries');
    expect(await current(`shell/files/${mainOf('2.0.0')}`)).toBe('// shell 2.0.0');
  });

  it('contains the registry and the origin of previews in each page, and registry.json', async () => {
    await prerenderSite({ ...options, previewOrigin: 'https://preview.academy.test' });
    const page = await registryIn('shop.html');
    const { registry } = JSON.parse(await current('registry.json')) as SignedRegistry;
    expect(page.registry.remotes).toEqual(registry.remotes);
    expect(registry.remotes[0]?.live?.version).toBe('1.0.0');
    expect(page.previewOrigin).toBe('https://preview.academy.test');
  });

  it('is not built for the first time without the contact details, so that no visitor reads the samples', async () => {
    catalogue = { ...catalogue, '/api/contact-details': 'unavailable' };
    await expect(prerenderSite(options)).rejects.toThrow('It must name the academy’s contact details');
  });

  it('contains the contact details of the API in each page, and keeps them while the API does not name them', async () => {
    const contact = async () => [
      (await registryIn('shop.html')).contact,
      (await registryIn('404.html')).contact,
    ];
    catalogue = { ...catalogue, '/api/contact-details': sampleContact };
    await prerenderSite(options);
    expect(await contact()).toEqual([sampleContact, sampleContact]);

    const moved = { ...sampleContact, phone: '+44 141 496 0123' };
    catalogue = { ...catalogue, '/api/contact-details': moved };
    expect((await prerenderSite(options)).changed).toBe(true);
    expect(await contact()).toEqual([moved, moved]);

    catalogue = { ...catalogue, '/api/contact-details': null };
    expect((await prerenderSite(options)).changed).toBe(false);
    await releaseShop('1.1.0', 'the next shop');
    await promote({ shop: '1.1.0' });
    expect((await prerenderSite(options)).failedPages).toEqual([]);
    expect(await current('shop.html')).toContain('the next shop');
    expect(await contact()).toEqual([moved, moved]);
  });

  it('has no page of a remote whose first release is a canary, and its routes in each page', async () => {
    await store.release({ app: 'marketing', version: '1.0.0', paths: ['/about'] });
    const access = { storage: store.storage, keys: store.keys, who: 'a test', force: true, why: 'a test' };
    await promoteRelease({ app: 'marketing', version: '1.0.0', percent: 5, ...access });
    expect(await prerenderSite(options)).toMatchObject({ failedPages: [] });
    const [marketing, shop] = (await registryIn('404.html')).registry.remotes;
    expect(marketing).toMatchObject({ name: 'marketing', canary: { percent: 5 } });
    expect(marketing?.live).toBeUndefined();
    expect(marketing?.canary?.release.routes).toMatchObject([{ path: '/about' }]);
    expect(shop?.name).toBe('shop');
    expect(await current('sitemap.xml')).not.toContain('/about');
    expect(await current('routes.json')).not.toContain('/about');
    expect(Object.keys(JSON.parse(await current('calls.json')) as object)).toContain('marketing@1.0.0');
  });

  it('has compressed copies of its pages', async () => {
    await prerenderSite(options);
    const file = path.join(options.siteFolder, 'current/shop.html');
    const html = await readFile(file, 'utf8');
    expect(brotliDecompressSync(await readFile(`${file}.br`)).toString()).toBe(html);
    expect(gunzipSync(await readFile(`${file}.gz`)).toString()).toBe(html);
  });

  it('is rendered without the environment of this process', async () => {
    process.env.RELEASE_KEY_REGISTRY = 'a secret';
    await prerenderSite(options);
    delete process.env.RELEASE_KEY_REGISTRY;
    const [, names = ''] = /<i>(.*?)<\/i>/.exec(await current('shop.html')) ?? [];
    expect(names).toContain('NODE_ENV');
    expect(names).not.toMatch(/RELEASE_KEY|HOME|PATH/);
  });
});

describe('building again', () => {
  it('keeps the site when the registry was changed in the store', async () => {
    await prerenderSite(options);
    const served = await current('registry.json');
    const file = path.join(store.folder, 'store/registry.json');
    const signed = JSON.parse(served) as SignedRegistry;
    const changed = { ...signed, registry: { ...signed.registry, revision: signed.registry.revision + 1 } };
    await writeFile(file, JSON.stringify(changed));
    await expect(prerenderSite(options)).rejects.toThrow('is refused');
    expect(await current('registry.json')).toBe(served);
  });

  it('does nothing unless the registry, the catalogue or the trusted keys have changed', async () => {
    const first = await prerenderSite(options);
    const before = await fingerprint();
    expect(await prerenderSite(options)).toMatchObject({ id: first.id, changed: false, rendered: 0 });
    expect(await fingerprint()).toBe(before);

    const trust = await store.keys.trust();
    const added = { ...createKeyPair().publicKey, since: '2026-01-01T00:00:00Z' };
    const keys = {
      ...store.keys,
      trust: async () => ({ ...trust, registry: [...(trust.registry ?? []), added] }),
    };
    expect(await prerenderSite({ ...options, keys })).toMatchObject({ changed: true, rendered: 0 });
    const { links } = JSON.parse(await current('preview-keys.json')) as PreviewKeys;
    expect(links).toHaveLength(2);
  });

  it('renders only the pages of a new release', async () => {
    const first = await prerenderSite(options);
    expect(first.rendered).toBe(4);
    await releaseShop('1.1.0', 'another shop');
    await promote({ shop: '1.1.0' });
    // These are the shop's page and its app shell file. The login page and the page for unknown addresses
    // belong to the shell.
    expect(await prerenderSite(options)).toMatchObject({ changed: true, rendered: 2 });
    expect(await current('shop.html')).toContain('another shop');
  });

  it('leaves the bytes, and so the entity tags, of all other pages unchanged', async () => {
    const files = { 'node/server.cjs': `exports.default = { name: 'marketing', text: () => 'we' };` };
    await store.release({ app: 'marketing', version: '1.0.0', paths: ['/about', '/team/:id'], files });
    await promote({ marketing: '1.0.0' });
    await prerenderSite(options);
    const otherPages = ['about.html', '_frames/team/_.html', 'login.html', '404.html'];
    const bytes = (names: readonly string[]) =>
      Promise.all(names.flatMap((name) => [current(name), current(`${name}.br`), current(`${name}.gz`)]));
    const before = [await bytes(otherPages), await bytes(['shop.html'])];
    await releaseShop('1.1.0', 'another shop');
    await promote({ shop: '1.1.0' });
    await prerenderSite(options);
    expect(await bytes(otherPages)).toEqual(before[0]);
    expect(await bytes(['shop.html'])).not.toEqual(before[1]);
    // Every page contains the menu.
    const menu = [{ menu: 'main', label: 'Shop', path: '/shop', order: 1 }] as const;
    await store.release({
      app: 'shop',
      version: '1.2.0',
      paths: ['/shop'],
      menu,
      files: { 'node/server.cjs': minimalRemote('the shop') },
    });
    await promote({ shop: '1.2.0' });
    await prerenderSite(options);
    expect(await registryIn('about.html')).toMatchObject({
      registry: { remotes: [{ name: 'marketing', live: { version: '1.0.0' } }, { live: { menu } }] },
    });
  });

  it('runs the code of changed releases only, and links the pages of others without reading them', async () => {
    const files = { 'node/server.cjs': minimalRemote('we', 'marketing') };
    await store.release({ app: 'marketing', version: '1.0.0', paths: ['/about', '/team/:id'], files });
    await promote({ marketing: '1.0.0' });
    const { id } = await prerenderSite(options);
    const about = path.join(options.siteFolder, 'site-builds', id, 'about.html');
    await writeFile(about, 'a page that is not read');
    const build = 'marketing/1.0.0/node/server.cjs';
    await rm(path.join(options.siteFolder, 'cache/releases', build));
    await rm(path.join(store.storage.address, build));
    await releaseShop('1.1.0', 'another shop');
    await promote({ shop: '1.1.0' });

    expect(await prerenderSite(options)).toMatchObject({ changed: true, rendered: 2 });
    expect(await current('about.html')).toBe('a page that is not read');
  });

  it('loads a page again when an answer to its requests has changed', async () => {
    await prerenderSite(options);
    catalogue = { ...catalogue, '/api/login': { text: 'new' } };
    // The shop's responses are unchanged, so that its code does not run.
    await rm(path.join(options.siteFolder, 'cache/releases/shop/1.0.0/node/server.cjs'));
    await rm(path.join(store.storage.address, 'shop/1.0.0/node/server.cjs'));
    expect(await prerenderSite(options)).toMatchObject({ changed: true, rendered: 1 });
  });

  it('builds from the responses when one does not match its entity tag', async () => {
    const moved = 'https://other-cdn.test';
    const entityTags = (shop: unknown) => ({
      tags: {
        '/api/shop': createHash('sha256').update(JSON.stringify(shop)).digest('base64url').slice(0, 27),
      },
    });
    const before = { books: 8 };
    const after = { addresses: ['/orders/9'] };
    const requesting = "async page(address) { await fetch(apiOrigin + '/api' + address); return";
    const files = { 'node/server.cjs': MINIMAL_SHELL.replace('async page(address) { return', requesting) };
    await store.release({ app: 'shell', version: '2.0.0', paths: ['/login'], files });
    await promote({ shell: '2.0.0' });
    catalogue = { ...catalogue, '/api/entity-tags': entityTags(before) };
    await prerenderSite(options);
    // The cached result of loading the page counts as current, but it is rendered again for the other address.
    catalogue = { ...catalogue, '/api/shop': after, '/api/orders/9': { order: 9 } };
    await rm(path.join(options.siteFolder, 'cache/fragments'), { recursive: true });
    await prerenderSite({ ...options, cdnOrigin: moved });
    expect(await current('sitemap.xml')).toContain('/orders/9');
    catalogue = { ...catalogue, '/api/entity-tags': entityTags(after) };
    expect(await prerenderSite({ ...options, cdnOrigin: moved })).toMatchObject({ changed: false });
  });

  it('renders nothing for a rollback', async () => {
    await prerenderSite(options);
    await releaseShop('1.1.0', 'another shop');
    await promote({ shop: '1.1.0' });
    await prerenderSite(options);
    await promote({ shop: '1.0.0' });
    expect(await prerenderSite(options)).toMatchObject({ changed: true, rendered: 0 });
    expect(await current('shop.html')).toContain('the shop');
  });

  it('retains the newest site builds, and older ones for a minute', async () => {
    const siteBuilds = path.join(options.siteFolder, 'site-builds');
    for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0']) {
      await releaseShop(version, version);
      await promote({ shop: version });
      await prerenderSite(options);
    }
    expect(await readdir(siteBuilds)).toHaveLength(4);

    const longAgo = new Date(Date.now() - 3_600_000);
    for (const name of await readdir(siteBuilds)) await utimes(path.join(siteBuilds, name), longAgo, longAgo);
    await promote({ shop: '1.0.0' });
    await prerenderSite(options);
    expect(await readdir(siteBuilds)).toHaveLength(3);
    expect(await current('shop.html')).toContain('the shop');
  });
});
