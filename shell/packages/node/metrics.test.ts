import { register } from 'prom-client';
import { serveMetrics } from './metrics';
import { freePort } from './processes';

const METRICS_TOKEN = 'metrics-0123456789-0123456789-0123456789';
const environment = { ...process.env };
afterEach(() => {
  process.env = { ...environment };
  register.clear();
});

test('metrics are answered to those who have one of the tokens', async () => {
  const port = await freePort();
  const second = METRICS_TOKEN.toUpperCase();
  Object.assign(process.env, {
    ...{ METRICS_PORT: String(port), METRICS_TOKEN, METRICS_TOKEN_SECOND: second },
  });
  const server = await serveMetrics();
  try {
    const statusFor = async (authorization?: string) =>
      (
        await fetch(`http://127.0.0.1:${port}/metrics`, {
          headers: { ...(authorization && { authorization }) },
        })
      ).status;
    expect(await statusFor()).toBe(401);
    expect(await statusFor(`Bearer ${METRICS_TOKEN}x`)).toBe(401);
    expect(await statusFor(METRICS_TOKEN)).toBe(401);
    expect(await statusFor(`Bearer ${METRICS_TOKEN}`)).toBe(200);
    expect(await statusFor(`Bearer ${second}`)).toBe(200);
  } finally {
    server?.close();
  }
});

test('without a token nobody reads metrics, not even a process of this machine', async () => {
  const METRICS_PORT = String(await freePort());
  Object.assign(process.env, { METRICS_PORT });
  const server = await serveMetrics();
  try {
    for (const authorization of ['', 'Bearer', 'Bearer undefined']) {
      const response = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`, {
        headers: { authorization },
      });
      expect(response.status).toBe(401);
    }
  } finally {
    server?.close();
  }
});

test('a token that could be guessed is refused', async () => {
  Object.assign(process.env, { METRICS_PORT: '1', METRICS_TOKEN: 'short' });
  await expect(serveMetrics()).rejects.toThrow('at least 32');
});
