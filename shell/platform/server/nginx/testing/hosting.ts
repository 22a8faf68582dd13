import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { freePort } from '../../../../packages/node/processes';
import { nginxProgram, startNginxWith } from '../../../../../api/testing/nginx-process';
import { testFolder } from '../../../../../api/testing/test-folder';
import { serve } from '../../../../../api/testing/test-server';
import { describeWithProgram } from '../../../../../api/testing/with-program';
import type { SiteFile } from '../../../store/site';
import { siteFolderAt } from '../../../store/site-folder';
import { appShellFile, retiredMarker, NOT_FOUND_PAGE, type RouteTable } from '../../../formats/route-table';
import { nginxConfiguration, type NginxOptions } from '../configuration';

/** Skips and reports tests that need nginx on machines without it. */
export const describeWithNginx = describeWithProgram('nginx');

export const SITE = 'https://academy.example';
export const CDN = 'https://cdn.academy.example';
export const OPS = 'https://ops.academy.example';
export const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com'];
/** The origin of videos with `VIDEO_DELIVERY=s3`. */
export const VIDEOS = 'https://videos.academy.example';
export const LISTS = 'https://lists.example';
export const script = 'export const answer = 42;\n'.repeat(50);

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

/** A site, its store and its API behind one nginx, as operators set it up. */
export type Hosting = Awaited<ReturnType<typeof startHosting>>;

export const page = (text: string): SiteFile => ({
  text: `<!doctype html><h1>${text}</h1>${' '.repeat(500)}`,
});

/** The routes of the test site builds. */
export const hostedRoutes: Pick<RouteTable, 'routes'> = {
  routes: [
    { pattern: '/', file: 'index.html', status: 200 },
    { pattern: '/isa-books/1', file: 'isa-books/1.html', status: 200 },
    { pattern: '/isa-books/all-books', file: 'isa-books/all-books.html', status: 200 },
    { pattern: '/checkout', file: 'checkout.html', status: 200 },
    { pattern: '/isa-basket', file: 'isa-basket.html', status: 200 },
    { pattern: '/Old-Books', file: 'Old-Books.html', status: 200, redirect: '/isa-books/all-books' },
    { pattern: '/isa-books/:bookId', file: appShellFile('/isa-books/:bookId'), status: 200 },
    { pattern: '/reset/:token/done', file: appShellFile('/reset/:token/done'), status: 200 },
    { pattern: '/a/:b/:c', file: appShellFile('/a/:b/:c'), status: 200 },
    { pattern: '/events', file: '404.html', status: 410 },
    { pattern: '/:kind/all-books', file: '404.html', status: 410 },
    { pattern: '/isa-books/:any', file: 'all-books.html', status: 200, redirect: '/isa-books/all-books' },
  ],
};

/** The pages and tables of the test site builds. */
export const siteBuildFiles: Readonly<Record<string, SiteFile>> = {
  'index.html': page('Home'),
  'isa-books/all-books.html': page('All books'),
  'Old-Books.html': page('Moved'),
  'isa-books/1.html': page('Book 1'),
  'checkout.html': page('Checkout'),
  'isa-basket.html': page('Basket'),
  [appShellFile('/isa-books/:bookId')]: page('Some book'),
  [appShellFile('/reset/:token/done')]: page('Inner'),
  [appShellFile('/a/:b/:c')]: page('Two'),
  ...Object.fromEntries(
    hostedRoutes.routes
      .filter(({ status }) => status === 410)
      .map(({ pattern }) => [retiredMarker(pattern), { text: '' }]),
  ),
  '404.html': page('Not found'),
  'routes.json': { text: JSON.stringify({ ...hostedRoutes, missing: NOT_FOUND_PAGE }) },
  'registry.json': { text: '{"registry":{}}' },
  'calls.json': { text: '{}' },
  'sitemap.xml': { text: '<urlset/>' },
  'favicon.ico': { text: 'icon' },
  'site.webmanifest': { text: '{}' },
};

/** Starts one hosting for all tests of a file. @returns a function that tests call for it. */
export function useHosting(): () => Hosting {
  let hosting: Hosting | undefined;
  beforeAll(async () => {
    if (nginxProgram) hosting = await startHosting();
  });
  afterAll(() => hosting?.stop());
  return () => {
    if (!hosting) throw new Error('The hosting is available in tests only, on machines with nginx.');
    return hosting;
  };
}

async function startHosting() {
  if (!nginxProgram) throw new Error('This machine has no nginx.');
  const folder = testFolder();
  async function put(file: string, content: string | Buffer): Promise<string> {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
    return target;
  }

  async function putCompressed(file: string, text: string): Promise<void> {
    await put(file, text);
    await put(`${file}.br`, brotliCompressSync(text));
    await put(`${file}.gz`, gzipSync(text));
  }

  /** Writes a site build as the site builder does, and makes it current. */
  async function prerender(id: string, change: Readonly<Record<string, SiteFile>> = {}): Promise<void> {
    const site = siteFolderAt(options.siteFolder);
    const main = { from: path.join(folder, 'store/shell/2.0.0/main.abc.js') };
    const copies = ['', '.br', '.gz'].map((ending): [string, SiteFile] => [
      `shell/2.0.0/main.abc.js${ending}`,
      { from: main.from + ending },
    ]);
    const files = {
      ...siteBuildFiles,
      ...Object.fromEntries(copies),
      ...change,
    };
    await site.write(id, new Map(Object.entries(files)), (await site.current())?.id);
    await site.swap(id, await site.current());
  }

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

  const api = createServer((request, response) => {
    if (request.url === '/api/away') return void request.socket.destroy();
    response.setHeader('Content-Security-Policy', "default-src 'none'");
    const { host, 'x-forwarded-proto': proto, 'x-forwarded-for': from } = request.headers;
    const operator = request.headers['x-forwarded-email'];
    response.end(JSON.stringify({ path: request.url, host, proto, from, operator }));
  });
  const { port: apiPort } = await serve(api);

  const options: NginxOptions = {
    siteOrigin: SITE,
    cdnOrigin: CDN,
    siteFolder: path.join(folder, 'site'),
    table: hostedRoutes,
    storeFolder: path.join(folder, 'store'),
    servesStore: true,
    mediaFolder: path.join(folder, 'media'),
    api: [`127.0.0.1:${apiPort}`],
    forwarded: [{ origin: OPS, address: `127.0.0.1:${apiPort}` }],
    operatorHeader: 'X-Forwarded-Email',
    paymentOrigins: PAYPAL,
    mediaOrigins: [VIDEOS],
    formOrigins: [LISTS],
    accessLog: path.join(folder, 'access.log'),
  };
  await prerender('a');
  const configuration = await nginxConfiguration(options);
  const cdnPort = await freePort();
  const nginx = await startNginxWith(nginxProgram, ({ port }) =>
    configuration
      // The origins are told apart by ports, because both are on this machine.
      .replaceAll(/listen \[::\]:80;/g, '')
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace('listen 80;', `listen 127.0.0.1:${cdnPort};`)
      .replace('listen 80;', `listen 127.0.0.1:${port};`),
  );
  /** Sends a request without normalising its address, as `fetch` would. */
  function request(
    host: 'site' | 'cdn',
    address: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
  ) {
    const port = host === 'site' ? new URL(nginx.url).port : String(cdnPort);
    return new Promise<Reply>((resolve, reject) => {
      const outgoing = get({ host: '127.0.0.1', port, path: address, method, headers }, (response) => {
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
      outgoing.on('error', reject);
    });
  }

  return {
    folder,
    options,
    request,
    put,
    prerender,
    stop: () => nginx.stop(),
  };
}
