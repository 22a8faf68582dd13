import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { nginxProgram, type RunningNginx, startNginx } from '../../../api/testing/nginx';
import { serve } from '../../../api/testing/test-server';
import { describeWithProgram } from '../../../api/testing/with-program';
import { createSiteServer } from './site-server';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The requests that have reached the API. */
const received: Received[] = [];
let apiPort: number;

beforeAll(async () => {
  ({ port: apiPort } = await serve(
    createServer((request, response) => {
      const { method, url, headers } = request;
      void text(request).then(
        (body) => {
          received.push({ method, url, headers, body });
          response.end('answered');
        },
        () => undefined,
      );
    }),
  ));
});
beforeEach(() => (received.length = 0));

const SMUGGLED = [
  'POST /api/smuggled HTTP/1.1',
  'Host: academy.example',
  'X-Forwarded-For: 203.0.113.66',
  'Content-Length: 2',
  '',
  '{}',
].join('\r\n');
const CHUNK = `${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`;
const HEAD = ['Host: academy.example', 'Content-Type: application/json'];

/** Requests that two servers could read differently: as one, or as one with another behind it. */
const ATTACKS: readonly (readonly [name: string, lines: readonly string[], body: string])[] = [
  ...['DELETE', 'OPTIONS', 'GET', 'POST'].map(
    (method) =>
      [
        `a chunked ${method} with a body`,
        [`${method} /api/outer HTTP/1.1`, ...HEAD, 'Transfer-Encoding: chunked'],
        CHUNK,
      ] as const,
  ),
  ...['DELETE', 'OPTIONS', 'GET'].map(
    (method) =>
      [
        `a ${method} with a body and its length`,
        [`${method} /api/outer HTTP/1.1`, ...HEAD, `Content-Length: ${SMUGGLED.length}`],
        SMUGGLED,
      ] as const,
  ),
  [
    'a length and chunks',
    ['POST /api/outer HTTP/1.1', ...HEAD, 'Content-Length: 4', 'Transfer-Encoding: chunked'],
    CHUNK,
  ],
  [
    'chunks and a length',
    ['POST /api/outer HTTP/1.1', ...HEAD, 'Transfer-Encoding: chunked', 'Content-Length: 4'],
    CHUNK,
  ],
  [
    'two lengths',
    ['POST /api/outer HTTP/1.1', ...HEAD, 'Content-Length: 0', `Content-Length: ${SMUGGLED.length}`],
    SMUGGLED,
  ],
  [
    'a length with a sign',
    ['POST /api/outer HTTP/1.1', ...HEAD, `Content-Length: +${SMUGGLED.length}`],
    SMUGGLED,
  ],
  [
    'an unknown transfer encoding',
    ['POST /api/outer HTTP/1.1', ...HEAD, 'Transfer-Encoding: xchunked', 'Content-Length: 0'],
    CHUNK,
  ],
  [
    'two transfer encodings',
    ['POST /api/outer HTTP/1.1', ...HEAD, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    CHUNK,
  ],
  [
    'a folded header',
    ['POST /api/outer HTTP/1.1', ...HEAD, 'X-Folded: a', ' Transfer-Encoding: chunked', 'Content-Length: 0'],
    CHUNK,
  ],
  [
    'a space before the colon',
    ['POST /api/outer HTTP/1.1', ...HEAD, 'Transfer-Encoding : chunked', 'Content-Length: 0'],
    CHUNK,
  ],
  [
    'an upgrade',
    ['GET /api/outer HTTP/1.1', ...HEAD, 'Connection: upgrade', 'Upgrade: websocket'],
    SMUGGLED.replace('/api/smuggled', '/internal/smuggled'),
  ],
  [
    'a connection that names the length',
    ['POST /api/outer HTTP/1.1', ...HEAD, 'Connection: content-length', `Content-Length: ${SMUGGLED.length}`],
    SMUGGLED,
  ],
];

/** Sends bytes as they are, and waits for what the edge still forwards. @returns everything that is received. */
async function send(port: number, lines: readonly string[], body = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => undefined);
  socket.write(`${[...lines, '', ''].join('\r\n')}${body}`);
  for (let wait = 0; wait < 40 && answer === ''; wait += 1) await delay(50);
  await delay(100);
  socket.destroy();
  return answer;
}

/** The API trusts only the last address, which is that of one proxy. */
function lastAddress({ 'x-forwarded-for': addresses = [] }: IncomingMessage['headers']): string | undefined {
  return [addresses].flat().join(', ').split(', ').at(-1);
}

function attackEdge(port: () => number): void {
  it.each(ATTACKS)('%s reaches the API as one request at most', async (_name, lines, body) => {
    await send(port(), lines, body);
    expect(received.length).toBeLessThanOrEqual(1);
    for (const { url, headers } of received) {
      expect(url).toBe('/api/outer');
      expect(lastAddress(headers)).toBe('127.0.0.1');
      expect(headers.upgrade).toBeUndefined();
    }
  });

  it('the client chooses neither its address nor the host', async () => {
    const answer = await send(port(), [
      'GET /api/books HTTP/1.1',
      'Host: academy.example',
      'X-Forwarded-For: 203.0.113.66',
      'X-Forwarded-For: 203.0.113.67',
      'X-Real-IP: 203.0.113.66',
      'Forwarded: for=203.0.113.66',
      'X-Forwarded-Host: evil.test',
      'Connection: X-Forwarded-For, X-Forwarded-Host',
    ]);
    expect(answer).toContain('200 OK');
    const [request] = received;
    expect(request && lastAddress(request.headers)).toBe('127.0.0.1');
    expect(request?.headers['x-forwarded-host']).toBe('academy.example');
    expect(request?.headers.forwarded).toBeUndefined();
  });

  it('a second request on the connection is judged by itself', async () => {
    const pipelined = ['GET /api/books HTTP/1.1', 'Host: academy.example', '', ''].join('\r\n');
    await send(port(), ['GET /api/books HTTP/1.1', 'Host: academy.example'], pipelined);
    for (const { headers } of received) {
      expect(lastAddress(headers)).toBe('127.0.0.1');
    }
  });
}

describe('through the role site', () => {
  let port: number;
  beforeAll(async () => {
    ({ port } = await serve(
      createSiteServer({
        scriptOrigins: [],
        content: () => Promise.reject(new Error('This site has no pages.')),
        apiOrigin: `http://127.0.0.1:${apiPort}`,
      }),
    ));
  });
  attackEdge(() => port);
});

describeWithProgram('nginx')('through nginx', () => {
  let nginx: RunningNginx;
  beforeAll(async () => {
    nginx = await startNginx(nginxProgram ?? '', { api: [apiPort] });
  });
  afterAll(() => nginx.stop());
  attackEdge(() => Number(new URL(nginx.url).port));
});
