import { writeFile } from 'node:fs/promises';
import { get, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { serve } from '../../../api/testing/test-server';
import { describeWithProgram } from '../../../api/testing/with-program';
import { deltaName } from '../formats/deltas';
import { IMMUTABLE, PAGE_AS_DICTIONARY, REVALIDATED } from '../formats/host-rules';
import { decodeDelta, encodeDelta, hashOfDictionary } from '../store/delta';
import type { SiteFile } from '../store/site';
import { siteBucketAt } from '../store/site-bucket';
import { siteFolderAt } from '../store/site-folder';
import { bucketStorage } from '../store/storage/bucket';
import { startBucketServer } from '../../tooling/testing/release/bucket-server';
import { type EdgeCdn, edgeProgram, startEdgeCdn } from '../../tooling/testing/site/edge-cdn';
import { edgeFunction } from './edge/function';
import { CDN, LISTS, page, PAYPAL, script, SITE, siteBuildFiles, VIDEOS } from './testing/site-files';
import { VARY_BY_DICTIONARY } from './negotiation';
import { headersAt } from './headers-at';
import { securityHeaders } from './security-headers';
import { serveCurrentSiteBuild } from './folder-files';
import { createSiteServer } from './site-server';

const security = {
  scriptOrigins: [CDN],
  paymentOrigins: PAYPAL,
  mediaOrigins: [VIDEOS],
  formOrigins: [LISTS],
  httpsOnly: true,
};
const headers = securityHeaders(security);
const SCRIPT = 'shell/2.0.0/main.abc.js';
/** The script that browsers have from the site build before. */
const FORMER_SCRIPT = script.replaceAll('42', '41');
const FORMER_REGISTRY = '{"registry":{"revision":1}}';
const formerFiles: Readonly<Record<string, SiteFile>> = {
  'isa-books/1.html': page('Former book 1'),
  'registry.json': { text: FORMER_REGISTRY },
};
const textOf = (file: SiteFile | undefined) => (file && 'text' in file ? file.text : '');

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
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
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: bytes.toString(),
          bytes,
        });
      });
    });
    outgoing.on('error', reject);
  });
}

let folder: string;
let siteOrigin: string;
let bucket: Awaited<ReturnType<typeof startBucketServer>>;
let cdn: EdgeCdn | undefined;

beforeAll(async () => {
  folder = testFolder();
  bucket = await startBucketServer('site/');
  const storage = bucketStorage('s3://releases/site', bucket.environment);
  const from = path.join(folder, 'script.dcz');
  const dictionary = Buffer.from(FORMER_SCRIPT);
  await writeFile(from, await encodeDelta(Buffer.from(script), dictionary));
  const delta = { [deltaName(SCRIPT, hashOfDictionary(dictionary))]: { from } };
  const files = { ...siteBuildFiles, [SCRIPT]: { text: script }, ...delta };
  for (const site of [siteFolderAt(folder), siteBucketAt(storage, folder)]) {
    await site.write('00000001-a', new Map(Object.entries({ ...files, ...formerFiles })), undefined);
    await site.write('00000002-b', new Map(Object.entries(files)), '00000001-a');
    await site.swap('00000002-b', await site.current());
  }
  const siteServer = createSiteServer({
    ...security,
    content: serveCurrentSiteBuild(folder),
    apiOrigin: 'http://127.0.0.1:1',
  });
  siteOrigin = (await serve(siteServer)).origin;
  if (edgeProgram) cdn = await startEdgeCdn(await edgeFunction({ bucket: bucket.url, headers }));
});
afterAll(async () => {
  await cdn?.stop();
  await bucket.close();
});

type Ask = (address: string, headers?: Readonly<Record<string, string>>, method?: string) => Promise<Reply>;

const hosts: Record<string, Ask> = {
  'the site server': (...args) => request(siteOrigin, ...args),
};
const askFunction: Ask = (...args) => request(cdn?.origin ?? '', ...args);
if (edgeProgram) hosts['the function of a CDN'] = askFunction;

function expectSecurityHeaders(path: string, reply: Reply): void {
  const expected = headersAt(headers, path);
  for (const header of Object.keys({ ...headers.usual, ...headers.checkout })) {
    expect([header, reply.headers[header.toLowerCase()]]).toEqual([header, expected[header]]);
  }
}

const HTML = 'text/html; charset=utf-8';
const HOUR = 'public, max-age=3600';

type Page = readonly [address: string, status: number, text: string, type: string | undefined, cache: string];

/** Addresses below the list of books that have no number in its only spelling. */
const ODD_NUMBERS = [
  '01',
  '1e0',
  '+1',
  '1.',
  '1;a',
  '1%20',
  '1%E2%80%8B',
  '%EF%BC%91',
  '99999999999',
  'abc',
].map((segment) => `/isa-books/${segment}`);

