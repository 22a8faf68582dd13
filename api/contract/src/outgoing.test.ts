import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { connect, createServer as createSocketServer, Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { allowOnly, routeConnections, serverName, serversOf } from './outgoing';

const original = Object.getOwnPropertyDescriptor(Socket.prototype, 'connect') ?? {};
let reached: string[];
let port: number;
let other: number;
const named = (name: string) =>
  createServer((request, response) => {
    reached.push(name);
    if (request.url === '/moved') response.writeHead(302, { Location: `http://127.0.0.1:${other}/` });
    response.end(name);
  });
const listed = named('listed');
const neighbour = named('neighbour');
const portOf = (server: { address(): unknown }) => {
  const address = server.address();
  if (typeof address !== 'object' || address === null || !('port' in address)) throw new Error('No port.');
  return Number(address.port);
};

beforeAll(async () => {
  for (const server of [listed, neighbour]) await once(server.listen(0, '127.0.0.1'), 'listening');
  [port, other] = [portOf(listed), portOf(neighbour)];
});
beforeEach(() => {
  reached = [];
});
afterEach(() => void Object.defineProperty(Socket.prototype, 'connect', original));
afterAll(() => {
  for (const server of [listed, neighbour]) {
    server.closeAllConnections();
    server.close();
  }
});

const failure = (event: 'fetch' | Promise<unknown>) =>
  Promise.resolve(event).then(
    () => 'reached',
    ({ message, cause }: Error) => (cause instanceof Error ? cause.message : message),
  );
const REFUSED = /may not connect to/;

describe('a process that may call one server', () => {
  beforeEach(() => allowOnly([`localhost:${port}`]));

  it('reaches it, by any name of this machine, for every library', async () => {
    for (const host of ['127.0.0.1', 'LOCALHOST']) {
      expect(await (await fetch(`http://${host}:${port}/a/path`)).text()).toBe('listed');
    }
    expect(await once(get(`http://127.0.0.1:${port}/a/path`), 'response')).toMatchObject([
      { statusCode: 200 },
    ]);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });

  it('reaches no other by fetch, http, a socket or TLS', async () => {
    expect(await failure(fetch(`http://127.0.0.1:${other}/`))).toMatch(REFUSED);
    expect(await failure(once(get(`http://127.0.0.1:${other}/x`), 'response'))).toMatch(REFUSED);
    expect(await failure(once(connect(other, '127.0.0.1'), 'connect'))).toMatch(REFUSED);
    expect(await failure(once(connect({ port: other }), 'connect'))).toMatch(REFUSED);
    expect(await failure(once(connect(String(other)), 'connect'))).toMatch(REFUSED);
    expect(await failure(once(new Socket().connect(other), 'connect'))).toMatch(REFUSED);
    expect(await failure(once(connectTls(other, '127.0.0.1'), 'secureConnect'))).toMatch(REFUSED);
    expect(await failure(fetch('http://169.254.169.254/latest/meta-data'))).toMatch(REFUSED);
    expect(reached).toEqual([]);
  });

  it('follows no redirect to another', async () => {
    expect(await failure(fetch(`http://127.0.0.1:${port}/moved`))).toMatch(REFUSED);
    expect(reached).toEqual(['listed']);
  });
});

it('sends what is for a server through a socket of the file system', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'isa-route-'));
  const relay = createSocketServer((socket) => {
    const onward = connect(port, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
  });
  const at = path.join(folder, 'relay.sock');
  await once(relay.listen(at), 'listening');
  routeConnections((server) => (server === 'catalogue.example:80' ? { path: at } : 'network'));
  const response = await fetch('http://catalogue.example/', { headers: { Connection: 'close' } });
  expect(await response.text()).toBe('listed');
  relay.close();
  rmSync(folder, { recursive: true });
});

describe('the servers of a role', () => {
  const environment = {
    DATABASE_URL: 'mysql://isa:secret@database.example/isa',
    REDIS_URL: 'rediss://redis.example:6380',
    SMTP_URL: 'smtps://mail.example',
    PAYPAL_API_URL: 'https://api-m.paypal.com',
    SITE_ORIGIN: 'https://academy.example',
    API_ORIGIN: '',
    STORE_URL: 's3://releases',
    AWS_REGION: 'eu-west-2',
    OPS_PORT: '3004',
  };

  it('are those that its work needs, with the port of the protocol', () => {
    expect(serversOf('jobs', environment)).toEqual([
      'database.example:3306',
      'redis.example:6380',
      'api-m.paypal.com:443',
      'api.paypal.com:443',
      ':465',
    ]);
    expect(serversOf('web', environment)).not.toContain(':465');
    const rehearsal = { PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com' };
    expect(serversOf('web', rehearsal)).toEqual([
      'api-m.sandbox.paypal.com:443',
      'api.sandbox.paypal.com:443',
    ]);
    expect(serversOf('prepare', environment)).toEqual(['database.example:3306', 'academy.example:443']);
    expect(serversOf('prerender', environment)).toEqual(['localhost:3002', 's3.eu-west-2.amazonaws.com:443']);
    expect(serversOf('site', environment)).toEqual(['localhost:3002', 'localhost:3004']);
  });

  it('are none without settings but the API of this machine', () => {
    expect(serversOf('office', {})).toEqual([]);
    expect(serversOf('ops', {})).toEqual(['localhost:3002']);
    const keys = { OPS_SSO_KEYS: 'https://id.academy.example/keys' };
    expect(serversOf('ops', keys)).toEqual(['localhost:3002', 'id.academy.example:443']);
  });

  it('have one name each', () => {
    expect(['127.0.0.1', '[::1]', 'ops.localhost', 'LocalHost.'].map((host) => serverName(host, 1))).toEqual(
      Array(4).fill('localhost:1'),
    );
  });
});
