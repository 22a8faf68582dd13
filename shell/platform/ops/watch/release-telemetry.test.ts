import { createServer } from 'node:http';
import { isReadToken } from '@isa/api-contract/read-token';
import { serve } from '../../../../api/testing/test-server';
import { createKeyPair } from '../../store/keys/signature';
import { telemetryReader } from './release-telemetry';

const { privateKey, publicKey } = createKeyPair();
const readKey = () => Promise.resolve(privateKey);

interface ApiResponse {
  readonly status: number;
  readonly body: string;
}

/** Runs the test with an API that always sends the same response and records its requests. */
async function withApi(
  apiResponse: ApiResponse,
  test: (origin: string, requests: string[]) => Promise<void>,
): Promise<void> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization}`);
    response.writeHead(apiResponse.status, { 'content-type': 'application/json' }).end(apiResponse.body);
  });
  await test((await serve(server)).origin, requests);
}

const empty = JSON.stringify({
  from: '2026-11-01T10:00:00.000Z',
  until: '2026-11-01T10:05:00.000Z',
  releases: [],
});

test('signs each request with the key of the registry', async () => {
  await withApi({ status: 200, body: empty }, async (origin, requests) => {
    expect(await telemetryReader(origin, readKey)(15)).toEqual([]);
    const [path, token = ''] = requests[0]?.split(' Bearer ') ?? [];
    expect(path).toBe('/api/telemetry/releases?minutes=15');
    expect(isReadToken(token, [publicKey.key])).toBe(true);
  });
});

test.each([
  ['a key that is not trusted', { status: 401, body: '{}' }, 'does not trust the registry’s key'],
  ['an API error', { status: 503, body: '{}' }, 'sent no valid release telemetry (503)'],
  [
    'a response with another schema',
    { status: 200, body: '{"releases":[{}]}' },
    'sent no valid release telemetry (200)',
  ],
  ['a response that is not JSON', { status: 200, body: '<html>' }, 'sent no valid release telemetry (200)'],
])('reports %s', async (_, apiResponse, message) => {
  await withApi(apiResponse, async (origin) => {
    await expect(telemetryReader(origin, readKey)(60)).rejects.toThrow(message);
  });
});

test('reports an API that is unavailable', async () => {
  await expect(telemetryReader('http://127.0.0.1:1', readKey)(60)).rejects.toThrow('does not respond');
});
