import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

test('a file that is removed during a request fails that response only', async () => {
  expect((await fetch(`${origin}/gone.svg`)).status).toBe(200);
  await rm(path.join(folder, 'compositions/00000001-a/gone.svg'));

  await expect(fetch(`${origin}/gone.svg`).then((response) => response.text())).rejects.toThrow();
  expect((await fetch(`${origin}/here.svg`)).status).toBe(200);
});
