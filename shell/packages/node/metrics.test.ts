import { createServer } from 'node:http';
import { serveMetrics } from './metrics';
import { freePort } from './processes';

const METRICS_TOKEN = 'metrics-0123456789-0123456789-0123456789';
const environment = { ...process.env };
afterEach(() => {
  process.env = { ...environment };
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

test('metrics that other machines reach need a token', async () => {
  const METRICS_PORT = String(await freePort());
  Object.assign(process.env, { HOST: '0.0.0.0', METRICS_PORT });
  await expect(serveMetrics()).rejects.toThrow('METRICS_PORT on HOST=0.0.0.0 needs METRICS_TOKEN');
  process.env.METRICS_TOKEN = 'short';
  await expect(serveMetrics()).rejects.toThrow('at least 32');
  // The port is still free.
  const probe = createServer().listen(Number(METRICS_PORT));
  await new Promise((resolve, reject) => probe.once('listening', resolve).once('error', reject));
  probe.close();
});
