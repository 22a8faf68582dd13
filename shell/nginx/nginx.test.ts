import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { freePort } from '../../api/testing/free-port';
import { nginxProgram, type RunningNginx, startNginxWith } from '../../api/testing/nginx-process';
import { type SiteFile, siteFolderAt } from '../release/compose/site-folder';
import { frameFileOf } from '../release/compose/site-table';
import { securityHeaders } from '../release/security-headers';
import { headersOf } from '../release/storage/headers';
import { nginxConfiguration, type NginxOptions } from './configuration';

const describeWithNginx = nginxProgram ? describe : describe.skip;
if (!nginxProgram) {
  process.stderr.write(
    'SKIPPED: the site behind nginx, since this machine has no nginx (apt install nginx).\n',
  );
}

const SITE = 'https://academy.example';
const CDN = 'https://cdn.academy.example';
const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com'];
const script = 'export const answer = 42;\n'.repeat(50);

let folder: string;
let nginx: RunningNginx;
let api: Server;
let options: NginxOptions;
let cdnPort: number;

interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

/** As a browser would ask, but with the address as it is: `fetch` tidies it up. */
function ask(host: 'site' | 'cdn', address: string, headers: Record<string, string> = {}, method = 'GET') {
  const port = host === 'site' ? new URL(nginx.url).port : String(cdnPort);
  return new Promise<Reply>((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: address, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    });
    request.on('error', reject);
  });
}

const page = (text: string): SiteFile => ({ text: `<!doctype html><h1>${text}</h1>${' '.repeat(500)}` });

async function put(file: string, content: string | Buffer): Promise<string> {
  const place = path.join(folder, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, content);
  return place;
}

async function putCompressed(file: string, text: string): Promise<void> {
  await put(file, text);
  await put(`${file}.br`, brotliCompressSync(text));
  await put(`${file}.gz`, gzipSync(text));
}

/** A composition as `compose` leaves one behind. */
async function compose(id: string, change: Readonly<Record<string, SiteFile>> = {}): Promise<void> {
  const site = siteFolderAt(options.siteFolder);
  const main = { from: path.join(folder, 'store/shell/2.0.0/main.abc.js') };
  const copies = ['', '.br', '.gz'].map((ending): [string, SiteFile] => [
    `shell/2.0.0/main.abc.js${ending}`,
    { from: main.from + ending },
  ]);
  const files = {
    'index.html': page('Home'),
    'isa-books/1.html': page('Book 1'),
    'isa-basket.html': page('Basket'),
    [frameFileOf('/isa-books/:bookId')]: page('Some book'),
    [frameFileOf('/reset/:token/done')]: page('Inner'),
    [frameFileOf('/a/:b/:c')]: page('Two'),
    '404.html': page('Nobody'),
    'routes.json': { text: '{}' },
    'registry.json': { text: '{"registry":{}}' },
    'sitemap.xml': { text: '<urlset/>' },
    'favicon.ico': { from: await put('favicon.ico', 'icon') },
    'site.webmanifest': { from: await put('site.webmanifest', '{}') },
    ...Object.fromEntries(copies),
    ...change,
  };
  await site.write(id, new Map(Object.entries(files)), await site.currentId());
  await site.use(id);
}

