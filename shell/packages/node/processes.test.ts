import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePortRange, freePort, listen, waitUntilReady } from './processes';
import { createWebServer } from './web-server';

test('a service is ready when it answers a later request, though it has never answered the first one', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    if (requests > 1) response.end();
  });
  const port = await freePort();
  await listen(server, port);
  jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    return controller.signal;
  });
  try {
    await waitUntilReady(`http://127.0.0.1:${port}/`, { name: 'The API' });
    expect(requests).toBe(2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

describe('a request that Node refuses', () => {
  /** Sends bytes to a server that every role starts in the same way. @returns the response. */
  async function answerTo(bytes: string): Promise<string> {
    const timeouts = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 };
    const server = createWebServer((_request, response) => void response.end('answered'), timeouts);
    const port = await freePort();
    await listen(server, port);
    try {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      return await text(socket);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it('because of long cookies is answered with 431 and a page that says how to delete them', async () => {
    const response = await answerTo(`GET / HTTP/1.1\r\nHost: x\r\nCookie: a=${'x'.repeat(20_000)}\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 431 /);
    expect(response).toContain('<h1>');
    expect(response).toContain('cookies');
  });

  it('because it is too slow is answered with 408', async () => {
    expect(await answerTo('GET / HTTP/1.1\r\nHost: x\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('because it is no HTTP is answered with 400', async () => {
    expect(await answerTo('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

test('ranges of ports are given to one caller each, even before something listens on them', async () => {
  const [first, second] = await Promise.all([freePortRange(5), freePortRange(5)]);
  expect(Math.abs(first - second)).toBeGreaterThanOrEqual(5);
});

test('ranges contain no port that fetch and browsers refuse', async () => {
  const first = await freePortRange(120);
  const failures = await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      fetch(`http://127.0.0.1:${first + index}/`).then(
        () => 'answered',
        ({ cause }: Error) => String(cause),
      ),
    ),
  );
  expect(failures.filter((failure) => !failure.includes('ECONNREFUSED'))).toEqual([]);
});
