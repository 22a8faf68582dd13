import { inlinedRegistry } from '../formats/inlined-registry';
import type { CompleteRegistry } from '../formats/registry';
import { integrityOf } from '../formats/integrity-of';
import { routeOwner, publicAddresses } from '../formats/addresses';
import {
  entryScripts,
  pageHtml,
  type PageContent,
  pageScripts,
  redirectHtml,
  shellScripts,
  bootstrapScript,
} from './page-html';
import { createRouteFinder } from '../formats/route-finder';
import { contentName } from '../../tooling/testing/release/test-store';

const registry: CompleteRegistry = {
  cdn: 'http://cdn.test',
  registry: {
    revision: 4,
    shell: { live: '1.0.0' },
    remotes: [
      {
        name: 'shop',
        live: {
          version: '1.0.0',
          entry: 'shop/1.0.0/remote-entry.abc.js',
          globalName: 'mf_shop_1_0_0',
          integrity: 'sha384-entry',
          scripts: [{ path: 'shop/1.0.0/remote.def.js', integrity: 'sha384-exposed' }],
          routes: [
            { path: '/isa-books/:bookId', title: 'Book' },
            { path: '/isa-basket', title: 'Basket </script><script>alert(1)</script>' },
          ],
          menu: [],
        },
      },
    ],
  },
};

const file = (integrity: string) => ({ integrity, bytes: 1, brotliBytes: 1 });

describe('routeOwner', () => {
  it.each([
    ['/isa-books/7', 'shop'],
    ['/isa-basket', 'shop'],
    ['/ISA-basket/', 'shop'],
    ['/reset/abc', 'shell'],
    ['/isa-books', undefined],
    ['/isa-books/7/more', undefined],
    ['/%', undefined],
  ])('finds the owner of %s: %s', (pathname, owner) => {
    expect(routeOwner(registry.registry, [{ path: '/reset/:token', title: 'Reset' }], pathname)).toBe(owner);
  });
});

describe('pageHtml', () => {
  const content: PageContent = {
    registry: inlinedRegistry(registry, () => true),
    shellScripts: [{ url: '/shell/1.0.0/main.js', integrity: 'sha384-main' }],
    preloads: entryScripts(registry, 'shop'),
    head: [
      '<link rel="preload" as="image" href="/hero.svg" fetchPriority="high"/>',
      '<style data-href="fonts">@font-face{}</style>',
      '<title>A page</title>',
    ],
    styles: '<style data-styled="true">h1{}</style>',
    fonts: ['/inter.woff2'],
    body: '<h1>Hello</h1>',
    page: { kind: 'page', route: '/isa-basket', hydration: { loaderData: { a: '</script>' } } },
  };
  const html = pageHtml(content);

  it('has the hash of every script, and preloads the scripts of the remote', () => {
    expect(html).toContain('src="/shell/1.0.0/main.js" integrity="sha384-main" crossorigin="anonymous"');
    expect(html).toMatch(
      /<link rel="preload" as="script" [^>]*href="http:\/\/cdn\.test\/shop\/1\.0\.0\/remote-entry\.abc\.js" integrity="sha384-entry"/,
    );
    expect(html).toContain('href="http://cdn.test/shop/1.0.0/remote.def.js" integrity="sha384-exposed"');
    expect(
      html.match(/<script (?!type="application\/json")[^>]*>/g)?.every((tag) => / integrity=/.test(tag)),
    ).toBe(true);
  });

  it('has the picture and styles of the first screen in the head, and fonts and scripts after the content', () => {
    const places = [
      '/hero.svg',
      'data-styled',
      '</head>',
      '<h1>Hello',
      '/inter.woff2',
      '/main.js',
      'remote-entry',
    ].map((text) => html.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places.every((place) => place > 0)).toBe(true);
  });

  it('gives a high priority only to the picture of the first screen', () => {
    const tags = html.match(/<(?:script|link)[^>]* (?:src|href)="[^"]*(?:js|woff2|hero\.svg)"[^>]*>/g) ?? [];
    expect(tags).toHaveLength(5);
    expect(tags.filter((tag) => !/fetchpriority="low"/.test(tag))).toEqual([
      expect.stringContaining('/hero.svg'),
    ]);
  });

  it('escapes inlined JSON', () => {
    const [, json = ''] = /id="isa-registry">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual(registry);
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<\/script>/g)).toHaveLength(3);
  });

  it('redirects without scripts and escapes the address', () => {
    expect(redirectHtml('/a?b="><script>&c')).toContain('url=/a?b=&quot;><script>&amp;c"');
  });
});

