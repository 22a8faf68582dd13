import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installedProgram } from '../../api/testing/with-program';
import { siteBucketAt } from '../store/site-bucket';
import { siteFolderAt } from '../store/site-folder';
import { bucketStorage } from '../store/storage/bucket';
import { startBucketServer } from '../testing/release/bucket-server';
import { type EdgeCdn, startEdgeCdn } from '../testing/site/edge-cdn';
import { CDN, compositionFiles, PAYPAL, useHosting } from './nginx/testing/hosting';
import { securityHeaders } from './security-headers';
import { serveCurrentComposition } from './serve-composition';
import { createSiteServer } from './site-server';

const security = { scriptOrigins: [CDN, ...PAYPAL], httpsOnly: true };
const headers = securityHeaders(security);
const files = new Map([
  ...Object.entries(compositionFiles),
  ['shell/2.0.0/main.abc.js', { text: 'a script' }] as const,
]);

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends an address as it is; `fetch` would normalise it. */
function request(
  origin: string,
  address: string,
  sent: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Reply> {
  const { hostname: host, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = get({ host, port, path: address, method, headers: sent, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    outgoing.on('error', reject);
  });
}

let folder: string;
let siteServer: Server;
let bucket: Awaited<ReturnType<typeof startBucketServer>>;
let cdn: EdgeCdn;
const nginx = useHosting();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'isa-hosts-'));
  bucket = await startBucketServer('site/');
  for (const site of [
    siteFolderAt(folder),
    siteBucketAt(bucketStorage('s3://releases/site', bucket.environment)),
  ]) {
    await site.write('00000001-a', files, undefined);
    await site.use('00000001-a');
  }
  siteServer = createSiteServer({
    ...security,
    content: serveCurrentComposition(folder),
    apiOrigin: 'http://127.0.0.1:1',
  });
  await new Promise<void>((resolve) => siteServer.listen(0, '127.0.0.1', resolve));
  cdn = await startEdgeCdn({ bucket: bucket.url, headers });
});
afterAll(async () => {
  await cdn.stop();
  await bucket.close();
  await new Promise((resolve) => siteServer.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

type Ask = (address: string, headers?: Readonly<Record<string, string>>, method?: string) => Promise<Reply>;

const hosts: Record<string, Ask> = {
  'the site server': (...args) =>
    request(`http://127.0.0.1:${(siteServer.address() as AddressInfo).port}`, ...args),
  'the function of a CDN': (...args) => request(cdn.origin, ...args),
};
if (installedProgram('nginx')) {
  hosts.nginx = async (...args) => {
    const { bytes, ...reply } = await nginx().request('site', ...args);
    return { ...reply, text: bytes.toString() };
  };
}

const HTML = 'text/html; charset=utf-8';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';

/** Address, status, a part of the body, content type, `Cache-Control`. */
const PAGES = [
  ['/', 200, '<h1>Home</h1>', HTML, 'no-cache'],
  ['/isa-books/1', 200, '<h1>Book 1</h1>', HTML, 'no-cache'],
  ['/isa-books/1/', 200, '<h1>Book 1</h1>', HTML, 'no-cache'],
  ['/ISA-Books/1?step=2', 200, '<h1>Book 1</h1>', HTML, 'no-cache'],
  ['/isa-books/77', 200, '<h1>Some book</h1>', HTML, 'no-cache'],
  ['/RESET/abc/Done', 200, '<h1>Inner</h1>', HTML, 'no-cache'],
  ['/a/x/y', 200, '<h1>Two</h1>', HTML, 'no-cache'],
  ['/nowhere/at/all', 404, '<h1>Not found</h1>', HTML, 'no-cache'],
  ['/isa-books/1/2', 404, '<h1>Not found</h1>', HTML, 'no-cache'],
  ['/events', 410, '<h1>Not found</h1>', HTML, 'no-cache'],
  ['/Events/', 410, '<h1>Not found</h1>', HTML, 'no-cache'],
  ['/online/all-books', 410, '<h1>Not found</h1>', HTML, 'no-cache'],
  ['/isa-books/all-books', 200, '<h1>All books</h1>', HTML, 'no-cache'],
  ['/old-books', 302, '', undefined, 'no-cache'],
  ['/OLD-Books/?page=2', 302, '', undefined, 'no-cache'],
  ['/shell/2.0.0/main.abc.js', 200, '', 'text/javascript; charset=utf-8', IMMUTABLE],
  ['/registry.json', 200, '{"registry":{}}', 'application/json; charset=utf-8', 'no-cache'],
  ['/releases.json', 200, '{}', 'application/json; charset=utf-8', 'no-cache'],
  ['/favicon.ico', 200, 'icon', 'image/vnd.microsoft.icon', HOUR],
  ['/sitemap.xml', 200, '<urlset/>', 'text/xml; charset=utf-8', HOUR],
] as const;

const HIDDEN = [
  '/routes.json',
  '/%72outes.json',
  '/composition.json',
  '/index',
  '/404',
  '/index.html',
  '/isa-books/1.html',
  '/isa-books/nothing.svg',
  '/_frames/isa-books/_.html',
  '/registry.json.br',
  '/.env',
  '/shell/9.9.9/main.js',
  '/shell/2.0.0/node/server.cjs',
  '/%ff',
  '//x/routes.json',
];

describe.each(Object.entries(hosts))('%s', (_name, ask) => {
  it.each(PAGES)('answers %s with %i', async (address, status, text, type, cache) => {
    const reply = await ask(address);
    expect([reply.status, reply.headers['cache-control'], reply.text.includes(text)]).toEqual([
      status,
      cache,
      true,
    ]);
    if (type !== undefined) expect(reply.headers['content-type']).toBe(type);
    if (status === 302) expect(reply.headers.location).toBe('/isa-books/all-books');
    for (const [header, value] of Object.entries(headers)) {
      expect([header, reply.headers[header.toLowerCase()]]).toEqual([header, value]);
    }
  });

  it.each(HIDDEN)('has no page %s', async (address) => {
    const { status, text } = await ask(address);
    expect([400, 404]).toContain(status);
    expect(text).not.toMatch(/Home|Book|routes|^\{/);
  });

  it('answers only GET and HEAD', async () => {
    expect((await ask('/', {}, 'POST')).status).toBe(405);
    const head = await ask('/isa-books/1', {}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('revalidates pages by entity tags, and sends ranges of files', async () => {
    const { etag = '' } = (await ask('/isa-books/1')).headers;
    expect((await ask('/isa-books/1', { 'if-none-match': etag })).status).toBe(304);
    expect((await ask('/isa-books/1', { 'if-none-match': '"another"' })).status).toBe(200);
    const part = await ask('/favicon.ico', { range: 'bytes=1-2' });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'co', 'bytes 1-2/4']);
  });
});
