import { createServer } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { serve } from '../../../api/testing/test-server';
import { createWebServer } from '../../packages/node/web-server';
import { OperatorsFixture } from '../ops/pages/testing/operators-fixture';
import { siteFolderAt } from '../store/site-folder';
import { createCdnServer } from './cdn-server';
import { serveCurrentSiteBuild } from './folder-files';
import { createSiteServer } from './site-server';

/** Sends bytes, and reads until the server ends the connection. */
function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
    socket
      .setEncoding('utf8')
      .setTimeout(10_000, () => reject(new Error(`No answer to ${request.slice(0, 200)}`)));
    socket.on('data', (chunk: string) => (text += chunk));
    socket.once('close', () => resolve(text)).once('error', () => resolve(text));
  });
}

const get = (target: string, host: string, ...headers: readonly string[]) =>
  [`GET ${target} HTTP/1.1`, `Host: ${host}`, ...headers, 'Connection: close', '', ''].join('\r\n');

const ADVICE = 'Choose “Cookies and site data”';
/** What is sent, the statuses that are right, and what the page must say. */
const REQUESTS: Readonly<
  Record<string, (host: string, isBehindProxy: boolean) => readonly [string, readonly number[], string?]>
> = {
  'a cookie of 17 KB': (host, isBehindProxy) => [
    get('/', host, `Cookie: a=${'x'.repeat(17_000)}`),
    // Proxies refuse it before, and add headers to what they accept.
    ...(isBehindProxy ? ([[303]] as const) : ([[431], ADVICE] as const)),
  ],
  'a cookie of 200 KB': (host) => [get('/', host, `Cookie: a=${'x'.repeat(200_000)}`), [431], ADVICE],
  'many small cookies': (host) => [
    get('/', host, `Cookie: ${Array.from({ length: 4_000 }, (_, index) => `c${index}=1`).join('; ')}`),
    [431],
    ADVICE,
  ],
  'two thousand headers': (host) => [
    get('/', host, ...Array.from({ length: 2_000 }, (_, index) => `X-${index}: 0123456789`)),
    [431, 303],
  ],
  'an address of 40 KB': (host) => [get(`/${'a'.repeat(40_000)}`, host), [414], 'home page'],
  'a host with two ports': (host) => [get('/', `${host}:28500.evil.example`), [400, 421]],
  'a host with a path': (host) => [get('/', `${host}/evil`), [400, 421]],
  'a host with a user': (host) => [get('/', `user:password@${host}`), [400, 421]],
  'a host with a query': (host) => [get('/', `${host}?x`), [400, 421]],
  'a host with a space': (host) => [get('/', `${host} evil.example`), [400, 421]],
  'a host with a port that none can have': () => [get('/', 'localhost:99999'), [400, 421]],
  'a host of brackets': () => [get('/', '[::1'), [400, 421]],
  'a host with a percent sign': () => [get('/', 'local%00host'), [400, 421]],
  'a host with bytes that are no text': () => [get('/', 'lo\xff\xfecal'), [400, 421]],
  'no host': () => ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
  'two hosts': (host) => [
    `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    [400],
  ],
  'no version': (host) => [`GET /\r\nHost: ${host}\r\n\r\n`, [303, 404]],
  'an unknown version': (host) => [`GET / HTTP/9.9\r\nHost: ${host}\r\n\r\n`, [400, 505]],
  'a line of noise': () => ['\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', [400]],
  'an unknown method': (host) => [`HACK / HTTP/1.1\r\nHost: ${host}\r\n\r\n`, [400, 405, 501]],
  'a known method that nothing supports': (host) => [
    `PROPFIND / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    [303, 404, 405, 501],
  ],
  'an address without a slash': (host) => [get('nowhere', host), [400, 404]],
  'the address of another host': (host) => [get('http://evil.example/', host), [303, 404, 421]],
  'a broken percent encoding': (host) => [get('/%zz', host), [400, 404]],
  'an encoded zero byte': (host) => [get('/isa-books/%00', host), [400, 404]],
  'an encoding that is no UTF-8': (host) => [get('/%ff%fe', host), [400, 404]],
  'a backslash': (host) => [get('/\\evil.example', host), [400, 404]],
  dots: (host) => [get('/../../etc/passwd', host), [400, 404]],
  'encoded dots': (host) => [get('/%2e%2e/%2e%2e/etc/passwd', host), [400, 404]],
  'a zero byte in a header': (host) => [get('/', host, 'X-A: a\0b'), [400]],
  'a line break in the name of a header': (host) => [get('/', host, 'X A: b'), [400]],
  'two lengths': (host) => [
    `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`,
    [400],
  ],
  'a length and chunks': (host) => [
    `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  'a range of nonsense': (host) => [get('/nowhere', host, 'Range: bytes=-,9-1,x'), [400, 404, 416]],
};

interface Served {
  readonly port: number;
  readonly host: string;
}
let servers: Readonly<Record<string, Served>>;
const written: string[] = [];

beforeAll(async () => {
  const folder = testFolder();
  const site = siteFolderAt(folder);
  const table = { routes: [], missing: { file: '404.html', status: 404 } };
  await site.write(
    '00000001-a',
    new Map([
      ['routes.json', { text: JSON.stringify(table) }],
      ['404.html', { text: '<h1>Not found</h1>' }],
    ]),
    undefined,
  );
  await site.swap('00000001-a', await site.current());
  const api = await serve(createServer((_request, response) => void response.writeHead(404).end('{}')));
  const preview = 'http://preview.localhost';
  const own = await serve(
    createSiteServer({
      content: serveCurrentSiteBuild(folder, path.join(folder, 'former')),
      apiOrigin: api.origin,
      previewOrigin: preview,
      ownOrigins: [preview],
      scriptOrigins: [],
      paymentOrigins: [],
      mediaOrigins: [],
      formOrigins: [],
      httpsOnly: false,
    }),
  );
  const cdn = await serve(createCdnServer());
  const operators = await OperatorsFixture.open();
  const anything = await serve(
    createWebServer((_request, response) => void response.writeHead(404).end('-')),
  );
  servers = {
    site: { port: own.port, host: 'localhost' },
    preview: { port: own.port, host: 'preview.localhost' },
    CDN: { port: cdn.port, host: 'localhost' },
    'operators’ pages': {
      port: Number(new URL(operators.origin).port),
      host: new URL(operators.origin).host,
    },
    metrics: { port: anything.port, host: 'localhost' },
  };
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterAll(() => jest.restoreAllMocks());

describe.each(['site', 'preview', 'CDN', 'operators’ pages', 'metrics'])('%s', (name) => {
  it.each(Object.keys(REQUESTS))('answers %s with the right status and a short text', async (what) => {
    const server = servers[name];
    const build = REQUESTS[what];
    if (!server || !build) throw new Error(`There is no ${name} or ${what}.`);
    const [request, statuses, advice = ''] = build(server.host, name === 'operators’ pages');
    const answer = await exchange(server.port, request);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(statuses).toContain(Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]));
    expect(answer).toContain(advice);
    // A browser shows a page of its own for an error without content.
    if (statuses.every((status) => status === 400 || status === 431)) expect(body).not.toBe('');
    expect(answer).not.toMatch(/Error:|at .*\.ts|node_modules/);
    expect(written.join('')).toBe('');
  });
});
