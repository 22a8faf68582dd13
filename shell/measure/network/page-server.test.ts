import { createHash } from 'node:crypto';
import { connect } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import { makeCertificate } from './certificate';
import { cacheControl, PageServer, parseRange, type HostedSite } from './page-server';

const PORTS = { sitePort: 4290, cdnPort: 4291, apiPort: 4292 };
/** Incompressible, like a real picture. */
const picture = createHash('shake256', { outputLength: 200_000 }).update('picture').digest();
const files = new Map([
  ['/app.12345678.js', { status: 200, type: 'text/javascript', body: Buffer.from('x'.repeat(50_000)) }],
  ['/video.mp4', { status: 200, type: 'video/mp4', body: Buffer.from('0123456789') }],
  ['/picture.jpg', { status: 200, type: 'image/jpeg', body: picture }],
]);

let reads = 0;
const hosted: HostedSite = {
  site: async (pathname) => {
    reads += 1;
    return files.get(pathname);
  },
};

describe('page server', () => {
  let server: PageServer;
  beforeAll(async () => {
    server = new PageServer({ certificate: await makeCertificate(), ...PORTS });
    await server.listen();
    server.host(hosted);
  });
  afterAll(() => server.close());

  async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
    const session = connect(`https://localhost:${PORTS.sitePort}`, { rejectUnauthorized: false });
    try {
      const stream = session.request({ ':path': path, ...headers });
      const begun = performance.now();
      const response = await new Promise<Record<string, unknown>>((resolve, reject) => {
        session.once('error', reject);
        stream.once('error', reject);
        stream.once('response', resolve);
      });
      const body = await buffer(stream);
      return { response, body, bytes: body.length, took: performance.now() - begun };
    } finally {
      session.close();
    }
  }

  it('compresses files and marks those with a hash in their name as immutable', async () => {
    const { response, bytes } = await get('/app.12345678.js');
    expect(response).toMatchObject({ ':status': 200, 'content-encoding': 'br' });
    expect(response['cache-control']).toContain('immutable');
    expect(bytes).toBeLessThan(200);
  });

  it('responds 304 to a matching ETag, and 404 where there is no file', async () => {
    const { response } = await get('/app.12345678.js');
    const again = await get('/app.12345678.js', { 'if-none-match': String(response.etag) });
    expect(again.response[':status']).toBe(304);
    expect((await get('/nothing')).response[':status']).toBe(404);
  });

  it('reads and compresses a file once, although other sites are hosted in between', async () => {
    await get('/app.12345678.js');
    const before = reads;
    server.host({ site: async () => undefined });
    expect((await get('/app.12345678.js')).response[':status']).toBe(404);
    server.host(hosted);
    expect((await get('/app.12345678.js')).response[':status']).toBe(200);
    expect(reads).toBe(before);
  });

  it('serves byte ranges of videos', async () => {
    const { response, bytes } = await get('/video.mp4', { range: 'bytes=2-4' });
    expect(response).toMatchObject({ ':status': 206, 'content-range': 'bytes 2-4/10' });
    expect(bytes).toBe(3);
  });

  it('delivers concurrent responses intact over a shared throttled link', async () => {
    server.throttle({ name: 'narrow', downBitsPerSecond: 8e6, upBitsPerSecond: 1e6, roundTrip: 20 });
    const responses = await Promise.all([1, 2, 3].map(() => get('/picture.jpg')));
    server.throttle(undefined);
    expect(responses.map(({ body }) => body.equals(picture))).toEqual([true, true, true]);
    // 600 KB at a megabyte a second.
    expect(Math.max(...responses.map(({ took }) => took))).toBeGreaterThanOrEqual(600);
  });

  it('takes the round trips of TCP, TLS and the request on a link with high latency', async () => {
    server.throttle({ name: 'long', downBitsPerSecond: 1e9, upBitsPerSecond: 1e9, roundTrip: 100 });
    const slow = await get('/video.mp4');
    server.throttle(undefined);
    expect(slow.took).toBeGreaterThanOrEqual(295);
  });
});

describe('cacheControl', () => {
  it.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/registry.json', 'application/json', 'no-cache'],
    ['/learning/1.0.0/mf-manifest.json', 'application/json', 'no-cache'],
    ['/assets/index-TL_BZUms.js', 'text/javascript', 'public, max-age=31536000, immutable'],
    ['/main.67dc65740fc2.js', 'text/javascript', 'public, max-age=31536000, immutable'],
    ['/shop/1.0.0-abc/remote.js', 'text/javascript', 'public, max-age=31536000, immutable'],
    ['/art/book-1.svg', 'image/svg+xml', 'public, max-age=86400'],
  ])('%s', (pathname, type, expected) => {
    expect(cacheControl(pathname, type)).toBe(expected);
  });
});

describe('parseRange', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=2-4', { start: 2, end: 4 }],
    ['bytes=2-99', { start: 2, end: 9 }],
    ['bytes=10-', undefined],
    ['bytes=-5', undefined],
    [undefined, undefined],
  ])('%s', (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });
});
