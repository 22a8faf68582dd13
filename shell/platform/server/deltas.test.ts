import { createHash } from 'node:crypto';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { serve } from '../../../api/testing/test-server';
import { decodeDelta } from '../store/delta';
import { siteFolderAt } from '../store/site-folder';

const folder = path.join(tmpdir(), `isa-deltas-${process.pid}`);
jest.mock('../store/locations', () => {
  const actual = jest.requireActual<object>('../store/locations');
  const { tmpdir: temporary } = jest.requireActual<{ tmpdir(): string }>('node:os');
  return { ...actual, storeFolder: `${temporary()}/isa-deltas-${process.pid}/store` };
});
import { createCdnServer } from './cdn-server';
import { serveCurrentSiteBuild } from './folder-files';
import { createSiteServer } from './site-server';

const HASH = 'abcdefghijklmnopqrstu/wxyz0123456789+ABCDEF';
/** The hash of a dictionary whose delta is a link out of the store. */
const LINKED = 'b'.repeat(43);
const SCRIPT = 'export const answer = 42;\n'.repeat(50);
const ROUTES = [{ pattern: '/a-page', file: 'page.html', status: 200 }];
const page = (text: string) => `<!doctype html>${text}${'<p>A line of a page.</p>'.repeat(100)}`;
const [FORMER, PAGE] = [page('Former'), page('Newer')] as const;
const ports: Record<string, number> = {};

beforeAll(async () => {
  const put = async (file: string, content: string | Buffer) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
    return { from: path.join(folder, file) };
  };
  await put('secret.pem', 'private');
  const entry = 'store/shop/1.5.0/604.abc.js';
  const shared = 'store/shop/files/604.abc.js';
  for (const [name, content] of [
    ['', SCRIPT],
    ['.br', brotliCompressSync(SCRIPT)],
    [`.dcz/${HASH}`, 'delta'],
  ] as const) {
    await put(shared + name, content);
  }
  const files = {
    'routes.json': { text: JSON.stringify({ routes: ROUTES, missing: { file: '404.html', status: 404 } }) },
    '404.html': { text: '<h1>Not found</h1>' },
    'shell/1.5.0/604.abc.js': await put(entry, SCRIPT),
    'shell/1.5.0/604.abc.js.br': await put(`${entry}.br`, brotliCompressSync(SCRIPT)),
    [`shell/1.5.0/604.abc.js.dcz/${HASH}`]: await put(`${entry}.dcz/${HASH}`, 'delta'),
  };
  for (const script of [entry, shared]) {
    await symlink(path.join(folder, 'secret.pem'), path.join(folder, `${script}.dcz`, LINKED));
  }
  const site = siteFolderAt(path.join(folder, 'site'));
  const prerender = (id: string, text: string, before?: string) =>
    site.write(
      id,
      new Map(Object.entries({ ...files, 'page.html': { text }, 'registry.json': { text } })),
      before,
    );
  await prerender('00000001-a', FORMER);
  await prerender('00000002-b', PAGE, '00000001-a');
  // The page has not changed, so its copies are linked.
  await prerender('00000003-c', PAGE, '00000002-b');
  await site.swap('00000003-c', await site.current());
  const content = serveCurrentSiteBuild(path.join(folder, 'site'));
  const server = createSiteServer({ content, apiOrigin: 'http://127.0.0.1:1', scriptOrigins: [] });
  ports.site = (await serve(server)).port;
  ports.cdn = (await serve(createCdnServer())).port;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const DCZ = 'gzip, deflate, br, zstd, dcb, dcz';

async function request(server: string, address: string, headers: Record<string, string>, method = 'GET') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port: ports[server], path: address, method, headers }, resolve).on(
      'error',
      reject,
    );
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk as Uint8Array));
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
}

