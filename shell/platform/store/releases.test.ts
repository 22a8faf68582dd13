import { access } from 'node:fs/promises';
import path from 'node:path';
import { prerenderSite } from '../prerender/prerender-site';
import { promoteRelease, promoteTogether } from '../release/registry/changes';
import { signRelease } from './releases';
import { RELEASE_FILE, type Release } from '../formats/release';
import { validateRelease } from '../formats/validate-release';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { siteFolderAt } from './site-folder';

const file = { integrity: 'sha384-abc', bytes: 10, brotliBytes: 5 };
const valid: Release = {
  name: 'shop',
  version: '1.0.0',
  revision: 'abc',
  contract: '1.0.0',
  shared: [],
  provides: [],
  entry: 'remote-entry.0123.js',
  globalName: 'mf_shop_1_0_0',
  routes: [
    { path: '/', title: 'Home', addresses: ['/'] },
    { path: '/isa-books/:bookId', title: 'Book', addresses: ['/isa-books/1', '/ISA-Books/2'] },
    { path: '/my-orders/:link?', title: 'Order' },
    { path: '/files/*', title: 'Files' },
  ],
  menu: [],
  pages: { '/': ['remote-entry.0123.js'] },
  files: {
    'remote-entry.0123.js': file,
    'types/@isa/contract/src/index.d.ts': file,
    'public/site.webmanifest': file,
    'node/server.cjs': file,
  },
};

const withFile = (name: string): Partial<Release> => ({ files: { ...valid.files, [name]: file } });
const withSizes = (sizes: Partial<typeof file>): Partial<Release> => ({
  files: { [valid.entry]: { ...file, ...sizes } },
  pages: {},
});
const withRoute = (route: string, ...addresses: string[]): Partial<Release> => ({
  routes: [{ path: route, title: '', ...(addresses.length > 0 && { addresses }) }],
});

test('validateRelease accepts a packed release', () => {
  expect(validateRelease(valid).problem).toBeUndefined();
});

test.each<readonly [string, Partial<Release>]>([
  ...['../a.js', 'a/../../b.js', '/etc/passwd', 'a//b.js', './a.js', '.git/config', 'a\\b.js', 'C:a.js'].map(
    (name) => [`a file called ${name}`, withFile(name)] as const,
  ),
  ...[
    'a".js',
    'a b.js',
    'a<b>.js',
    'a\n.js',
    'a\0.js',
    '%2e%2e/a.js',
    'release.json',
    'a.js.partial',
    'a.js.br',
    'a.js.gz',
    'a.js.dcz/x',
    '',
  ].map((name) => [`a file called ${JSON.stringify(name)}`, withFile(name)] as const),
  ['an entry that is not one of its files', { entry: '../../shell/1.0.0/main.js' }],
  ['an entry that every object inherits', { entry: 'constructor' }],
  ['a page with a script of another release', { pages: { '/': ['../1.1.0/a.js'] } }],
  ['a container with the name of a browser API', { globalName: 'fetch' }],
  ['a file without a hash', withSizes({ integrity: '' })],
  ['a hash that browsers ignore', withSizes({ integrity: 'md5-abc' })],
  ['a negative size', withSizes({ brotliBytes: -1_000_000 })],
  ['half a byte', withSizes({ bytes: 0.5 })],
  ['a file of a gigabyte', withSizes({ bytes: 2 ** 30 })],
  ['an address with ..', withRoute('/a/:b', '/a/../../etc/cron')],
  ['an address that its route does not match', withRoute('/shop/:x', '/')],
  ['an address with a query', withRoute('/a/:b', '/a/b?c')],
  ['the file of the home page', withRoute('/index')],
  ['the page for unknown addresses', withRoute('/404')],
  ['the API', withRoute('/API/login')],
  ['the operators’ pages', withRoute('/ops/releases')],
  ['the shell’s scripts', withRoute('/Shell/1.0.0/main.js')],
  ['the site map', withRoute('/sitemap.xml')],
  ['a picture', withRoute('/:kind/:name', '/art/hero.svg')],
  ['more optional segments than a router can try', withRoute('/shop/:a?/:b?/:c?/:d?/:e?')],
  ['a route of any length', withRoute(`/${'a'.repeat(600)}`)],
  [
    'more pages than a site build can have',
    withRoute('/shop/:id', ...Array.from({ length: 20_001 }, (_, at) => `/shop/${at}`)),
  ],
  ['another route’s frame', withRoute('/_frames/isa-books/_')],
  ['a route that is too long for a file', withRoute(`/${'a'.repeat(300)}`)],
  ['an address that is too long for a file', withRoute('/a/:b', `/a/${'b'.repeat(250)}`)],
  ['a title that would fill every page', { routes: [{ path: '/a', title: 'x'.repeat(200_000) }] }],
  [
    'a menu that would fill every page',
    { menu: [{ menu: 'main', label: 'x'.repeat(200_000), path: '/', order: 1 }] },
  ],
  ['a folder in the place of a page’s file', withRoute('/:a/:b/:c', '/isa-books.html/1/2')],
  ['a folder in the place of a compressed copy', withRoute('/index.html.br/:a')],
  ['a folder in the place of a page’s deltas', withRoute('/isa-books.html.dcz/:a')],
  ['a path with ..', withRoute('/../a')],
  ['a path without a slash', withRoute('a')],
  ['a path with HTML', withRoute('/"><script>')],
  ['the history as an app', { name: 'history' }],
  ['routes that are not a list', { routes: JSON.parse('{"length":1}') as [] }],
  ['no files', { files: JSON.parse('null') as Release['files'] }],
])('validateRelease rejects %s', (_what, change) => {
  expect(validateRelease({ ...valid, ...change }).problem).toEqual(expect.any(String));
});

