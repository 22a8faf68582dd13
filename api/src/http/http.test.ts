import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:net';
import Koa from 'koa';
import { calls, problems } from '@isa/api-contract';
import { startApi, type TestApi } from '../../testing/api';
import { serve } from '../../testing/test-server';
import { createHttpServer } from './server';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ seeded: true });
});

/** Every problem has the same format, an id and no internal detail. */
async function expectProblem(response: Response): Promise<void> {
  const text = await response.text();
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  if (response.headers.get('content-length') === '0') return;
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(Object.keys(problems)).toContain(body['id']);
  expect(body).toMatchObject({
    status: response.status,
    title: expect.any(String) as string,
    message: expect.any(String) as string,
    requestId: response.headers.get('x-request-id'),
  });
  expect(text).not.toMatch(/ {2}at |node_modules|SELECT |INSERT /);
}

const concrete = (path: string) => path.replace(/:(\w+)/g, 'x');
const writing = Object.values(calls).filter(({ method }) => method !== 'GET');

/** Ending a session or a staff view that there is not, and the options for a passkey, which are the same for everybody. */
const withoutRequirements: readonly string[] = [
  calls.logout.path,
  calls.startPasskeyLogin.path,
  calls.endStaffView.path,
];

const hostileBodies: [string, string | Uint8Array][] = [
  ['nothing at all', ''],
  ['garbage', '{"email": '],
  ['null', 'null'],
  ['a number', '1e999'],
  ['a list', '[[[[]]]]'],
  ['a text', '"token"'],
  ['fields of the wrong kind', JSON.stringify(wrongFields())],
  [
    'a prototype',
    '{"__proto__": {"email": "a@b.org", "password": "12345678"}, "constructor": {"prototype": 1}}',
  ],
  ['deep nesting', '['.repeat(20_000) + ']'.repeat(20_000)],
  [
    'strange letters',
    JSON.stringify({ email: '\u0000\ud800\u202e@x.org', token: '\u0000\uffff', order: 1, items: {} }),
  ],
  ['bytes that are no text', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x80, 0x22, 0x7d])],
];

function wrongFields() {
  const names = [
    'email',
    'password',
    'token',
    'username',
    'name',
    'items',
    'order',
    'lessonId',
    'newPassword',
    'EMAIL',
  ];
  return Object.fromEntries(names.map((name, at) => [name, [{}, [], -1, true, null][at % 5]]));
}

const send = (path: string, method: string, type: string, body: string | Uint8Array) =>
  api.fetch(concrete(path), {
    method,
    headers: { 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin' },
    body,
  });

// One middleware reads the bodies of all calls.
describe('the body of a request', () => {
  const { path, method } = calls.login;

  test.each(hostileBodies)('is refused when it is %s', async (_title, body) => {
    await expectProblem(await send(path, method, 'application/json', body));
  });

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonp', '%%%'])(
    'is refused with the type %s',
    async (type) => {
      const response = await send(path, method, type, '{"email":"a@b.org"}');
      expect(response.status).toBe(415);
      await expectProblem(response);
    },
  );

  test('is refused when it is too large', async () => {
    const large = JSON.stringify({ email: 'x'.repeat(200_000) });
    const response = await send(path, method, 'application/json', large);
    expect(response.status).toBe(413);
    await expectProblem(response);
  });
});

test('every call that writes has a schema, which refuses fields of the wrong kind', async () => {
  for (const { path, method } of writing) {
    for (const body of ['null', '[[[[]]]]', JSON.stringify(wrongFields())]) {
      const response = await send(path, method, 'application/json', body);
      if (withoutRequirements.includes(path) && response.status === 200) continue;
      await expectProblem(response);
    }
  }
});

test.each([
  '/api/books/1.5',
  '/api/books/-1',
  '/api/books/9999999999999999999999',
  '/api/books/%00',
  '/api/books/%E0%A4%A',
  '/api/books/%F0%9F%95%B5',
  `/api/courses/${'x'.repeat(5000)}`,
  '/api/legal/../../etc/passwd',
  '/api/legal/constructor',
  '/api/get-user-permissions?token=a&token=b',
  '/api/get-user-permissions?token[$ne]=',
  '/api/get-user-permissions?token=%00',
  '/api',
  '/api/',
  '//api//books',
  '/api/BOOKS/x/y',
  '/unknown',
])('refuses GET %s', async (path) => {
  await expectProblem(await api.fetch(path));
});

