import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { siteFolderAt } from '../../store/site-folder';
import { securityHeaders } from '../security-headers';
import { headersOf } from '../../store/storage/headers';
import { nginxConfiguration } from './configuration';
import {
  CDN,
  describeWithNginx,
  type Hosting,
  page,
  PAYPAL,
  useHosting,
  LISTS,
  VIDEOS,
} from './testing/hosting';

const hosting = useHosting();

const request: Hosting['request'] = (...args) => hosting().request(...args);

describeWithNginx('the site behind nginx', () => {
  it('does not serve private files', async () => {
    for (const address of [
      '/../keys/registry.key.pem',
      '/..%2fkeys/registry.key.pem',
      '/%2e%2e/keys/registry.key.pem',
      '/shell/../../../../keys/registry.key.pem',
      '/shell/2.0.0/..%2f..%2f..%2f..%2fkeys%2fregistry.key.pem',
      '/shell/1.0.0/node/server.cjs',
      '/routes.json',
      '/_frames/isa-books/_.html',
      '/_frames/isa-books/_',
      '/isa-books/1.html',
      '/index.html',
      '/index.html.br',
      '/index',
      '/404',
      '/.env',
      '/.git/config',
      '/registry.json.br',
    ]) {
      const { status, bytes } = await request('site', address);
      expect([address, [400, 404].includes(status)]).toEqual([address, true]);
      expect(bytes.toString()).not.toMatch(/private|Some book|Book 1|Home|^\{/);
    }
  });

  it('serves the complete error page with status 404 for an unknown address', async () => {
    const { status, headers, bytes } = await request('site', '/nowhere/at/all');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(bytes.toString()).toContain('Not found');
    expect(headers['content-security-policy']).toBeDefined();
    expect((await request('site', '/shell/9.9.9/main.js')).status).toBe(404);
  });

  it.each([
    ['/', 'Home'],
    ['/isa-books/1', 'Book 1'],
    ['/isa-basket', 'Basket'],
    ['/isa-basket?step=2', 'Basket'],
    ['/isa-books/77', 'Some book'],
    ['/reset/abc/done', 'Inner'],
    ['/a/x/y', 'Two'],
  ])('serves %s: %s', async (address, text) => {
    const { status, headers, bytes } = await request('site', address);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(bytes.toString()).toContain(`<h1>${text}</h1>`);
  });

  it('has the security headers of the site server on every response, and hides its version', async () => {
    const headersOfSite = securityHeaders({
      scriptOrigins: [CDN],
      paymentOrigins: PAYPAL,
      mediaOrigins: [VIDEOS],
      formOrigins: [LISTS],
      httpsOnly: true,
    }).usual;
    const expected = Object.fromEntries(
      Object.entries(headersOfSite).map(([name, value]) => [name.toLowerCase(), value]),
    );
    expect(expected).toMatchObject({
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/) as string,
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    expect(expected['content-security-policy']).toMatch(/script-src 'self' https:\/\/cdn\.academy\.example/);
    const scripts = /script-src [^;]*/.exec(expected['content-security-policy'] ?? '')?.[0];
    expect(scripts).not.toMatch(/unsafe/);
    expect(expected['content-security-policy']).toMatch(/^default-src 'none'; /);
    for (const address of [
      '/',
      '/isa-books/77',
      '/nowhere',
      '/favicon.ico',
      '/shell/2.0.0/main.abc.js',
      '/registry.json',
      '/shell/1.0.0/main.old.js',
    ]) {
      const { headers } = await request('site', address, { 'Accept-Encoding': 'br' });
      expect({ address, ...headers }).toMatchObject({ address, ...expected, server: 'nginx' });
    }
  });

  it.each([
    ['/', 'no-cache'],
    ['/registry.json', 'no-cache'],
    ['/calls.json', 'no-cache'],
    ['/shell/2.0.0/main.abc.js', 'public, max-age=31536000, immutable'],
    ['/shell/1.0.0/main.old.js', 'public, max-age=31536000, immutable'],
    ['/sitemap.xml', 'public, max-age=3600'],
  ])('caches %s: %s', async (address, cacheControl) => {
    for (const encoding of ['identity', 'br']) {
      const { status, headers } = await request('site', address, { 'Accept-Encoding': encoding });
      expect([status, headers['cache-control']]).toEqual([200, cacheControl]);
    }
  });

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/isa-books/1', 'text/html; charset=utf-8'],
    ['/isa-books/77', 'text/html; charset=utf-8'],
    ['/shell/2.0.0/main.abc.js', headersOf('main.js')['content-type']],
    ['/registry.json', headersOf('registry.json')['content-type']],
    ['/sitemap.xml', headersOf('sitemap.xml')['content-type']],
  ])('compresses %s as the browser accepts it, with type %s', async (address, type) => {
    const plain = await request('site', address);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as const;
    for (const [accepted, encoding] of [
      ['br', 'br'],
      ['gzip, deflate, br', 'br'],
      ['gzip;q=0.8, br;q=1.0', 'br'],
      ['gzip', 'gzip'],
      ['gzip, br;q=0', 'gzip'],
      ['brotli-not', undefined],
      ['identity', undefined],
    ] as const) {
      const { headers, bytes } = await request('site', address, { 'Accept-Encoding': accepted });
      expect([accepted, headers['content-encoding'], headers['content-type'], headers.vary]).toEqual([
        accepted,
        encoding,
        type,
        address.endsWith('.js') ? 'Accept-Encoding, Available-Dictionary' : 'Accept-Encoding',
      ]);
      expect((encoding ? unpack[encoding](bytes) : bytes).equals(plain.bytes)).toBe(true);
    }
    const { headers } = await request('site', address, { 'Accept-Encoding': 'br' }, 'HEAD');
    expect(headers['content-encoding']).toBe('br');
  });

  it('revalidates pages by entity tags in each encoding', async () => {
    const first = await request('site', '/isa-books/1');
    const etag = first.headers.etag ?? '';
    expect(etag).toMatch(/^"/);
    expect((await request('site', '/isa-books/1', { 'If-None-Match': etag })).status).toBe(304);
    const compressed = await request('site', '/isa-books/1', {
      'Accept-Encoding': 'br',
      'If-None-Match': etag,
    });
    expect([compressed.status, compressed.headers['content-encoding']]).toEqual([200, 'br']);
  });

  it('serves the next site build at once, without a reload', async () => {
    const { etag = '' } = (await request('site', '/isa-basket')).headers;
    await hosting().prerender('b', { 'isa-books/1.html': page('Book 1, second printing') });
    expect((await request('site', '/isa-books/1')).bytes.toString()).toContain('second printing');
    // An unchanged page keeps its entity tag.
    expect((await request('site', '/isa-basket', { 'If-None-Match': etag })).status).toBe(304);
    const site = siteFolderAt(hosting().options.siteFolder);
    await site.swap('a', await site.current());
    expect((await request('site', '/isa-books/1')).bytes.toString()).not.toContain('second printing');
  });

  it('forwards API calls with the API’s headers, and responds with problem 503 when the API is unavailable', async () => {
    // Without a named balancer, what a visitor forwards is forged.
    const forged = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'http' };
    const { headers, bytes } = await request('site', '/api/books?x=1', forged);
    const seen = { path: '/api/books?x=1', proto: 'https', from: '127.0.0.1' };
    expect(JSON.parse(bytes.toString())).toMatchObject(seen);
    expect(headers['content-security-policy']).toBe("default-src 'none'");
    const unavailable = await request('site', '/api/away');
    expect([
      unavailable.status,
      unavailable.headers['content-type'],
      unavailable.headers['retry-after'],
    ]).toEqual([503, 'application/problem+json', '2']);
    expect(JSON.parse(unavailable.bytes.toString())).toMatchObject({ id: 'busy', status: 503 });
  });

  it('forwards the operators’ origin only, and no header that names an operator', async () => {
    for (const path of ['/ops', '/ops/releases']) {
      const { status, bytes } = await request('site', path);
      expect([status, bytes.toString()]).toEqual([404, expect.stringContaining('Not found')]);
      const headers = { host: 'ops.academy.example', 'X-Forwarded-Email': 'eve@academy.example' };
      const forwarded = JSON.parse((await request('site', path, headers)).bytes.toString()) as object;
      expect(forwarded).toMatchObject({ path, host: 'ops.academy.example', proto: 'https' });
      expect(forwarded).not.toHaveProperty('operator');
    }
    expect(await nginxConfiguration({ ...hosting().options, forwarded: [] })).not.toContain('ops.academy');
  });

  it('leaves no link of an order, reset token or ticket in its logs', async () => {
    const secret = 'a-secret-of-a-visitor';
    for (const address of [
      `/my-orders/${secret}`,
      `/MY-Orders/${secret}/x`,
      `/reset/${secret}`,
      `/reset-password/${secret}`,
      `/rese%74//${secret}`,
      `/api/reset-password/${secret}`,
      `/api/order-links/${secret}`,
      `/enrol/${secret}`,
      `/api/video/1007.mp4?token=${secret}`,
      `/isa-basket?ticket=${secret}`,
      `/api/away?token=${secret}`,
      `/shell/9.9.9/main.js?token=${secret}`,
      '/isa-books/77',
    ]) {
      await request('site', address);
    }
    const { options } = hosting();
    const log = () => readFile(options.accessLog, 'utf8');
    while (!(await log()).includes('/isa-books/')) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await log()).toContain('"GET /api/reset-password/[token]" 200');
    expect(await log()).not.toContain(secret);
    // nginx's error log contains whole addresses and has no format.
    expect(await readFile(path.join(options.accessLog, '../isa-error.log'), 'utf8')).toBe('');
    const text = await nginxConfiguration(options);
    expect(text.match(/error_log \S+ crit;/g)).toHaveLength(2);
    expect(text.match(/server \{/g)?.length).toBe(text.match(/access_log \S+ isa;/g)?.length);
  });

  it('allows only GET and HEAD for pages', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect([method, (await request('site', '/isa-basket', {}, method)).status]).toEqual([method, 405]);
    }
  });
});
