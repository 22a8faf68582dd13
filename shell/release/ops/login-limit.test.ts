import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { addressOf, createLoginLimit } from './login-limit';

function request(forwarded?: string): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  if (forwarded) message.headers['x-forwarded-for'] = forwarded;
  return message;
}

test.each([
  [0, '6.6.6.6', 'unknown'],
  [1, '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  [2, '6.6.6.6, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
  [2, '203.0.113.9', 'unknown'],
  [1, undefined, 'unknown'],
])('behind %d proxies "%s" is %s: what a visitor wrote is not believed', (proxies, forwarded, expected) => {
  expect(addressOf(request(forwarded), proxies)).toBe(expected);
});

test('many addresses together have a limit as well', async () => {
  const limit = createLoginLimit();
  for (let attempt = 0; attempt < 60; attempt += 1)
    expect(await limit.attempt(`203.0.113.${attempt}`)).toBe(0);
  expect(await limit.attempt('198.51.100.1')).toBeGreaterThan(0);
});
