import { createHash } from 'node:crypto';
import { connect } from 'node:http2';
import { makeCertificate } from './certificate';
import { type Hosted, cacheControl, PageServer, parseRange } from './page-server';

const PORTS = { sitePort: 4290, cdnPort: 4291, apiPort: 4292 };
/** Like compressed pictures: nothing of it repeats. */
const picture = createHash('shake256', { outputLength: 200_000 }).update('picture').digest();
const script = Buffer.from('x'.repeat(50_000));

let reads = 0;
const hosted: Hosted = {
  site: {
    read: async (pathname) => {
      reads += 1;
      return pathname === '/app.12345678.js'
        ? { status: 200, type: 'text/javascript', body: script }
        : pathname === '/film.mp4'
          ? { status: 200, type: 'video/mp4', body: Buffer.from('0123456789') }
          : pathname === '/picture.jpg'
            ? { status: 200, type: 'image/jpeg', body: picture }
            : undefined;
    },
  },
};

describe('the page server', () => {
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
      const answer = await new Promise<Record<string, unknown>>((resolve, reject) => {
        session.once('error', reject);
        stream.once('error', reject);
        stream.once('response', resolve);
      });
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      return { answer, body, bytes: body.length, took: performance.now() - begun };
    } finally {
      session.close();
    }
  }

  it('compresses, and keeps what carries a hash for good', async () => {
    const { answer, bytes } = await get('/app.12345678.js');
    expect(answer).toMatchObject({ ':status': 200, 'content-encoding': 'br' });
    expect(answer['cache-control']).toContain('immutable');
    expect(bytes).toBeLessThan(200);
  });

  it('answers 304 to whoever has it, and 404 where there is nothing', async () => {
    const { answer } = await get('/app.12345678.js');
    const again = await get('/app.12345678.js', { 'if-none-match': String(answer.etag) });
    expect(again.answer[':status']).toBe(304);
    expect((await get('/nothing')).answer[':status']).toBe(404);
  });

  it('reads and compresses once, however often its variant comes round again', async () => {
    await get('/app.12345678.js');
    const before = reads;
    server.host({ site: { read: async () => undefined } });
    expect((await get('/app.12345678.js')).answer[':status']).toBe(404);
    server.host(hosted);
    expect((await get('/app.12345678.js')).answer[':status']).toBe(200);
    expect(reads).toBe(before);
  });

  it('sends parts of films', async () => {
    const { answer, bytes } = await get('/film.mp4', { range: 'bytes=2-4' });
    expect(answer).toMatchObject({ ':status': 206, 'content-range': 'bytes 2-4/10' });
    expect(bytes).toBe(3);
  });

  it('loses and mixes up nothing on a long line that several answers share', async () => {
    server.newLine({ name: 'narrow', downBitsPerSecond: 8e6, upBitsPerSecond: 1e6, roundTrip: 20 });
    const answers = await Promise.all([1, 2, 3].map(() => get('/picture.jpg')));
    server.newLine(undefined);
    expect(answers.map(({ body }) => body.equals(picture))).toEqual([true, true, true]);
    // 600 KB at a megabyte a second.
    expect(Math.max(...answers.map(({ took }) => took))).toBeGreaterThanOrEqual(600);
  });

  it('takes the round trips of TCP, TLS and the request over a long line', async () => {
    server.newLine({ name: 'long', downBitsPerSecond: 1e9, upBitsPerSecond: 1e9, roundTrip: 100 });
    const slow = await get('/film.mp4');
    server.newLine(undefined);
    expect(slow.took).toBeGreaterThanOrEqual(295);
  });
});

describe('cache rules', () => {
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

describe('a range', () => {
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