beforeAll(async () => {
  if (!nginxProgram) return;
  folder = await mkdtemp(path.join(tmpdir(), 'isa-hosting-'));
  const store = (file: string) => `store/${file}`;
  await putCompressed(store('shell/2.0.0/main.abc.js'), script);
  await put(store('shell/1.0.0/main.old.js'), 'former');
  await put(store('shell/1.0.0/node/server.cjs'), 'private');
  await putCompressed(store('shop/1.5.0/remote-entry.abc.js'), script);
  await put(store('shop/1.5.0/only.js'), 'without copies');
  await put(store('shop/1.5.0/assets/font.woff2'), 'font');
  await putCompressed(store('shop/1.5.0/release.json'), '{}');
  await put(store('registry.json'), '{}');
  for (const hidden of [
    'shop/1.5.0/node/server.cjs',
    'shop/1.5.0/maps/a.js.map',
    'shop/1.5.0/types/a.d.ts',
  ]) {
    await put(store(hidden), 'private');
  }
  await put(store('history/1.json'), 'private');
  await put(store('checks/shop/1.5.0.json'), 'private');
  await put(store('shop/1.6.0.123.partial/remote-entry.js'), 'half');
  await put(store('.git/config.json'), 'private');
  await put('keys/registry.key.pem', 'private');

  api = createServer((request, response) => {
    if (request.url === '/api/away') return void request.socket.destroy();
    response.setHeader('Content-Security-Policy', "default-src 'none'");
    response.end(JSON.stringify({ path: request.url, proto: request.headers['x-forwarded-proto'] }));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const address = api.address();
  const apiPort = typeof address === 'object' && address ? address.port : 0;

  options = {
    siteOrigin: SITE,
    cdnOrigin: CDN,
    siteFolder: path.join(folder, 'site'),
    storeFolder: path.join(folder, 'store'),
    servesStore: true,
    mediaFolder: path.join(folder, 'media'),
    api: `127.0.0.1:${apiPort}`,
    ops: `127.0.0.1:${apiPort}`,
    paymentOrigins: PAYPAL,
    accessLog: path.join(folder, 'access.log'),
  };
  await compose('a');
  const configuration = await nginxConfiguration(options);
  cdnPort = await freePort();
  nginx = await startNginxWith(nginxProgram, ({ port }) =>
    configuration
      // Two origins, told apart by their ports here.
      .replaceAll(/listen \[::\]:80;/g, '')
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace('listen 80;', `listen 127.0.0.1:${cdnPort};`),
  );
});
afterAll(async () => {
  if (!nginxProgram) return;
  await nginx.stop();
  await new Promise((resolve) => api.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

describeWithNginx('the site behind nginx', () => {
  it('keeps to itself what is not for visitors', async () => {
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
      const { status, bytes } = await ask('site', address);
      expect([address, [400, 404].includes(status)]).toEqual([address, true]);
      expect(bytes.toString()).not.toMatch(/private|Some book|Book 1|Home|^\{/);
    }
  });

  it('answers an address of nobody with the whole error page and status 404', async () => {
    const { status, headers, bytes } = await ask('site', '/nowhere/at/all');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(bytes.toString()).toContain('Nobody');
    expect(headers['content-security-policy']).toBeDefined();
    expect((await ask('site', '/shell/9.9.9/main.js')).status).toBe(404);
  });

  it.each([
    ['/', 'Home'],
    ['/isa-books/1', 'Book 1'],
    ['/isa-basket', 'Basket'],
    ['/isa-basket/', 'Basket'],
    ['/isa-basket?step=2', 'Basket'],
    ['/isa-books/77', 'Some book'],
    ['/isa-books/a.b', 'Some book'],
    ['/reset/abc/done', 'Inner'],
    ['/a/x/y', 'Two'],
  ])('answers %s with its page: %s', async (address, text) => {
    const { status, headers, bytes } = await ask('site', address);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(bytes.toString()).toContain(`<h1>${text}</h1>`);
  });

  it('has the very headers of the site’s own server on every answer of its own, and says nothing of itself', async () => {
    const wanted = securityHeaders({ scriptOrigins: [CDN, ...PAYPAL], httpsOnly: true });
    const expected = Object.fromEntries(
      Object.entries(wanted).map(([name, value]) => [name.toLowerCase(), value]),
    );
    expect(expected).toMatchObject({
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/) as string,
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    expect(expected['content-security-policy']).toMatch(/script-src 'self' https:\/\/cdn\.academy\.example/);
    const scripts = /script-src [^;]*/.exec(expected['content-security-policy'] ?? '')?.[0];
    expect(scripts).not.toMatch(/unsafe/);
    for (const address of [
      '/',
      '/isa-books/77',
      '/nowhere',
      '/favicon.ico',
      '/shell/2.0.0/main.abc.js',
      '/registry.json',
      '/shell/1.0.0/main.old.js',
    ]) {
      const { headers } = await ask('site', address, { 'Accept-Encoding': 'br' });
      expect({ address, ...headers }).toMatchObject({ address, ...expected, server: 'nginx' });
    }
  });

  it.each([
    ['/', 'no-cache'],
    ['/registry.json', 'no-cache'],
    ['/shell/2.0.0/main.abc.js', 'public, max-age=31536000, immutable'],
    ['/shell/1.0.0/main.old.js', 'public, max-age=31536000, immutable'],
    ['/sitemap.xml', 'public, max-age=3600'],
  ])('lets %s be kept: %s', async (address, cacheControl) => {
    for (const encoding of ['identity', 'br']) {
      const { status, headers } = await ask('site', address, { 'Accept-Encoding': encoding });
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
  ])('sends %s compressed as the browser wants it, always as %s', async (address, type) => {
    const plain = await ask('site', address);
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
      const { headers, bytes } = await ask('site', address, { 'Accept-Encoding': accepted });
      expect([accepted, headers['content-encoding'], headers['content-type'], headers.vary]).toEqual([
        accepted,
        encoding,
        type,
        'Accept-Encoding',
      ]);
      expect((encoding ? unpack[encoding](bytes) : bytes).equals(plain.bytes)).toBe(true);
    }
    const { headers } = await ask('site', address, { 'Accept-Encoding': 'br' }, 'HEAD');
    expect(headers['content-encoding']).toBe('br');
  });

  it('sends a page again only when it has changed, and another one for each encoding', async () => {
    const first = await ask('site', '/isa-books/1');
    const etag = first.headers.etag ?? '';
    expect(etag).toMatch(/^"/);
    expect((await ask('site', '/isa-books/1', { 'If-None-Match': etag })).status).toBe(304);
    const compressed = await ask('site', '/isa-books/1', { 'Accept-Encoding': 'br', 'If-None-Match': etag });
    expect([compressed.status, compressed.headers['content-encoding']]).toEqual([200, 'br']);
  });

  it('changes all pages at once when the next composition is in use, without a word to nginx', async () => {
    const { etag = '' } = (await ask('site', '/isa-basket')).headers;
    await compose('b', { 'isa-books/1.html': page('Book 1, second printing') });
    expect((await ask('site', '/isa-books/1')).bytes.toString()).toContain('second printing');
    // A page that is the same stays the same.
    expect((await ask('site', '/isa-basket', { 'If-None-Match': etag })).status).toBe(304);
    await siteFolderAt(options.siteFolder).use('a');
    expect((await ask('site', '/isa-books/1')).bytes.toString()).not.toContain('second printing');
  });

  it('hands calls to the API with the API’s own headers, and says 503 as a problem when it is away', async () => {
    const { headers, bytes } = await ask('site', '/api/books?x=1');
    expect(JSON.parse(bytes.toString())).toEqual({ path: '/api/books?x=1', proto: 'https' });
    expect(headers['content-security-policy']).toBe("default-src 'none'");
    const away = await ask('site', '/api/away');
    expect([away.status, away.headers['content-type'], away.headers['retry-after']]).toEqual([
      503,
      'application/problem+json',
      '2',
    ]);
    expect(JSON.parse(away.bytes.toString())).toMatchObject({ id: 'busy', status: 503 });
  });

  it('hands the operators’ pages to the site process only where it was told to', async () => {
    expect(JSON.parse((await ask('site', '/ops/releases')).bytes.toString())).toMatchObject({
      path: '/ops/releases',
    });
    expect(await nginxConfiguration({ ...options, ops: undefined })).not.toMatch(/location \/ops/);
  });

  it('takes pages by GET and HEAD only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect([method, (await ask('site', '/isa-basket', {}, method)).status]).toEqual([method, 405]);
    }
  });
});

describeWithNginx('the store behind nginx', () => {
  it.each([
    '/../keys/registry.key.pem',
    '/shop/..%2f..%2fkeys/registry.key.pem',
    '/shop/1.5.0/node/server.cjs',
    '/shop/1.5.0/maps/a.js.map',
    '/shop/1.5.0/types/a.d.ts',
    '/shop/1.5.0/remote-entry.abc.js.br',
    '/shop/1.6.0.123.partial/remote-entry.js',
    '/history/1.json',
    '/checks/shop/1.5.0.json',
    '/.git/config.json',
    '/shop/1.5.0/',
    '/shop',
    '/',
    '/shop/9.9.9/remote-entry.js',
  ])('does not have %s for anybody, and lets nobody remember that', async (address) => {
    const { status, headers, bytes } = await ask('cdn', address);
    expect([400, 404]).toContain(status);
    expect(headers['cache-control'] ?? 'no-store').toBe('no-store');
    expect(bytes.toString()).not.toContain('private');
    // A script of another origin may read that it is not there, or a browser could not tell it from a dead network.
    if (status === 404) expect(headers['access-control-allow-origin']).toBe('*');
  });

  it.each([
    ['/shop/1.5.0/remote-entry.abc.js', 'public, max-age=31536000, immutable'],
    ['/shop/1.5.0/assets/font.woff2', 'public, max-age=31536000, immutable'],
    ['/registry.json', 'no-cache'],
  ])(
    'serves %s with the headers that a bucket gives it, and the CDN’s own',
    async (address, cacheControl) => {
      const { status, headers } = await ask('cdn', address, { Origin: SITE });
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'cache-control': cacheControl,
        'content-type': headersOf(address.slice(1))['content-type'],
        'access-control-allow-origin': '*',
        'timing-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(headersOf(address.slice(1))['cache-control']).toBe(cacheControl);
    },
  );

  it('sends compressed copies where there are some', async () => {
    const { headers, bytes } = await ask('cdn', '/shop/1.5.0/remote-entry.abc.js', {
      'Accept-Encoding': 'gzip, br',
    });
    expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'Accept-Encoding']);
    expect(brotliDecompressSync(bytes).toString()).toBe(script);
    const none = await ask('cdn', '/shop/1.5.0/only.js', { 'Accept-Encoding': 'gzip, br' });
    expect([none.headers['content-encoding'], none.bytes.toString()]).toEqual([undefined, 'without copies']);
  });

  it('follows no link out of the store', async () => {
    await put('elsewhere/a.json', 'private');
    await symlink(path.join(folder, 'elsewhere'), path.join(folder, 'store/shop/1.5.0/assets/link'));
    expect((await ask('cdn', '/shop/1.5.0/assets/link/a.json')).status).toBe(404);
  });
});

describeWithNginx('nginx with a certificate', () => {
  it('speaks HTTP/2 over TLS, and leads port 80 there', async () => {
    const pems = await generate([{ name: 'commonName', value: 'academy.example' }], { keySize: 2048 });
    const tls = {
      certificate: await put('tls/site.pem', pems.cert),
      key: await put('tls/site.key', pems.private),
    };
    const configuration = await nginxConfiguration({ ...options, tls });
    const securePort = await freePort();
    const secured = await startNginxWith(nginxProgram ?? '', ({ port }) =>
      configuration
        .replaceAll(/listen \[::\]:\d+[^;]*;/g, '')
        .replaceAll('listen 443 ', `listen 127.0.0.1:${securePort} `)
        .replace('listen 80;', `listen 127.0.0.1:${port};`),
    );
    try {
      const plain = await fetch(`${secured.url}/isa-basket`, {
        redirect: 'manual',
        headers: { Host: 'academy.example' },
      });
      expect([plain.status, plain.headers.get('location')]).toEqual([
        301,
        expect.stringMatching(/^https:.*\/isa-basket$/),
      ]);
      const session = connect(`https://127.0.0.1:${securePort}`, {
        ca: pems.cert,
        servername: 'academy.example',
        checkServerIdentity: () => undefined,
      });
      const stream = session.request({ ':path': '/isa-basket' });
      const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
      session.close();
      expect([headers[':status'], headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
    } finally {
      await secured.stop();
    }
  });
});

describe('the configuration', () => {
  const sound: NginxOptions = {
    siteOrigin: SITE,
    cdnOrigin: CDN,
    siteFolder: '/srv/isa/site',
    storeFolder: '/srv/isa/store',
    servesStore: true,
    mediaFolder: '/srv/isa/media',
    api: '127.0.0.1:3002',
    paymentOrigins: PAYPAL,
    accessLog: '/var/log/nginx/isa.log',
  };

  it.each([
    [{ siteFolder: '/srv/isa; }' }, 'cannot stand'],
    [{ accessLog: '/var/log/isa log' }, 'cannot stand'],
    [{ siteOrigin: 'academy.example' }, 'is no origin'],
    [{ cdnOrigin: 'https://cdn.academy.example/store' }, 'is no origin'],
    [{ api: '127.0.0.1' }, 'no host and port'],
    [
      { siteOrigin: 'http://academy.example', tls: { certificate: '/a.pem', key: '/b.pem' } },
      'no https address',
    ],
  ])('refuses %j in one sentence', async (change, sentence) => {
    await expect(nginxConfiguration({ ...sound, ...change })).rejects.toThrow(sentence);
  });

  it('tells browsers to keep to https only where the site is reached by it', async () => {
    expect(await nginxConfiguration(sound)).toContain('Strict-Transport-Security');
    expect(await nginxConfiguration({ ...sound, siteOrigin: 'http://localhost:3000' })).not.toContain(
      'Strict-Transport-Security',
    );
  });

  it('leaves the store to another host where it is no folder of this machine', async () => {
    const text = await nginxConfiguration({ ...sound, servesStore: false });
    expect(text).not.toMatch(/server_name cdn\.|timing-allow-origin/i);
    expect(text).toContain(`script-src 'self' ${CDN}`);
  });

  it('ends TLS and leads port 80 there when it has a certificate', async () => {
    const text = await nginxConfiguration({
      ...sound,
      tls: { certificate: '/etc/tls/a.pem', key: '/etc/tls/a.key' },
    });
    expect(text).toContain('server_name academy.example cdn.academy.example;');
    expect(text.match(/listen 443 ssl http2;/g)).toHaveLength(2);
    expect(text).toContain('return 301 https://$host$request_uri;');
    expect(text).not.toMatch(/@[A-Z_]+@/);
  });
});