test('names the methods of every call', async () => {
  for (const { path } of Object.values(calls)) {
    const response = await api.fetch(concrete(path), { method: 'PATCH' });
    expect([path, response.status]).toEqual([path, 405]);
    expect(response.headers.get('allow')).toMatch(/GET|POST|PUT/);
    await expectProblem(response);
  }
});

test('keeps the request id of a proxy, if valid', async () => {
  const forwarded = await api.fetch('/api/health/live', { headers: { 'X-Request-Id': 'edge-12345678' } });
  const generated = await api.fetch('/api/health/live', { headers: { 'X-Request-Id': '<b>' } });

  expect(forwarded.headers.get('x-request-id')).toBe('edge-12345678');
  expect(generated.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
});

/** Sends bytes as they are. @returns everything that the server responds. */
function exchange(port: number, sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

const head = (path: string, ...headers: readonly string[]) =>
  `GET ${path} HTTP/1.1\r\n${['Host: a', ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`;

test.each([
  ['no HTTP', 400, 'invalid-request', '\u0000GARBAGE\r\n\r\n'],
  ['an address that cannot be parsed', 400, 'invalid-request', head('http://a[b/')],
  ['two lengths', 400, 'invalid-request', ambiguous('Content-Length: 4', 'Content-Length: 5')],
  [
    'a length and chunks',
    400,
    'invalid-request',
    ambiguous('Content-Length: 4', 'Transfer-Encoding: chunked'),
  ],
  [
    'chunks in a list of encodings that does not end with them',
    400,
    'invalid-request',
    ambiguous('Transfer-Encoding: chunked, gzip'),
  ],
  ['too many cookies', 431, 'headers-too-large', head('/api/books', `Cookie: a=${'x'.repeat(40_000)}`)],
  [
    'a megabyte of cookies',
    431,
    'headers-too-large',
    head('/api/books', `Cookie: a=${'x'.repeat(1_000_000)}`),
  ],
  ['an address that is too long', 414, 'address-too-long', head(`/api/books?a=${'x'.repeat(40_000)}`)],
  [
    'chunk extensions that are too long',
    413,
    'too-large',
    `POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`,
  ],
])('responds to %s with a problem, and continues to serve', async (_, status, id, sent) => {
  const response = await exchange(Number(new URL(api.url).port), sent);

  expect(response).toContain(`HTTP/1.1 ${status} `);
  expect(response).toContain(`"id":"${id}"`);
  expect((await api.fetch('/api/health/ready')).status).toBe(200);
});

test('accepts every request that the proxy in front accepts, with the headers that it adds', async () => {
  const cookies = `Cookie: a=${'x'.repeat(16_000)}`;
  const forwarded = [
    'X-Forwarded-For: 203.0.113.7',
    `X-Request-Id: ${'a'.repeat(100)}`,
    'X-Forwarded-Proto: https',
  ];
  const response = await exchange(Number(new URL(api.url).port), head('/api/books', cookies, ...forwarded));
  expect(response).toContain('HTTP/1.1 200 ');
});

describe('a server of pages', () => {
  it.each([
    ['HPE_HEADER_OVERFLOW', 431, /delete the data stored for this website/],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408, /reload the page/],
    ['HPE_INVALID_METHOD', 400, /go back and try again/],
  ])('answers a request that ends with %s with a page that says what to do', async (code, status, advice) => {
    const server = createHttpServer(new Koa(), 'page');
    const rawPacket = Buffer.from('GET / HTTP/1.1\r\nCookie: a=');
    server.on('connection', (socket) =>
      server.emit('clientError', Object.assign(new Error(code), { code, rawPacket }), socket),
    );
    const response = await exchange((await serve(server)).port, '');
    expect(response).toContain(`HTTP/1.1 ${status} `);
    expect(response).toContain('Content-Type: text/html; charset=utf-8');
    expect(response).toMatch(advice);
    expect(Number(/Content-Length: (\d+)/.exec(response)?.[1])).toBe(
      Buffer.byteLength(response.slice(response.indexOf('\r\n\r\n') + 4)),
    );
  });
});

function ambiguous(...lengths: readonly string[]): string {
  const head = [
    'POST /api/logout HTTP/1.1',
    'Host: isa.example',
    'Content-Type: application/json',
    ...lengths,
  ];
  return `${head.join('\r\n')}\r\n\r\n0\r\n\r\nGET /api/account HTTP/1.1\r\nHost: isa.example\r\n\r\n`;
}

describe('limits', () => {
  let strict: TestApi;
  beforeAll(async () => {
    strict = await startApi({ env: { RATE_LIMIT_FACTOR: '1' } });
  });

  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
  const request = { body: { email: 'nobody@example.org' } };

  test('refuse one address with Retry-After and no other', async () => {
    for (let at = 0; at < 10; at += 1) await strict.call(calls.forgotPassword, request, from('192.0.2.1'));

    const refused = await strict.refuse(calls.forgotPassword, request, from('192.0.2.1'));

    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await strict.call(calls.forgotPassword, request, from('192.0.2.2'));
  });

  test('trust only the nearest proxy’s client address', async () => {
    const spoofed = (at: number) => from(`10.0.0.${at}, 198.51.100.7`);
    for (let at = 0; at < 10; at += 1) await strict.call(calls.forgotPassword, request, spoofed(at));

    expect((await strict.refuse(calls.forgotPassword, request, spoofed(99))).status).toBe(429);
  });

  test('count an IPv6 /64 once', async () => {
    const neighbour = (at: number) => from(`2001:db8:1:2:${at}::1`);
    for (let at = 0; at < 10; at += 1) await strict.call(calls.forgotPassword, request, neighbour(at));

    expect((await strict.refuse(calls.forgotPassword, request, neighbour(99))).status).toBe(429);
    await strict.call(calls.forgotPassword, request, from('2001:db8:1:3::1'));
  });

  test('count an IPv6 /48 with four times the requests', async () => {
    const site = (at: number) => from(`2001:db8:2:${at}::1`);
    for (let at = 0; at < 40; at += 1) await strict.call(calls.forgotPassword, request, site(at));

    expect((await strict.refuse(calls.forgotPassword, request, site(99))).status).toBe(429);
    await strict.call(calls.forgotPassword, request, from('2001:db8:3::1'));
  });
});

test('a body that is too large is answered with 413 even when the client closes the connection', async () => {
  const statuses = [];
  for (let at = 0; at < 10; at += 1) {
    const call = request(`${api.url}/api/login`, {
      method: 'POST',
      // The site's proxy sends this header.
      headers: { 'Content-Type': 'application/json', Connection: 'close' },
    });
    const response = once(call, 'response') as Promise<[{ statusCode?: number }]>;
    call.end(JSON.stringify({ email: 'x'.repeat(5_000_000) }));
    statuses.push((await response)[0].statusCode);
  }
  expect(new Set(statuses)).toEqual(new Set([413]));
});

test.each(['GET / HTTP/1.1\r\n', 'POST / HTTP/1.1\r\nContent-Length: 0\r\n'])(
  'a reader of %j that never reads is dropped',
  async (request) => {
    const app = new Koa();
    const dropped = new Promise<void>((resolve) =>
      app.use((ctx) => {
        ctx.body = Buffer.alloc(64 * 1024 * 1024);
        ctx.res.once('close', resolve);
      }),
    );
    const server = createHttpServer(app);
    server.timeout = 100;
    const socket = connect((await serve(server)).port, '127.0.0.1').pause();
    socket.write(`${request}Host: localhost\r\n\r\n`);
    await dropped;
    socket.destroy();
  },
);

test('an answer may take longer to prepare than a stalled connection may last', async () => {
  const app = new Koa();
  app.use(async (ctx) => {
    await pause(400);
    ctx.body = 'Refunded.';
  });
  const server = createHttpServer(app);
  server.timeout = 100;
  const { port } = await serve(server);
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'refund' });
  expect(await response.text()).toBe('Refunded.');
});

test.each([
  'localhost:3000.evil.example',
  'user@localhost',
  'localhost/evil',
  'localhost:99999',
  '[::1',
  'localhost\r\nHost: evil.example',
])('a request with the host %j is invalid', async (host) => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.end(`GET /api/books HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*"id":"invalid-request"/);
});
