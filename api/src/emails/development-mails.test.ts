import { get } from 'node:http';
import { networkInterfaces } from 'node:os';
import { startApi, type TestApi } from '../../testing/api';
import { closeServer } from '@isa/api-contract/close-server';
import { createHttpServer } from '../http/server';
import { createApp } from '../roles/web';
import { writeMail } from './outbox';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

const status = async (forwarded?: string) =>
  (await api.fetch('/dev/mails', { headers: forwarded ? { 'X-Forwarded-For': forwarded } : {} })).status;

test('the mails of a development server are shown to this machine', async () => {
  expect(await status()).toBe(200);
  for (const loopback of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
    expect([loopback, await status(loopback)]).toEqual([loopback, 200]);
  }
});

test('they do not exist under the name of another site, which may lead to this machine', async () => {
  const { port } = new URL(api.url);
  const statusFor = (host: string) =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/dev/mails', headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
  for (const host of ['evil.test', `evil.test:${port}`, 'localhost.evil.test', '127.0.0.1.evil.test'])
    expect([host, await statusFor(host)]).toEqual([host, 404]);
  for (const host of ['localhost:3000', 'office.localhost', '[::1]:3000'])
    expect([host, await statusFor(host)]).toEqual([host, 200]);
});

test('a link in a mail ends before the punctuation that follows it', async () => {
  const paragraphs = ['Open https://isa.example/a?b=c.d, or (https://isa.example/e).'];
  const mail = {
    kind: 'test',
    dedupeKey: 'test:1',
    recipient: 'a@example.org',
    subject: 'S',
    paragraphs,
  };
  await writeMail(api.deps.db.manager, mail, api.deps);
  const page = await (await api.fetch('/dev/mails', { headers: { Accept: 'text/html' } })).text();
  expect([...page.matchAll(/href="(https:[^"]*)"/g)].map(([, address]) => address)).toEqual([
    'https://isa.example/a?b=c.d',
    'https://isa.example/e',
  ]);
});

test.each(['203.0.113.9', '2001:db8::1', '192.168.1.7', '127.0.0.1.evil.example', 'unknown'])(
  'they do not exist for %s behind the site’s proxy',
  async (client) => {
    expect(await status(client)).toBe(404);
    // The proxy appends the real address to whatever the client has sent.
    expect(await status(`127.0.0.1, ${client}`)).toBe(404);
    expect(await status(`${client}, 127.0.0.1`)).toBe(404);
  },
);

test('a forwarded address does not open them to a connection from another machine', async () => {
  const neighbour = Object.values(networkInterfaces())
    .flat()
    .find((network) => network?.family === 'IPv4' && !network.internal)?.address;
  const app = createApp(api.deps);
  // Without a network, the connection's address is replaced instead.
  const server = createHttpServer(app).listen(0, '0.0.0.0');
  if (!neighbour) {
    server.prependListener('connection', (socket) =>
      Object.defineProperty(socket, 'remoteAddress', { value: '198.51.100.7' }),
    );
  }
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const response = await fetch(`http://${neighbour ?? '127.0.0.1'}:${port}/dev/mails`, {
      headers: { 'X-Forwarded-For': '127.0.0.1' },
    });
    expect(response.status).toBe(404);
  } finally {
    await closeServer(server, 0);
  }
});
