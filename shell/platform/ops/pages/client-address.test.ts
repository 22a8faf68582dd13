import { createServer, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { serve } from '../../../../api/testing/test-server';
import { clientAddress } from './client-address';

/** The client address of a request from this machine with the given `X-Forwarded-For`. */
async function addressBehindLocalProxy(forwarded: string): Promise<string> {
  const { origin } = await serve(createServer((request, response) => response.end(clientAddress(request))));
  const headers = forwarded ? { 'X-Forwarded-For': forwarded } : undefined;
  return (await fetch(origin, { ...(headers && { headers }) })).text();
}

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['6.6.6.6, 203.0.113.9', '203.0.113.9'],
  ['203.0.113.9, 127.0.0.1', '203.0.113.9'],
  ['6.6.6.6, 203.0.113.9, ::ffff:127.0.0.1', '203.0.113.9'],
  ['127.0.0.1', '127.0.0.1'],
  ['', '127.0.0.1'],
])('a local proxy that forwards "%s" leads to the address %s', async (forwarded, expected) => {
  expect(await addressBehindLocalProxy(forwarded)).toBe(expected);
});

test('ignores the forwarded address of a remote connection', () => {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: '198.51.100.7' });
  const request = new IncomingMessage(socket);
  request.headers['x-forwarded-for'] = '203.0.113.9';
  expect(clientAddress(request)).toBe('198.51.100.7');
});