/** Each row has address, status, a part of the body, content type and `Cache-Control`. */
const PAGES: readonly Page[] = [
  ['/', 200, '<h1>Home</h1>', HTML, REVALIDATED],
  ['/isa-books/1', 200, '<h1>Book 1</h1>', HTML, REVALIDATED],
  ['/isa-books/1/', 301, '', undefined, REVALIDATED],
  ['/ISA-Books/1?step=2', 301, '', undefined, REVALIDATED],
  ['/isa-books/77', 200, '<h1>Some book</h1>', HTML, REVALIDATED],
  ...ODD_NUMBERS.map((address): Page => [address, 302, '', undefined, REVALIDATED]),
  ['/reset/a../done', 404, '<h1>Not found</h1>', HTML, REVALIDATED],
  ['/reset/12.a-B_/done', 200, '<h1>Inner</h1>', HTML, REVALIDATED],
  ['/reset/a%3Bb/done', 404, '<h1>Not found</h1>', HTML, REVALIDATED],
  ['/RESET/abc/Done', 301, '', undefined, REVALIDATED],
  ['/a/x/y', 200, '<h1>Two</h1>', HTML, REVALIDATED],
  ['/nowhere/at/all', 404, '<h1>Not found</h1>', HTML, REVALIDATED],
  ['/isa-books/1/2', 404, '<h1>Not found</h1>', HTML, REVALIDATED],
  ['/events', 410, '<h1>Not found</h1>', HTML, REVALIDATED],
  ['/Events/', 301, '', undefined, REVALIDATED],
  ['/online/all-books', 410, '<h1>Not found</h1>', HTML, REVALIDATED],
  ['/isa-books/all-books', 200, '<h1>All books</h1>', HTML, REVALIDATED],
  ['/Old-Books', 302, '', undefined, REVALIDATED],
  ['/OLD-Books/?page=2', 302, '', undefined, REVALIDATED],
  ['/.well-known/change-password', 302, '', undefined, REVALIDATED],
  ['/shell/2.0.0/main.abc.js', 200, '', 'text/javascript; charset=utf-8', IMMUTABLE],
  ['/registry.json', 200, '{"registry":{}}', 'application/json; charset=utf-8', REVALIDATED],
  ['/calls.json', 200, '{}', 'application/json; charset=utf-8', REVALIDATED],
  ['/favicon.ico', 200, 'icon', 'image/vnd.microsoft.icon', HOUR],
  ['/sitemap.xml', 200, '<urlset/>', 'text/xml; charset=utf-8', HOUR],
];

/** Where the redirects above lead. */
const LEADS_TO: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ODD_NUMBERS.map((address) => [address, '/isa-books/all-books'])),
  '/isa-books/1/': '/isa-books/1',
  '/ISA-Books/1?step=2': '/isa-books/1?step=2',
  '/RESET/abc/Done': '/reset/abc/done',
  '/Events/': '/events',
  '/Old-Books': '/isa-books/all-books',
  '/OLD-Books/?page=2': '/isa-books/all-books',
  '/.well-known/change-password': '/account',
};

const HIDDEN = [
  '/../keys/registry.key.pem',
  '/shell/2.0.0/..%2f..%2f..%2f..%2fkeys%2fregistry.key.pem',
  '/routes.json',
  '/%72outes.json',
  '/site-build.json',
  '/index',
  '/404',
  '/index.html',
  '/isa-books/1.html',
  '/isa-books/nothing.svg',
  '/_frames/isa-books/_.html',
  '/registry.json.br',
  '/.env',
  '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  '/shell/9.9.9/main.js',
  '/shell/2.0.0/node/server.cjs',
  '/%ff',
  '//x/routes.json',
];

/** Each row has address, former and current content, `Use-As-Dictionary` and `Cache-Control`. */
const DELTAS = [
  [`/${SCRIPT}`, FORMER_SCRIPT, script, 'match="/shell/*/main.*.js", id="shell@2.0.0"', IMMUTABLE],
  [
    '/isa-books/1',
    textOf(formerFiles['isa-books/1.html']),
    textOf(page('Book 1')),
    'match="/isa-books/1"',
    PAGE_AS_DICTIONARY,
  ],
  [
    '/registry.json',
    FORMER_REGISTRY,
    textOf(siteBuildFiles['registry.json']),
    'match="/registry.json"',
    PAGE_AS_DICTIONARY,
  ],
] as const;
/** The first bytes of a delta. */
const DCZ = Buffer.from('5e2a4d18', 'hex');

