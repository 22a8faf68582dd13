import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { serve } from '../../../api/testing/test-server';
import { forward } from './forward';
import { serveFetch } from './site-server';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const received: Received[] = [];
let port: number;

beforeAll(async () => {
  const api = await serve(
    createServer((request, response) => {
      const { method, url, headers } = request;
      void text(request).then((body) => received.push({ method, url, headers, body }));
      if (url === '/api/moved')
        return void response.writeHead(302, { location: 'https://elsewhere.test/' }).end();
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.setHeader('Connection', 'X-Internal');
      response.setHeader('X-Internal', 'secret');
      response.end('answered');
    }),
  );
  ({ port } = await serve(serveFetch((request, { incoming }) => forward(request, incoming, api.origin))));
});
beforeEach(() => (received.length = 0));

/** Sends bytes as they are. @returns everything that is received. */
function send(...lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write([...lines, ''].join('\r\n'));
  return text(socket);
}

it.each(['POST', 'PUT', 'PATCH'])('sends the chunked body of a %s with its length', async (method) => {
  const answer = await send(
    `${method} /api/a%2Fb?x=%2e HTTP/1.1`,
    'Host: academy.test',
    'Connection: close',
    'Transfer-Encoding: chunked',
    '',
    '5',
    'hello',
    '0',
    '',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*answered/s);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ method, url: '/api/a%2Fb?x=%2e', body: 'hello' });
  expect(received[0]?.headers).toMatchObject({ host: 'academy.test', 'content-length': '5' });
  expect(received[0]?.headers['transfer-encoding']).toBeUndefined();
});

it('forwards no body of a GET, and no second request in it', async () => {
  const smuggled = 'DELETE /api/account HTTP/1.1\r\nHost: academy.test\r\n\r\n';
  await send(
    'GET /api/books HTTP/1.1',
    'Host: academy.test',
    'Connection: close',
    `Content-Length: ${smuggled.length}`,
    '',
    smuggled,
  );
  expect(received.map(({ method, body }) => [method, body])).toEqual([['GET', '']]);
});

it('refuses another protocol, and bodies of more than a megabyte', async () => {
  const upgrade = await send(
    'GET /api/books HTTP/1.1',
    'Host: a.test',
    'Connection: upgrade, close',
    'Upgrade: websocket',
    '',
    '',
  );
  expect(upgrade).toMatch(/^HTTP\/1\.1 400/);
  const { status } = await fetch(`http://127.0.0.1:${port}/api/x`, {
    method: 'POST',
    body: 'x'.repeat(1024 * 1024 + 1),
  });
  expect([status, received]).toEqual([413, []]);
});

it('drops what belongs to one connection, and says who asked', async () => {
  await send(
    'GET /api/books HTTP/1.1',
    'Host: academy.test',
    'Connection: close, X-Mine',
    'X-Mine: 1',
    'TE: trailers',
    'X-Forwarded-For: 192.0.2.1',
    'Cookie: token=a',
    '',
    '',
  );
  const { headers } = received[0] ?? {};
  expect(headers).toMatchObject({
    cookie: 'token=a',
    'x-forwarded-for': '192.0.2.1, 127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'academy.test',
  });
  expect([headers?.['x-mine'], headers?.te]).toEqual([undefined, undefined]);
});

it('passes on cookies and redirects as they are, without headers of the connection', async () => {
  const moved = await fetch(`http://127.0.0.1:${port}/api/moved`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([302, 'https://elsewhere.test/']);
  const { headers } = await fetch(`http://127.0.0.1:${port}/api/books`);
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(headers.get('x-internal')).toBeNull();
});
