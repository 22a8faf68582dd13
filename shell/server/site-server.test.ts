import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serveCurrentComposition } from './serve-composition';
import { siteFolderAt } from '../store/site-folder';
import { createSiteServer } from './site-server';

let folder: string;
let server: Server;
let origin: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'isa-site-server-'));
  const site = siteFolderAt(folder);
  const table = { routes: [], missing: { file: '404.html', status: 404 } };
  await site.write(
    '00000001-a',
    new Map([
      ['routes.json', { text: JSON.stringify(table) }],
      ['404.html', { text: '<h1>Not found</h1>' }],
      ['gone.svg', { text: '<svg/>' }],
      ['here.svg', { text: '<svg/>' }],
    ]),
    undefined,
  );
  await site.use('00000001-a');
  server = createSiteServer({
    content: serveCurrentComposition(folder),
    apiOrigin: 'http://127.0.0.1:1',
    scriptOrigins: [],
    formerShells: path.join(folder, 'former'),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

test('a reader that never reads is dropped', async () => {
  const api = createServer((_request, response) => response.end(Buffer.alloc(64 * 1024 * 1024)));
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const site = createSiteServer({
    content: serveCurrentComposition(folder),
    apiOrigin: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    scriptOrigins: [],
    stalledMs: 100,
  });
  const dropped = once(site, 'request').then(
    ([, response]: ServerResponse[]) => response && once(response, 'close'),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const socket = connect((site.address() as AddressInfo).port, '127.0.0.1').pause();
  try {
    socket.write('GET /api/video HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await dropped;
  } finally {
    socket.destroy();
    for (const each of [site, api]) {
      each.closeAllConnections();
      each.close();
    }
  }
});

test('a file that is removed during a request fails that response only', async () => {
  expect((await fetch(`${origin}/gone.svg`)).status).toBe(200);
  await rm(path.join(folder, 'compositions/00000001-a/gone.svg'));

  await expect(fetch(`${origin}/gone.svg`).then((response) => response.text())).rejects.toThrow();
  expect((await fetch(`${origin}/here.svg`)).status).toBe(200);
});

test('scripts of former shells come from the composer’s copies of the releases, and nothing else does', async () => {
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
