import { createRouteFinder, NOT_FOUND_PAGE } from '../../formats/route-table';
import { routeMaps } from './route-maps';
import { describeWithNginx, page, hostingOfFile, table } from './testing/hosting';

const hosting = hostingOfFile();

/** What the site's own server finds for an address. */
const find = createRouteFinder({ ...table, missing: NOT_FOUND_PAGE });

describeWithNginx('an address behind nginx', () => {
  it.each([
    '/ISA-Books/1',
    '/ISA-BOOKS/1/',
    '/isa-books/ALL-books',
    '/Isa-Basket',
    '/ISA-BASKET//',
    '/Isa-Books/77',
    '/isa-books/Some-Title',
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
  ])('%s is answered as by the site’s own server', async (address) => {
    const wanted = find(decodeURIComponent(address)) ?? NOT_FOUND_PAGE;
    const { status, headers, bytes } = await hosting().ask('site', address);
    expect([status, headers['content-type']]).toEqual([wanted.status, 'text/html; charset=utf-8']);
    const heading = /<h1>(.*?)<\/h1>/.exec(bytes.toString())?.[1];
    const headings: Readonly<Record<string, string>> = {
      'isa-books/1.html': 'Book 1',
      'isa-books/all-books.html': 'All books',
      'isa-basket.html': 'Basket',
      '_frames/isa-books/_.html': 'Some book',
      '_frames/reset/_/done.html': 'Inner',
      '_frames/a/_/_.html': 'Two',
      '404.html': 'Nobody',
    };
    expect(heading).toBe(headings[wanted.file]);
  });

  it('is compressed in any case', async () => {
    const { headers } = await hosting().ask('site', '/ISA-Books/1', { 'Accept-Encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
  });

  it.each(['/Old-Books', '/old-books', '/OLD-BOOKS/', '/old-books?page=2'])(
    '%s leads on with 302, as the site’s own server does, and is asked for again each time',
    async (address) => {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await hosting().ask('site', address, {}, method);
        expect([status, headers.location]).toEqual([302, '/isa-books/all-books']);
        expect(headers['cache-control']).toBe('no-cache');
        expect(headers['content-security-policy']).toBeDefined();
      }
    },
  );

  it('that came with a later composition is found in its own case', async () => {
    await hosting().compose('b', { 'new-page.html': page('New') });
    expect((await hosting().ask('site', '/new-page')).bytes.toString()).toContain('New');
    expect((await hosting().ask('site', '/New-Page')).status).toBe(404);
  });
});

describe('the maps of a table', () => {
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
  ])('leave out %j, which would mean something to nginx', (pattern) => {
    const { pages, frames, redirects } = routeMaps({ routes: [route(pattern), route(pattern, '/b')] });
    // A name that climbs is only letters and dots to a pattern, and its file is the table's own.
    expect([pages + frames, redirects]).toEqual(
      pattern === '/../../etc'
        ? ['"~*^/\\.\\./\\.\\./etc$" "/a";', '"~*^/\\.\\./\\.\\./etc$" "/b";']
        : ['', ''],
    );
  });

  it.each(['//elsewhere.example', 'https://elsewhere.example', '/a"b', '/a$host', '/a b', '/a;b'])(
    'lead nobody to %j',
    (target) => {
      expect(routeMaps({ routes: [route('/a', target)] }).redirects).toBe('');
    },
  );
});