describe.each([
  ['cdn', '/shop/1.5.0/604.abc.js', 'match="/shop/*/604.*.js", id="shop@1.5.0"'],
  ['cdn', '/shop/files/604.abc.js', 'match="/shop/*/604.*.js", id="shop@files"'],
  ['site', '/shell/1.5.0/604.abc.js', 'match="/shell/*/604.*.js", id="shell@1.5.0"'],
])('a script of the server %s', (server, address, dictionary) => {
  const script = (available: string, others: Record<string, string> = {}, method?: string) =>
    request(
      server,
      address,
      { 'Accept-Encoding': DCZ, 'Available-Dictionary': available, ...others },
      method,
    );

  it('is sent as a delta to a browser that has its dictionary', async () => {
    const { status, headers, bytes } = await script(`:${HASH}=:`);
    expect([status, bytes.toString()]).toEqual([200, 'delta']);
    expect(headers).toMatchObject({
      'content-encoding': 'dcz',
      'content-length': '5',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding, Available-Dictionary',
      'use-as-dictionary': dictionary,
      'x-content-type-options': 'nosniff',
    });
    if (server === 'cdn') expect(headers['access-control-allow-origin']).toBe('*');
    expect((await script(`:${HASH}=:`, {}, 'HEAD')).bytes).toHaveLength(0);
  });

  it('is sent with brotli otherwise, as a dictionary for later releases', async () => {
    for (const { headers, bytes } of [
      await script(`:${'c'.repeat(43)}=:`),
      await script(`:${LINKED}=:`),
      await script(HASH),
      await script(''),
      await script(`:${HASH}=:`, { 'Accept-Encoding': 'br, dcz;q=0' }),
    ]) {
      expect([headers['content-encoding'], brotliDecompressSync(bytes).toString()]).toEqual(['br', SCRIPT]);
      expect([headers['use-as-dictionary'], headers.vary]).toEqual([
        dictionary,
        'Accept-Encoding, Available-Dictionary',
      ]);
    }
  });

  it('has no address for its deltas', async () => {
    expect((await request(server, `${address}.dcz/${HASH}`, {})).status).toBe(404);
  });
});

describe.each([
  ['the page', '/a-page', 'text/html; charset=utf-8'],
  ['the registry', '/registry.json', 'application/json; charset=utf-8'],
])('%s', (_name, address, type) => {
  const hash = (text: string) => `:${createHash('sha256').update(text).digest('base64')}:`;
  const get = (headers: Record<string, string>) =>
    request('site', address, { 'Sec-CH-UA': '"Not=A?Brand";v="8", "Chromium";v="156"', ...headers });

  it('is sent as a delta to the page of a former site build', async () => {
    const { status, headers, bytes } = await get({
      'Accept-Encoding': DCZ,
      'Available-Dictionary': hash(FORMER),
    });
    expect(headers).toMatchObject({
      'content-encoding': 'dcz',
      'content-type': type,
      'cache-control': 'private, max-age=0, stale-while-revalidate=2592000',
      vary: 'Accept-Encoding, Available-Dictionary',
      'use-as-dictionary': `match="${address}"`,
    });
    const content = await decodeDelta(bytes, Buffer.from(FORMER), PAGE.length);
    expect([status, bytes.length < 120, content?.toString()]).toEqual([200, true, PAGE]);
  });

  it('is not sent again to a browser that has it, in whichever encoding', async () => {
    for (const available of ['', hash(FORMER)]) {
      const { headers } = await get({ 'Accept-Encoding': DCZ, 'Available-Dictionary': available });
      const again = await get({
        'Accept-Encoding': DCZ,
        'Available-Dictionary': hash(PAGE),
        'If-None-Match': headers.etag ?? '',
      });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    }
  });

  it('is offered as a dictionary to Chromium, which accepts no deltas before', async () => {
    const { headers, bytes } = await get({ 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    expect([headers['content-encoding'], headers['use-as-dictionary']]).toEqual(['br', `match="${address}"`]);
    expect(brotliDecompressSync(bytes).toString()).toBe(PAGE);
  });

  // Firefox shows stale pages.
  it('is neither a dictionary nor a delta for other browsers', async () => {
    const { headers } = await get({
      'Accept-Encoding': DCZ,
      'Sec-CH-UA': '',
      'Available-Dictionary': hash(FORMER),
    });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
    });
    expect(headers['use-as-dictionary']).toBeUndefined();
  });

  it('is sent with brotli to a browser that has another page', async () => {
    const { bytes } = await get({ 'Accept-Encoding': DCZ, 'Available-Dictionary': hash('another page') });
    expect(brotliDecompressSync(bytes).toString()).toBe(PAGE);
  });

  it('is no dictionary when it does not exist', async () => {
    const { status, headers } = await request('site', '/nowhere', {
      'Accept-Encoding': DCZ,
      'Sec-CH-UA': '"Chromium"',
    });
    expect([status, headers['use-as-dictionary'], headers['cache-control']]).toEqual([
      404,
      undefined,
      'no-cache',
    ]);
  });
});
