import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { telemetryOf } from './release-telemetry';

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** An API that gives one answer, and keeps what it was asked. */
async function withApi(
  answer: Answer,
  body: (origin: string, asked: string[]) => Promise<void>,
): Promise<void> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const empty = JSON.stringify({
  from: '2026-11-01T10:00:00.000Z',
  until: '2026-11-01T10:05:00.000Z',
  releases: [],
});

test('asks with the operators’ token', async () => {
  await withApi({ status: 200, body: empty }, async (origin, asked) => {
    expect(await telemetryOf(origin, 'secret')(15)).toEqual([]);
    expect(asked).toEqual(['/api/telemetry/releases?minutes=15 Bearer secret']);
  });
});

test.each([
  ['a wrong token', { status: 401, body: '{}' }, 'does not know this OPS_TOKEN'],
  ['no token at the API', { status: 404, body: '{}' }, 'does not know this OPS_TOKEN'],
  ['an API in trouble', { status: 503, body: '{}' }, 'could not tell how releases do (503)'],
  [
    'an answer of another shape',
    { status: 200, body: '{"releases":[{}]}' },
    'could not tell how releases do (200)',
  ],
  ['an answer that is no JSON', { status: 200, body: '<html>' }, 'could not tell how releases do (200)'],
])('says what is wrong: %s', async (_, answer, sentence) => {
  await withApi(answer, async (origin) => {
    await expect(telemetryOf(origin, 'secret')(60)).rejects.toThrow(sentence);
  });
});

test('says that the API is away', async () => {
  await expect(telemetryOf('http://127.0.0.1:1', 'secret')(60)).rejects.toThrow('does not answer');
});
