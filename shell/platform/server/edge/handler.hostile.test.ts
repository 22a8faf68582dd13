import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { serve } from '../../../../api/testing/test-server';
import { describeWithProgram } from '../../../../api/testing/with-program';
import { edgeProgram, startEdgeCdn } from '../../../tooling/testing/site/edge-cdn';
import { edgeFunction } from './function';
import { createEdgeHandler, type EdgeOptions } from './handler';

/** Every address that was requested of the bucket. */
const requested: string[] = [];
const OBJECTS: Readonly<Record<string, string>> = {
  '/site/current.json': '{"id":"a"}',
  '/site/site-builds/a.json': JSON.stringify({
    id: 'a',
    routes: [],
    files: { '404.html': 'files/0a', 'registry.json': 'files/0b' },
    missing: { file: '404.html', status: 404 },
  }),
  '/site/files/0a': 'Not found',
  '/site/files/0b': '{}',
  '/site/shell/1.0.0/main.js': 'shell',
};
let isStalled = false;
let options: EdgeOptions;
let handle: ReturnType<typeof createEdgeHandler>;

beforeAll(async () => {
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    if (isStalled) return;
    const object = OBJECTS[request.url ?? ''];
    response.writeHead(object === undefined ? 404 : 200).end(object);
  });
  options = { bucket: `${(await serve(server)).origin}/site/`, headers: { usual: {}, checkout: {} } };
  handle = createEdgeHandler(options);
});
beforeEach(() => (requested.length = 0));

const get = (path: string) => handle(new Request(`https://academy.test${path}`));

it('serves a script of the shell', async () => {
  expect((await get('/shell/1.0.0/main.js')).status).toBe(200);
  expect(requested).toContain('/site/shell/1.0.0/main.js');
});

it.each([
  '/shell/1.0.0/%3Flist-type=2&x=.js',
  '/shell/1.0.0/main.js%3Facl&x=.js',
  '/shell/1.0.0/main.js%23.js',
  '/shell/1.0.0/%2e%2e/secret.js',
  '/shell/1.0.0/..%2f..%2fsecret.js',
  '/shell/1.0.0/%252e%252e/secret.js',
  '/shell/%3F/main.js',
  '/shell/1.0.0/main%00.js',
  '/shell/1.0.0/main\u00e9.js',
  '/constructor.js',
  '/__proto__.json',
  '/toString/valueOf.js',
])('%s leads to no other object or query of the bucket', async (path) => {
  const { status } = await get(path);
  expect(status).toBe(404);
  const own = requested.filter((address) => !(address in OBJECTS));
  expect(own.filter((address) => /[?#]|secret|function|Object/.test(address))).toEqual([]);
});

describeWithProgram('workerd', edgeProgram)('in the runtime of a CDN', () => {
  it('serves others when a visitor leaves while a stalled bucket is read', async () => {
    const cdn = await startEdgeCdn(await edgeFunction(options));
    const visit = (signal?: AbortSignal) => fetch(`${cdn.origin}/registry.json`, signal ? { signal } : {});
    try {
      isStalled = true;
      const leaves = new AbortController();
      const first = visit(leaves.signal);
      while (!requested.includes('/site/current.json')) await delay(10);
      leaves.abort();
      await expect(first).rejects.toThrow('abort');
      isStalled = false;
      expect((await visit(AbortSignal.timeout(4_000))).status).toBe(200);
    } finally {
      isStalled = false;
      await cdn.stop();
    }
  });
});
