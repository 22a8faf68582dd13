import { access } from 'node:fs/promises';
import path from 'node:path';
import { composeSite } from '../compose/compose-site';
import { promoteRelease, promoteTogether } from '../release/registry/changes';
import { signRelease } from './release-file';
import { RELEASE_FILE, type Release } from '../formats/release';
import { validateRelease } from '../formats/validate-release';
import { testStore } from '../testing/release/test-store';

// Processes are started, and the machine may be busy.
jest.setTimeout(60_000);

const file = { integrity: 'sha384-abc', bytes: 10, brotliBytes: 5 };
const sound: Release = {
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

const withFile = (name: string): Partial<Release> => ({ files: { ...sound.files, [name]: file } });
const withSizes = (sizes: Partial<typeof file>): Partial<Release> => ({
  files: { [sound.entry]: { ...file, ...sizes } },
  pages: {},
});
const withRoute = (route: string, ...addresses: string[]): Partial<Release> => ({
  routes: [{ path: route, title: '', ...(addresses.length > 0 && { addresses }) }],
});

test('a release as they are packed is sound', () => {
  expect(validateRelease(sound).problem).toBeUndefined();
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
    '',
  ].map((name) => [`a file called ${JSON.stringify(name)}`, withFile(name)] as const),
  ['an entry that is no file of it', { entry: '../../shell/1.0.0/main.js' }],
  ['an entry that every object has', { entry: 'constructor' }],
  ['a page that asks for a file of somebody else', { pages: { '/': ['../1.1.0/a.js'] } }],
  ['a container called like something of the page', { globalName: 'fetch' }],
  ['a file without a hash', withSizes({ integrity: '' })],
  ['a hash that browsers ignore', withSizes({ integrity: 'md5-abc' })],
  ['a negative size', withSizes({ brotliBytes: -1_000_000 })],
  ['half a byte', withSizes({ bytes: 0.5 })],
  ['a file of a gigabyte', withSizes({ bytes: 2 ** 30 })],
  ['an address that climbs out of the site', withRoute('/a/:b', '/a/../../etc/cron')],
  ['an address of somebody else', withRoute('/shop/:x', '/')],
  ['an address with a query', withRoute('/a/:b', '/a/b?c')],
  ['the file of the home page', withRoute('/index')],
  ['the page for addresses of nobody', withRoute('/404')],
  ['the API', withRoute('/API/login')],
  ['the operators’ pages', withRoute('/ops/releases')],
  ['the shell’s scripts', withRoute('/Shell/1.0.0/main.js')],
  ['the site map', withRoute('/sitemap.xml')],
  ['a picture', withRoute('/:kind/:name', '/art/hero.svg')],
  ['another route’s frame', withRoute('/_frames/isa-books/_')],
  ['a path that climbs', withRoute('/../a')],
  ['a path without a slash', withRoute('a')],
  ['a path that ends its element', withRoute('/"><script>')],
  ['the history as a part', { name: 'history' }],
  ['routes that are none', { routes: JSON.parse('{"length":1}') as [] }],
  ['no files', { files: JSON.parse('null') as Release['files'] }],
])('%s is refused', (_what, change) => {
  expect(validateRelease({ ...sound, ...change }).problem).toEqual(expect.any(String));
});

test('a stranger’s text is cut, and steers no terminal', () => {
  const { problem } = validateRelease({ ...sound, ...withFile(`\u001b[2J${'x'.repeat(5_000)}`) });
  expect(problem?.length).toBeLessThan(200);
  expect(problem).not.toContain('\u001b');
});

describe('a team’s key in wrong hands', () => {
  let place: Awaited<ReturnType<typeof testStore>>;
  beforeEach(async () => {
    place = await testStore();
    await place.release({ app: 'shell', version: '1.0.0', paths: ['/login'] });
    await place.release({ app: 'shop', version: '1.0.0' });
    await promoteTogether({ shell: '1.0.0', shop: '1.0.0' }, { ...place, who: 'ada' });
  });
  afterEach(() => place.remove());

  /** Puts a release into the store past the tool, signed all the same. */
  async function smuggle(change: (release: Release) => Release, version = '1.1.0'): Promise<void> {
    const signed = await signRelease(change(await place.pack({ app: 'shop', version })), place.keys);
    const name = `shop/${version}/${RELEASE_FILE}`;
    for (const packed of await place.packed.list(`shop/${version}/`)) {
      if (packed !== name)
        await place.storage.create(packed, (await place.packed.read(packed))?.bytes ?? Buffer.of());
    }
    await place.storage.replace(
      name,
      Buffer.from(JSON.stringify(signed)),
      (await place.storage.read(name))?.tag,
    );
  }
  const force = () => ({ ...place, app: 'shop', version: '1.1.0', who: 'eve', force: true, why: 'quick' });

  it.each<readonly [string, (release: Release) => Release]>([
    ['a name', (release) => ({ ...release, files: { ...release.files, '../../../../evil.html': file } })],
    [
      'an address',
      (release) => ({ ...release, routes: [{ path: '/a/:b', title: '', addresses: ['/../../evil'] }] }),
    ],
  ])('writes nothing outside of a composition by %s, whatever is forced', async (_what, change) => {
    await smuggle(change);
    await expect(promoteRelease(force())).rejects.toThrow('is refused');
    // Also where it has come in before such names were refused: under the name of what is live.
    await smuggle(change, '1.0.0');
    const options = {
      storage: place.storage,
      keys: place.keys,
      siteFolder: path.join(place.folder, 'deep/er/site'),
      cdnOrigin: 'https://cdn.test',
      siteOrigin: 'https://academy.test',
      apiOrigin: 'http://localhost:9',
    };
    await expect(composeSite(options)).rejects.toThrow('is refused');
    await expect(access(path.join(place.folder, 'deep/evil.html'))).rejects.toThrow('ENOENT');
  });

  it('fills nobody’s memory with what a release says of itself', async () => {
    await smuggle((release) => ({ ...release, revision: 'x'.repeat(5_000_000) }));
    await expect(promoteRelease(force())).rejects.toThrow(/release\.json is 5\d{6} bytes long/);
  });
});
