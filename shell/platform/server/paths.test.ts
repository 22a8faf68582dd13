import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '../../../api/testing/test-server';
import { serveBarePages } from '../prerender/bare-page';
import { siteFolderAt } from '../store/site-folder';

const folder = path.join(tmpdir(), `isa-paths-${process.pid}`);
jest.mock('../store/locations', () => {
  const actual = jest.requireActual<object>('../store/locations');
  const { tmpdir: temporary } = jest.requireActual<{ tmpdir(): string }>('node:os');
  return { ...actual, storeFolder: `${temporary()}/isa-paths-${process.pid}/store` };
});
import { createCdnServer } from './cdn-server';
import { createSiteServer } from './site-server';
import { serveCurrentSiteBuild, siteFiles } from './folder-files';

const proxied: string[] = [];
const toOps: string[] = [];
let site: number;
let development: number;
let cdn: number;

beforeAll(async () => {
  const put = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };
  await put('secret.pem', 'private');
  for (const file of ['shop/1.0.0/main.js', 'shell/1.0.0/main.js']) await put(`store/${file}`, 'public');
  await put('store/shop/1.0.0/node/server.cjs', 'private');
  await put('store/history/1.json', 'private');
  await put('public/file.svg', 'public');
  for (const app of ['shop', 'shell']) {
    for (const name of ['leak.js', 'a%3bb.js']) {
      await symlink(path.join(folder, 'secret.pem'), path.join(folder, 'store', app, '1.0.0', name));
    }
  }
  const siteBuild = siteFolderAt(path.join(folder, 'site'));
  const table = {
    routes: [{ pattern: '/:first/:second', file: '_frames/_/_.html', status: 200 as const }],
    missing: { file: '404.html', status: 404 as const },
  };
  const files = {
    'routes.json': { text: JSON.stringify({ ...table, secret: 'private' }) },
    'site-build.json': { text: '"private"' },
    '_frames/_/_.html': { text: '<h1>A page</h1>' },
    '404.html': { text: '<h1>Not found</h1>' },
    'file.svg': { text: 'public' },
  };
  await siteBuild.write('00000001-a', new Map(Object.entries(files)), undefined);
  await siteBuild.swap('00000001-a', await siteBuild.current());

  const api = createServer((request, response) => {
    proxied.push(request.url ?? '');
    response.end('api');
  });
  const ops = createServer((request, response) => {
    toOps.push(request.url ?? '');
    response.end('operators');
  });
  const options = {
    apiOrigin: (await serve(api)).origin,
    scriptOrigins: [],
    ops: { origin: 'http://ops.localhost', address: (await serve(ops)).origin },
  };
  ({ port: site } = await serve(
    createSiteServer({ ...options, content: serveCurrentSiteBuild(path.join(folder, 'site')) }),
  ));
  const bare = { cdn: '', registry: { revision: 0, shell: { live: '1' }, remotes: [] } };
  ({ port: development } = await serve(
    createSiteServer({
      ...options,
      content: serveBarePages(siteFiles(path.join(folder, 'public')), () => ({
        registry: bare,
        shellScripts: [],
        shellRoutes: [],
      })),
    }),
  ));
  ({ port: cdn } = await serve(createCdnServer()));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  proxied.length = 0;
  toOps.length = 0;
});

/** Sends an address as it is; `fetch` would normalise it. */
function request(
  port: number,
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: address, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    }).on('error', reject);
  });
}

/** Spellings of addresses that the operators' pages, the API, private files and links out of the store have. */
const SPELLINGS = [
  '/%6fps/releases',
  '//ops/releases',
  '//x/ops',
  '//x/ops/releases',
  '//x/api/books',
  '/x/../ops',
  '/x/../ops/releases',
  '/x/%2e%2e/ops',
  '/x/.%2E/api/books',
  '/x/..%2fops',
  '/x\\..\\ops',
  '/./ops',
  '/api/../ops',
  '/api/%2e%2e/dev/mails',
  'http://x/ops',
  '/routes%2ejson',
  '/%72outes.json',
  '/site-build%2Ejson',
  '//routes.json',
  '//x/routes.json',
  '/shell/../routes.json',
  '/shell/1.0.0/leak.js',
  '/shell/1.0.0/lea%6b.js',
  '/shell/1.0.0/lea%256b.js',
  '/shell/1.0.0/a%3bb.js',
  '/shell/%2e%2e/%2e%2e/secret.pem',
  '/shell/1.0.0/..%2f..%2f..%2fsecret.pem',
  '/shell/1.0.0/%2e%2e/%2e%2e/shop/1.0.0/main.js',
  '/shop/1.0.0/leak.js',
  '/shop/1.0.0/lea%6b.js',
  '/shop/1.0.0/a%3bb.js',
  '/shop/1.0.0/%6eode/server.cjs',
  '/shop/1.0.0//node/server.cjs',
  '/shop/1.0.0/x/../node/server.cjs',
  '/%68istory/1.json',
  '//history/1.json',
  '/shop/1.0.0/ma%00in.js',
  '//',
  '/%',
];

describe.each([
  ['the site server', () => site],
  ['the development site', () => development],
])('%s', (_name, port) => {
  it.each(SPELLINGS)('reaches neither operators’ pages, API nor files by %s', async (address) => {
    const { status, text } = await request(port(), address);
    expect([200, 301, 404]).toContain(status);
    expect(text).not.toMatch(/private|public|operators|api/);
    expect({ toOps, proxied }).toEqual({ toOps: [], proxied: [] });
  });

  it('reaches them by their plain addresses', async () => {
    const headers = { host: 'ops.localhost' };
    expect(await request(port(), '/ops/releases?minutes=5', headers)).toEqual({
      ...{ status: 200, text: 'operators' },
    });
    expect(await request(port(), '/api/books?x=%2e%2e/')).toEqual({ status: 200, text: 'api' });
    expect(await request(port(), '/api/a%2Fb')).toEqual({ status: 200, text: 'api' });
    expect(proxied).toEqual(['/api/books?x=%2e%2e/', '/api/a%2Fb']);
    expect(await request(port(), '/file.svg?v=1')).toEqual({ status: 200, text: 'public' });
    expect(await request(port(), '/shell/1.0.0/main.js')).toMatchObject({ status: 200 });
  });

  it.each(['//', '//x/ops', '/x/../ops', '/%'])(
    'responds to %s as to any unknown address',
    async (address) => {
      expect((await request(port(), address)).status).toBe(404);
    },
  );
});

describe('the CDN server', () => {
  it.each(SPELLINGS)('serves nothing by %s', async (address) => {
    const { status, text } = await request(cdn, address);
    expect([status, text]).toEqual([404, '']);
  });

  it('serves files by their plain addresses', async () => {
    expect(await request(cdn, '/shop/1.0.0/main.js')).toEqual({ status: 200, text: 'public' });
  });
});

test('the error log of the site server contains no secret of an address', async () => {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const failing = createSiteServer({
    content: () => Promise.reject(new Error('Cannot read /my-orders/the-secret?token=the-secret')),
    apiOrigin: 'http://127.0.0.1:1',
    scriptOrigins: [],
  });
  try {
    expect((await request((await serve(failing)).port, '/')).status).toBe(500);
    const text = write.mock.calls.map(([line]) => String(line)).join('');
    expect(text).toContain('/my-orders/[token]?token=[token]');
    expect(text).not.toContain('the-secret');
  } finally {
    write.mockRestore();
  }
});