describe.each(Object.entries(hosts))('%s', (_name, ask) => {
  it.each(PAGES)('answers %s with %i', async (address, status, text, type, cache) => {
    const reply = await ask(address);
    expect([reply.status, reply.text.includes(text)]).toEqual([status, true]);
    expect(reply.headers['cache-control']).toBe(cache);
    if (type !== undefined) expect(reply.headers['content-type']).toBe(type);
    const target = LEADS_TO[address];
    if (status === 301 || status === 302) {
      expect(new URL(reply.headers.location ?? '', SITE).href).toBe(`${SITE}${target}`);
    }
    expectSecurityHeaders(address, reply);
  });

  it('allows the payment provider in the document of the checkout only', async () => {
    for (const address of ['/checkout']) {
      const reply = await ask(address);
      expect([address, reply.status, reply.text]).toEqual([address, 200, textOf(page('Checkout'))]);
      expect(reply.headers['content-security-policy']).toContain(
        `script-src 'self' ${CDN} ${PAYPAL.join(' ')} 'sha256-`,
      );
      expectSecurityHeaders('/checkout', reply);
    }
    for (const address of ['/', '/checkout/x', '/nowhere/checkout', '/checkout.js']) {
      const reply = await ask(address);
      expect([address, reply.headers['content-security-policy']]).toEqual([
        address,
        expect.not.stringContaining('paypal'),
      ]);
      expectSecurityHeaders('/', reply);
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

  it('sends a part only to those who have the rest of the same bytes', async () => {
    const { etag = '' } = (await ask('/favicon.ico')).headers;
    const part = (ifRange: string) => ask('/favicon.ico', { range: 'bytes=1-2', 'if-range': ifRange });
    expect(etag).toMatch(/^"/);
    expect((await part(etag)).status).toBe(206);
    for (const other of ['"another"', `W/${etag}`]) {
      const { status, text } = await part(other);
      expect([status, text]).toEqual([200, 'icon']);
    }
  });

  it('sends no encoding that is refused', async () => {
    for (const address of ['/isa-books/1', '/shell/2.0.0/main.abc.js', '/registry.json']) {
      const { headers: got } = await ask(address, { 'accept-encoding': 'br;q=0, gzip; q=0.0' });
      expect(got['content-encoding']).toBeUndefined();
    }
  });

  describe.each(DELTAS)('what a browser has of %s', (address, former, now, asDictionary, cache) => {
    const hash = `:${hashOfDictionary(Buffer.from(former))}:`;
    const chromium = { 'accept-encoding': 'dcz', 'sec-ch-ua': '"Chromium";v="156"' };

    it('leads to a delta', async () => {
      const reply = await ask(address, { ...chromium, 'available-dictionary': hash });
      expect(reply.headers).toMatchObject({
        'content-encoding': 'dcz',
        'use-as-dictionary': asDictionary,
        'cache-control': cache,
        vary: VARY_BY_DICTIONARY,
      });
      const decoded = await decodeDelta(reply.bytes, Buffer.from(former), now.length);
      expect([reply.status, decoded?.toString(), reply.bytes.length < 150]).toEqual([200, now, true]);
      if (cache === IMMUTABLE) return;
      const own = `:${hashOfDictionary(Buffer.from(now))}:`;
      const { etag = '' } = reply.headers;
      const again = await ask(address, { ...chromium, 'available-dictionary': own, 'if-none-match': etag });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    });

    it.each([
      ['another file', { 'available-dictionary': `:${'c'.repeat(43)}=:` }],
      ['no valid hash', { 'available-dictionary': hash.slice(1) }],
      ['no encoding of deltas', { 'available-dictionary': hash, 'accept-encoding': 'dcz;q=0' }],
    ])('the whole file is sent with %s', async (_name, sent) => {
      const reply = await ask(address, { ...chromium, ...sent });
      expect([reply.status, reply.headers['content-encoding'], reply.text]).toEqual([200, undefined, now]);
    });
  });

  it('keeps deltas of pages from browsers other than Chromium, and from shared caches', async () => {
    const { headers: got, text } = await ask('/isa-books/1', {
      'accept-encoding': 'dcz',
      'available-dictionary': `:${hashOfDictionary(Buffer.from(textOf(formerFiles['isa-books/1.html'])))}:`,
    });
    expect([text, got['use-as-dictionary']]).toEqual([textOf(page('Book 1')), undefined]);
    expect(got['cache-control']).toBe(REVALIDATED);
    expect(got.vary).toBe('Accept-Encoding');
  });
});

describeWithProgram('workerd', edgeProgram)('the function of a CDN', () => {
  it('sends the whole file when the bucket has lost its delta', async () => {
    const names = [...bucket.objects.keys()];
    for (const name of names.filter((key) => bucket.objects.get(key)?.bytes.subarray(0, 4).equals(DCZ))) {
      bucket.objects.delete(name);
    }
    const hash = hashOfDictionary(Buffer.from(FORMER_SCRIPT));
    const sent = { 'accept-encoding': 'dcz', 'available-dictionary': `:${hash}:` };
    const { status, headers: got, text } = await askFunction(`/${SCRIPT}`, sent);
    expect([status, got['content-encoding'], text]).toEqual([200, undefined, script]);
    expect(names.length - bucket.objects.size).toBe(3);
  });
});