describe('pageHtml with a bootstrap script', () => {
  it('runs only the bootstrap script, and preloads the shell’s scripts for it', () => {
    const html = pageHtml({
      registry: inlinedRegistry(registry, () => true),
      shellScripts: [{ url: '/shell/1.0.0/main.js', integrity: 'sha384-main' }],
      bootstrap: { url: '/shell/1.0.0/bootstrap.js', integrity: 'sha384-bootstrap' },
      preloads: entryScripts(registry, 'shop'),
      head: [],
      styles: '',
      fonts: [],
      body: '',
    });
    expect(html.match(/<script defer[^>]*>/g)).toEqual([
      '<script defer fetchpriority="high" src="/shell/1.0.0/bootstrap.js" integrity="sha384-bootstrap" crossorigin="anonymous">',
    ]);
    expect(html.match(/<link[^>]*data-isa-start>/g)).toEqual([
      '<link rel="preload" as="script" fetchpriority="low" href="/shell/1.0.0/main.js" integrity="sha384-main" crossorigin="anonymous" data-isa-start>',
    ]);
  });
});

describe('bootstrapScript', () => {
  it('returns the bootstrap script of a release, and nothing for a release from before there was one', () => {
    const bootstrap = { integrity: 'sha384-s', bytes: 1, brotliBytes: 1 };
    const shell = { name: 'shell', version: '1.0.0' };
    expect(bootstrapScript({ ...shell, files: { 'bootstrap.1.js': bootstrap } })).toEqual({
      url: '/shell/1.0.0/bootstrap.1.js',
      integrity: 'sha384-s',
    });
    expect(bootstrapScript({ ...shell, files: {} })).toBeUndefined();
  });
});

describe('shellScripts', () => {
  it('returns the libraries first, at an address without a version', () => {
    const files = { 'main.1.js': file('sha384-m'), 'libraries.2.js': file('sha384-l') };
    expect(shellScripts({ name: 'shell', version: '1.0.0', entry: 'main.1.js', files })).toEqual([
      { url: '/shell/libraries/libraries.2.js', integrity: 'sha384-l' },
      { url: '/shell/1.0.0/main.1.js', integrity: 'sha384-m' },
    ]);
  });

  it('returns addresses that a release shares with all that have the same scripts', () => {
    const text = 'the same bytes';
    const entry = contentName('main.js', text);
    const files = { [entry]: file(integrityOf(Buffer.from(text))) };
    const addresses = ['1.0.0', '1.1.0'].map((version) =>
      shellScripts({ name: 'shell', version, entry, files, sharesFiles: true }).map(({ url }) => url),
    );
    expect(addresses).toEqual([[`/shell/files/${entry}`], [`/shell/files/${entry}`]]);
  });
});

describe('pageScripts', () => {
  const release = {
    version: '1.0.0',
    files: { 'book.1.js': file('sha384-book'), 'kit.2.js': file('sha384-kit') },
    pages: { '/isa-books/:bookId': ['book.1.js', 'kit.2.js'], '/gone': ['gone.3.js'] },
  };

  it('returns the scripts with their hashes, at the address of their app', () => {
    expect(pageScripts(registry, { ...release, name: 'shop' }, '/isa-books/:bookId')).toEqual([
      { url: 'http://cdn.test/shop/1.0.0/book.1.js', integrity: 'sha384-book' },
      { url: 'http://cdn.test/shop/1.0.0/kit.2.js', integrity: 'sha384-kit' },
    ]);
    expect(pageScripts(registry, { ...release, name: 'shell' }, '/isa-books/:bookId')[0]?.url).toBe(
      '/shell/1.0.0/book.1.js',
    );
  });

  it('returns nothing for unknown scripts', () => {
    expect(pageScripts(registry, { ...release, name: 'shop' }, '/gone')).toEqual([]);
    expect(pageScripts(registry, { ...release, name: 'shop' }, '/elsewhere')).toEqual([]);
  });
});

describe('createRouteFinder', () => {
  const find = createRouteFinder({
    routes: [
      { pattern: '/', file: 'index.html', status: 200 },
      { pattern: '/isa-books/1', file: 'isa-books/1.html', status: 200 },
      { pattern: '/isa-books/:bookId', file: '_frames/isa-books-bookId.html', status: 200 },
    ],
    missing: { file: '404.html', status: 404 },
  });

  it.each([
    ['/', 'index.html'],
    ['/isa-books/1', 'isa-books/1.html'],
    ['/ISA-Books/1/', 'isa-books/1.html'],
    ['/isa-books/99', '_frames/isa-books-bookId.html'],
    ['/isa-books', undefined],
    ['/isa-books/1/2', undefined],
  ])('finds for %s: %s', (pathname, file) => {
    expect(find(pathname)?.file).toBe(file);
  });
});

describe('publicAddresses', () => {
  it.each([
    [{ path: '/isa-blog', title: 'Blog' }, ['/isa-blog']],
    [{ path: '/isa-books/:bookId', title: 'Book' }, []],
    [{ path: '/isa-books/:bookId', title: 'Book', addresses: ['/isa-books/1'] }, ['/isa-books/1']],
    [{ path: '/isa-basket', title: 'Basket', addresses: [] }, []],
    [{ path: '/my-courses', title: 'Mine', access: 'signed-in' as const }, []],
    [{ path: '/login', title: 'Log in', access: 'signed-out' as const }, []],
  ])('returns for %j: %j', (route, expected) => {
    expect(publicAddresses(route)).toEqual(expected);
  });
});
