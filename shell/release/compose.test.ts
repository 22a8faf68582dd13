import { composePage, type Composition, ownerOf, publicAddresses } from './compose';
import { robots, siteMap } from './search-engines';

const composition: Composition = {
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
  shellScripts: [{ url: '/shell/1.0.0/main.js', integrity: 'sha384-main' }],
  publicAddresses: ['/isa-books/1'],
  shellRoutes: [{ path: '/reset/:token', title: 'Reset' }],
};

describe('ownerOf', () => {
  it.each([
    ['/isa-books/7', 'shop'],
    ['/isa-basket', 'shop'],
    ['/ISA-basket/', 'shop'],
    ['/reset/abc', 'shell'],
    ['/isa-books', undefined],
    ['/isa-books/7/more', undefined],
    ['/%', undefined],
  ])('finds who answers %s: %s', (pathname, owner) => {
    expect(ownerOf(composition, pathname)).toBe(owner);
  });
});

describe('composePage', () => {
  it('has the title of the route, and one for addresses of nobody', () => {
    expect(composePage(composition, '/isa-books/7')).toContain(
      '<title>Book · International Surveillance Academy</title>',
    );
    expect(composePage(composition, '/nowhere')).toContain('<title>Page not found · ');
    expect(composePage(composition, '/isa-basket')).toContain('<title>Basket &lt;/script>');
  });

  it('hashes every script and hints at the owner’s early', () => {
    const html = composePage(composition, '/isa-basket');
    expect(html).toContain(
      '<script defer src="/shell/1.0.0/main.js" integrity="sha384-main" crossorigin="anonymous">',
    );
    expect(html).toContain(
      '<link rel="preload" as="script" href="http://cdn.test/shop/1.0.0/remote-entry.abc.js" integrity="sha384-entry"',
    );
    expect(html).toContain('href="http://cdn.test/shop/1.0.0/remote.def.js" integrity="sha384-exposed"');
    expect(composePage(composition, '/reset/x')).not.toContain('rel="preload"');
  });

  it('inlines a registry that cannot break out of its element', () => {
    const html = composePage(composition, '/');
    const [, json = ''] =
      /<script type="application\/json" id="isa-registry">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual({ cdn: composition.cdn, registry: composition.registry });
    expect(html).not.toContain('<script>alert');
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
  ])('of %j are %j', (route, expected) => {
    expect(publicAddresses(route)).toEqual(expected);
  });
});

describe('what search engines are told', () => {
  it('names every public address once, escaped', () => {
    const map = siteMap(['/b?x=1&y=2', '/a'], 'https://academy.test');
    expect(map.match(/<loc>.*?<\/loc>/g)).toEqual([
      '<loc>https://academy.test/a</loc>',
      '<loc>https://academy.test/b?x=1&amp;y=2</loc>',
    ]);
  });

  it('leads crawlers to the site map and away from the API', () => {
    expect(robots('https://academy.test')).toMatch(
      /Disallow: \/api\/\n[^]*Sitemap: https:\/\/academy\.test\/sitemap\.xml/,
    );
  });
});