test('validateRelease limits and escapes quoted text', () => {
  const { problem } = validateRelease({ ...valid, ...withFile(`\u001b[2J${'x'.repeat(5_000)}`) });
  expect(problem?.length).toBeLessThan(200);
  expect(problem).not.toContain('\u001b');
});

describe('a release signed with a stolen key', () => {
  let store: TestStore;
  beforeEach(async () => {
    store = await testStore();
    await store.release({ app: 'shell', version: '1.0.0', paths: ['/login'] });
    await store.release({ app: 'shop', version: '1.0.0' });
    await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...store, who: 'ada' });
  });

  /** Writes a signed release into the store without the release tool. */
  async function writeSigned(change: (release: Release) => Release, version = '1.1.0'): Promise<void> {
    const signed = await signRelease(change(await store.pack({ app: 'shop', version })), store.keys);
    const name = `shop/${version}/${RELEASE_FILE}`;
    for (const packed of await store.packed.list(`shop/${version}/`)) {
      if (packed !== name)
        await store.storage.create(packed, (await store.packed.read(packed))?.bytes ?? Buffer.of());
    }
    await store.storage.replace(
      name,
      Buffer.from(JSON.stringify(signed)),
      (await store.storage.read(name))?.tag,
    );
  }
  const force = () => ({ ...store, app: 'shop', version: '1.1.0', who: 'eve', force: true, why: 'quick' });

  it.each<readonly [string, (release: Release) => Release]>([
    ['a name', (release) => ({ ...release, files: { ...release.files, '../../../../evil.html': file } })],
    [
      'an address',
      (release) => ({ ...release, routes: [{ path: '/a/:b', title: '', addresses: ['/../../evil'] }] }),
    ],
  ])('cannot write outside of a site build through %s, even when forced', async (_what, change) => {
    await writeSigned(change);
    await expect(promoteRelease(force())).rejects.toThrow('is refused');
    // An older version of the software may have accepted the release as a live one.
    await writeSigned(change, '1.0.0');
    const options = {
      storage: store.storage,
      keys: store.keys,
      site: siteFolderAt(path.join(store.folder, 'deep/er/site')),
      siteFolder: path.join(store.folder, 'deep/er/site'),
      cdnOrigin: 'https://cdn.test',
      siteOrigin: 'https://academy.test',
      apiOrigin: 'http://localhost:9',
    };
    await expect(prerenderSite(options)).rejects.toThrow('is refused');
    await expect(access(path.join(store.folder, 'deep/evil.html'))).rejects.toThrow('ENOENT');
  });

  it('is refused when its release.json is too large', async () => {
    await writeSigned((release) => ({ ...release, revision: 'x'.repeat(5_000_000) }));
    await expect(promoteRelease(force())).rejects.toThrow(/release\.json is 5\d{6} bytes long/);
  });
});
