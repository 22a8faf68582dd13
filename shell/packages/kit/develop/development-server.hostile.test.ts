import { request } from 'node:http';
import { freePort } from '../../node/processes';
import { type DevelopmentServer, startDevelopmentServer } from '../webpack/development-server';

let port: number;
let server: DevelopmentServer;

beforeAll(async () => {
  port = await freePort();
  server = await startDevelopmentServer({
    app: 'shop',
    port,
    standalone: false,
    pages: ['https://preview.academy.example'],
    runtimeErrors: false,
    onBuilt: () => undefined,
    description: () => ({ name: 'shop' }),
  });
});
afterAll(() => server.stop());

function ask(path: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{ readonly status: number; readonly origin: string | undefined }>((resolve, reject) => {
    request(
      { host: 'localhost', port, path, headers: { host: `localhost:${port}`, ...headers } },
      (response) => {
        const { statusCode: status = 0, headers: received } = response.resume();
        resolve({ status, origin: received['access-control-allow-origin'] });
      },
    )
      .on('error', reject)
      .end();
  });
}

it.each([
  ['another name that leads here', { host: 'attacker.example' }],
  ['a page of another site', { origin: 'https://attacker.example' }],
  ['a script element of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
])('refuses %s', async (_name, headers) => {
  for (const path of [
    '/remote.json',
    '/remote-entry.js',
    '/webpack-dev-server',
    '/webpack-dev-server/open-editor?fileName=/etc/passwd',
  ]) {
    expect(await ask(path, headers)).toEqual({ status: 403, origin: undefined });
  }
});

it.each(['/webpack-dev-server/open-editor?fileName=x', '/webpack-dev-server/invalidate'])(
  'refuses %s from a picture of any page',
  async (path) => {
    expect((await ask(path, { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })).status).toBe(
      403,
    );
    expect((await ask(path, {})).status).toBe(403);
  },
);

it('answers this machine and the pages of the site and its previews', async () => {
  expect(await ask('/remote.json', {})).toEqual({ status: 200, origin: undefined });
  for (const origin of [
    'https://preview.academy.example',
    'http://preview.localhost:3000',
    'http://localhost:3000',
  ]) {
    expect(await ask('/remote.json', { origin })).toEqual({ status: 200, origin });
  }
});
