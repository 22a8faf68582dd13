import { canonicalPath, plainPath } from '../../formats/canonical-path';
import { createRouteFinder } from '../../formats/route-finder';
import { retiredMarker, NOT_FOUND_PAGE } from '../../formats/route-table';
import { routeMaps } from './route-maps';
import { describeWithNginx, page, useHosting, hostedRoutes } from './testing/hosting';

const hosting = useHosting();

/** Finds routes as the site server does. */
const find = createRouteFinder({ ...hostedRoutes, missing: NOT_FOUND_PAGE });

describeWithNginx('an address behind nginx', () => {
  it.each([
    '/ISA-Books/1',
    '/ISA-BOOKS/1/',
    '/isa-books/ALL-books',
    '/Isa-Basket',
    '/ISA-BASKET//',
    '/Isa-Books/77',
    '/isa-books/Some-Title',
    ...[
      '01',
      '1e0',
      '+1',
      '0',
      '1;a',
      '1.',
      '1%20',
      '1%C2%A0',
      '%EF%BC%91',
      '99999999999',
      'ALL-books;x',
    ].map((segment) => `/isa-books/${segment}`),
    '/reset/12.a-B_/done',
    '/reset/a../done',
    '/reset/.a/done',
    '/reset/a;b/done',
    '/a/x.y/z',
    '/a/x/y;z',
    '/isa-basket;x',
    '/isa-basket.',
    '/RESET/aBc/Done',
    '/A/X/y/',
    '/isa-books/a.b',
    '/isa-books/1/2',
    '/ISA-BOOK',
    '/index',
    '/INDEX',
    '/Isa-Books',
    '/isa-basket/x',
    '/%69sa-Basket',
    '/Events/',
    '/events/all-books',
    '/isa-basket%2F',
    '/isa-books%2F1',
    '/isa-books/1%2F',
    '/isa-books//1',
    '/isa-books/%31?page=2',
  ])('%s gets the same response as from the site server', async (address) => {
    const plain = plainPath(address.replace(/\?.*/, ''));
    const route = plain === undefined ? undefined : find(plain);
    const expected = route ?? NOT_FOUND_PAGE;
    let { status, headers, bytes } = await hosting().request('site', address);
    if (route?.redirect !== undefined) {
      expect([status, headers.location]).toEqual([302, route.redirect]);
      return;
    }
    const canonical = route && canonicalPath(route.pattern, plain ?? '');
    if (canonical !== undefined && canonical + (/\?.*/.exec(address)?.[0] ?? '') !== address) {
      expect([301, 302]).toContain(status);
      ({ status, headers, bytes } = await hosting().request('site', canonical));
    }
    expect([status, headers['content-type']]).toEqual([expected.status, 'text/html; charset=utf-8']);
    const heading = /<h1>(.*?)<\/h1>/.exec(bytes.toString())?.[1];
    const headings: Readonly<Record<string, string>> = {
      'isa-books/1.html': 'Book 1',
      'isa-books/all-books.html': 'All books',
      'isa-basket.html': 'Basket',
      '_frames/isa-books/_.html': 'Some book',
      '_frames/reset/_/done.html': 'Inner',
      '_frames/a/_/_.html': 'Two',
      '404.html': 'Not found',
    };
    expect(heading).toBe(headings[expected.file]);
  });

  it.each([
    ['/ISA-Books/1/?page=2&sort=%2F', '/isa-books/1?page=2&sort=%2F'],
    ['/ISA-BASKET//', '/isa-basket'],
    ['/isa%2Dbasket', '/isa-basket'],
    ['/No-Such-Page/', '/No-Such-Page'],
  ])('%s is redirected to %s', async (address, location) => {
    const { status, headers } = await hosting().request('site', address);
    expect([status, headers.location]).toEqual([301, location]);
  });

  it.each(['/Old-Books', '/old-books', '/OLD-BOOKS/', '/old-books?page=2'])(
    '%s is redirected with 302 as by the site server, without caching',
    async (address) => {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await hosting().request('site', address, {}, method);
        expect([status, headers.location]).toEqual([302, '/isa-books/all-books']);
        expect(headers['cache-control']).toBe('no-cache');
        expect(headers['content-security-policy']).toBeDefined();
      }
    },
  );

  it('a page of a later site build is found in its own letter case', async () => {
    await hosting().prerender('b', {
      'new-page.html': page('New'),
      ...Object.fromEntries(['/sales', '/sales/:id'].map((route) => [retiredMarker(route), { text: '' }])),
      // The remote of this address was promoted again.
      'events.html': page('Events'),
    });
    const statusOf = async (address: string) => (await hosting().request('site', address)).status;
    expect(await Promise.all(['/sales', '/sales/', '/sales/7', '/sales/7/8'].map(statusOf))).toEqual([
      ...[410, 301, 410, 404],
    ]);
    expect(await Promise.all(['/events', '/_frames/sales', '/_frames/sales.gone'].map(statusOf))).toEqual([
      ...[200, 404, 404],
    ]);
    expect((await hosting().request('site', '/new-page')).bytes.toString()).toContain('New');
    expect((await hosting().request('site', '/New-Page')).status).toBe(404);
  });
});

describe('routeMaps', () => {
  const route = (pattern: string, redirect?: string) => ({
    pattern,
    file: 'a.html',
    status: 200 as const,
    ...(redirect !== undefined && { redirect }),
  });

  it.each([
    '/a"; return 200 "x',
    '/a b',
    '/a$uri',
    '/a{2}',
    '/(a|b)',
    '/a\\d',
    '/a;b',
    '/a\nb',
    '/../../etc',
    '/:a/b"c',
  ])('leaves out %j, which has a meaning for nginx', (pattern) => {
    const { pages, frames, redirects } = routeMaps({ routes: [route(pattern), route(pattern, '/b')] });
    // A path with .. is harmless in a pattern, and its file comes from the table.
    expect([pages + frames, redirects]).toEqual(
      pattern === '/../../etc'
        ? ['"~*^/\\.\\./\\.\\./etc$" "/a";', '"~*^/\\.\\./\\.\\./etc$" "/b";']
        : ['', ''],
    );
  });

  it.each(['//elsewhere.example', 'https://elsewhere.example', '/a"b', '/a$host', '/a b', '/a;b'])(
    'leaves out a redirect to %j',
    (target) => {
      expect(routeMaps({ routes: [route('/a', target)] }).redirects).toBe('');
    },
  );
});
