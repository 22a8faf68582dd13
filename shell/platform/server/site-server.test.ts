import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { serve } from '../../../api/testing/test-server';
import { serveCurrentSiteBuild } from './folder-files';
import { siteFolderAt } from '../store/site-folder';
import { createSiteServer } from './site-server';

let folder: string;
let origin: string;
beforeEach(async () => {
  folder = testFolder();
  const site = siteFolderAt(folder);
  const table = {
    routes: [
      { pattern: '/checkout', file: 'checkout.html', status: 200, release: 'shell@1.0.0, shop@1.5.0' },
      { pattern: '/reset/:token', file: 'reset.html', status: 200 },
    ],
    missing: { file: '404.html', status: 404 },
  };
  await site.write(
    '00000001-a',
    new Map([
      ['routes.json', { text: JSON.stringify(table) }],
      ['404.html', { text: '<h1>Not found</h1>' }],
      ['checkout.html', { text: '<h1>Checkout</h1>' }],
      ['reset.html', { text: '<h1>Reset</h1>' }],
      ['gone.svg', { text: '<svg/>' }],
      ['here.svg', { text: '<svg/>' }],
      ['shell/1.0.0/main.0123456789ab.js', { text: '//' }],
    ]),
    undefined,
  );
  await site.swap('00000001-a', await site.current());
  const server = createSiteServer({
    content: serveCurrentSiteBuild(folder, path.join(folder, 'former')),
    apiOrigin: 'http://127.0.0.1:1',
    scriptOrigins: [],
  });
  ({ origin } = await serve(server));
});

test.each(['GET /api/video HTTP/1.1\r\n', 'POST /api/video HTTP/1.1\r\nContent-Length: 2\r\n'])(
  'a reader of %j that never reads is dropped',
  async (request) => {
    const api = createServer((_request, response) => response.end(Buffer.alloc(64 * 1024 * 1024)));
    const site = createSiteServer({
      content: serveCurrentSiteBuild(folder),
      apiOrigin: (await serve(api)).origin,
      scriptOrigins: [],
      stalledMs: 100,
    });
    const dropped = once(site, 'request').then(
      ([, response]: ServerResponse[]) => response && once(response, 'close'),
    );
    const socket = connect((await serve(site)).port, '127.0.0.1').pause();
    socket.write(`${request}Host: localhost\r\n\r\n{}`);
    await dropped;
    socket.destroy();
  },
);

test('an answer may take longer to prepare than a stalled connection may last', async () => {
  const api = createServer((_request, response) => setTimeout(() => response.end('Promoted.'), 400));
  const site = createSiteServer({
    content: serveCurrentSiteBuild(folder),
    apiOrigin: (await serve(api)).origin,
    scriptOrigins: [],
    stalledMs: 100,
  });
  const response = await fetch(`${(await serve(site)).origin}/api/slow`, { method: 'POST', body: 'promote' });
  expect(await response.text()).toBe('Promoted.');
});

test('a client that stops sending its request is dropped', async () => {
  const site = createSiteServer({
    content: serveCurrentSiteBuild(folder),
    apiOrigin: origin,
    scriptOrigins: [],
    stalledMs: 100,
  });
  const socket = connect((await serve(site)).port, '127.0.0.1');
  socket.write('POST /api/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{');
  await once(socket.resume(), 'close');
});

test('a page and a script name the releases that they are of', async () => {
  const release = async (path: string) => (await fetch(origin + path)).headers.get('x-isa-release');
  expect(await release('/checkout')).toBe('shell@1.0.0, shop@1.5.0');
  expect(await release('/shell/1.0.0/main.0123456789ab.js')).toBe('shell@1.0.0');
  expect(await release('/here.svg')).toBeNull();
});

test('a file that is removed has the page for unknown addresses, and the others are served', async () => {
  expect((await fetch(`${origin}/gone.svg`)).status).toBe(200);
  await rm(path.join(folder, 'site-builds/00000001-a/gone.svg'));

  const gone = await fetch(`${origin}/gone.svg`);
  expect([gone.status, await gone.text()]).toEqual([404, '<h1>Not found</h1>']);
  expect((await fetch(`${origin}/here.svg`)).status).toBe(200);
});

test('a site build that could not be opened once is opened by the next request', async () => {
  const table = path.join(folder, 'site-builds/00000001-a/routes.json');
  const text = await readFile(table);
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  await rm(table);
  expect((await fetch(`${origin}/here.svg`)).status).toBe(500);
  await writeFile(table, text);
  expect((await fetch(`${origin}/here.svg`)).status).toBe(200);
  write.mockRestore();
});

test('a large file is streamed, in parts if they are asked for', async () => {
  const film = Buffer.alloc(20_000_000, 'a film ');
  await writeFile(path.join(folder, 'site-builds/00000001-a/film.mp4'), film);
  const response = await fetch(`${origin}/film.mp4`);
  expect(response.headers.get('content-length')).toBe('20000000');
  expect(film.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  const part = await fetch(`${origin}/film.mp4`, { headers: { range: 'bytes=19999990-' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 19999990-19999999/20000000']);
  expect((await fetch(`${origin}/film.mp4`, { headers: { range: 'bytes=20000000-' } })).status).toBe(416);
});

test('scripts of former shells come from the site builder’s copies of the releases, and nothing else does', async () => {
  for (const file of ['main.js', 'node/server.cjs']) {
    const target = path.join(folder, 'former/shell/1.0.0', file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, 'code');
  }
  const get = async (file: string) => (await fetch(`${origin}/shell/${file}`)).status;
  expect(await Promise.all(['1.0.0/main.js', '1.0.0/node/server.cjs', '2.0.0/main.js'].map(get))).toEqual([
    200, 404, 404,
  ]);
});

test.each([
  ['/checkout', 200, null],
  ['/reset/aBc', 200, null],
  ['/checkout/', 301, '/checkout'],
  ['/CHECKOUT?step=2', 301, '/checkout?step=2'],
  ['/check%6Fut', 301, '/checkout'],
  ['/RESET//aBc/', 301, '/reset/aBc'],
  ['/checkout%2F', 404, null],
  ['/reset%2Fabc', 404, null],
  ['/reset/a%2Fb', 404, null],
  ['/checkout;x', 404, null],
  ['/checkout.', 404, null],
  ['/checkout/index.html', 404, null],
  ['/%', 404, null],
])('the address %s is answered with %i and leads to %s', async (address, status, location) => {
  const response = await fetch(origin + address, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([status, location]);
});
