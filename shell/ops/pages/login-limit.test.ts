import { createServer, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Socket } from 'node:net';
import { addressOf, createLoginLimit } from './login-limit';

/** The address of a request that came through a proxy on this machine. */
async function throughOwnProxy(forwarded: string): Promise<string> {
  const server = createServer((request, response) => response.end(addressOf(request)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const headers = forwarded ? { 'X-Forwarded-For': forwarded } : undefined;
    return await (await fetch(`http://127.0.0.1:${port}/`, { ...(headers && { headers }) })).text();
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['6.6.6.6, 203.0.113.9', '203.0.113.9'],
  ['', '127.0.0.1'],
])('our own proxy that forwards "%s" has seen %s', async (forwarded, expected) => {
  expect(await throughOwnProxy(forwarded)).toBe(expected);
});

test('whoever connects from elsewhere is not believed', () => {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: '198.51.100.7' });
  const request = new IncomingMessage(socket);
  request.headers['x-forwarded-for'] = '203.0.113.9';
  expect(addressOf(request)).toBe('198.51.100.7');
});

test('one who guesses waits, and nobody else does', async () => {
  const limit = createLoginLimit();
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await limit.attempt('203.0.113.9')).toBe(0);
  expect(await limit.attempt('203.0.113.9')).toBeGreaterThan(0);
  expect(await limit.attempt('198.51.100.1')).toBe(0);
  await limit.forget('203.0.113.9');
  expect(await limit.attempt('203.0.113.9')).toBe(0);
});
