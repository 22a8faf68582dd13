import { setTimeout as pause } from 'node:timers/promises';
import { calls, type TelemetryEvent } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { signedByOperators, trustOperators } from '../../../testing/operators';
import { describeWithRedis, redisForEachTest } from '../../../testing/redis';
import { createLog } from '../../platform/log';
import { createNetworkBounds } from './network-bounds';

const shop = { remote: 'shop', version: '1.5.0', slot: 'canary' } as const;
const view: TelemetryEvent = { kind: 'view', ...shop };
const failure: TelemetryEvent = { kind: 'error', ...shop, phase: 'render', first: true };
const inp = (value: number): TelemetryEvent => ({ kind: 'vital', ...shop, name: 'INP', value });

let api: TestApi;
beforeEach(async () => {
  api = await startApi({ env: { ...trustOperators(), RATE_LIMIT_FACTOR: '1' } });
});
afterEach(() => api.close());

async function report(address: string, events: readonly TelemetryEvent[]): Promise<void> {
  await api.call(
    calls.telemetry,
    { body: { events: [...events] } },
    { headers: { 'X-Forwarded-For': address } },
  );
}

async function canary(version: string = shop.version) {
  const headers = signedByOperators();
  const { body } = await api.call(calls.releaseTelemetry, { query: { minutes: 1440 } }, { headers });
  return body.releases.find((release) => release.version === version);
}

const times = (count: number, event: TelemetryEvent) => Array.from({ length: count }, () => event);

test.each([
  ['an IPv4 /24', ['203.0.113.9', '203.0.113.10', '::ffff:203.0.113.200'], '203.0.114.9'],
  ['an IPv6 /48', ['2001:db8:1::1', '2001:db8:1:2::1', '2001:db8:1:ffff::9'], '2001:db8:2::1'],
])('%s adds one failed and one slow view to a release in an hour', async (_name, addresses, other) => {
  for (const address of addresses) {
    await report(address, [...times(10, view), ...times(10, failure), ...times(10, inp(900))]);
  }
  expect(await canary()).toMatchObject({
    views: 20,
    failedViews: 1,
    // Every error is counted: operators see it, and nothing is decided by it.
    errors: { render: 30 },
    measuredViews: 20,
    slowViews: 1,
  });

  await report(other, [view, failure, inp(900), ...times(30, inp(80))]);
  expect(await canary()).toMatchObject({ views: 21, failedViews: 2, measuredViews: 40, slowViews: 2 });

  // Another release has bounds of its own.
  await report(addresses[0] ?? '', [{ ...failure, version: '1.6.0' }]);
  expect(await canary('1.6.0')).toMatchObject({ failedViews: 1 });

  api.advance(59 * 60_000);
  await report(addresses[0] ?? '', [failure]);
  expect(await canary()).toMatchObject({ failedViews: 2 });
  api.advance(2 * 60_000);
  await report(addresses[0] ?? '', [failure]);
  expect(await canary()).toMatchObject({ failedViews: 3 });
});

test('this machine has no bounds', async () => {
  await report('127.0.0.1', [...times(20, view), ...times(20, failure)]);
  expect(await canary()).toMatchObject({ views: 20, failedViews: 20 });
});

describeWithRedis()('bounds with Redis', () => {
  const counter = { minute: 1, ...shop, metric: 'view' };
  const silent = createLog('info', { write: () => undefined });
  const redis = redisForEachTest();

  async function connect() {
    const shared = redis.open(silent);
    while (shared.redis.status !== 'ready') await pause(10);
    return shared;
  }

  /** The bounds of one more process. @returns how many of some views it counts. */
  async function startProcess() {
    const shared = await connect();
    const isWithinBounds = createNetworkBounds(1, shared);
    return async (views: number, address = '203.0.113.9') => {
      const counted = await Promise.all(
        Array.from({ length: views }, () => isWithinBounds(address, counter, new Date())),
      );
      return counted.filter(Boolean).length;
    };
  }

  test('a network adds to a release through all processes together', async () => {
    const [one, two] = [await startProcess(), await startProcess()];
    expect([await one(12), await two(12), await one(12)]).toEqual([12, 8, 0]);
    expect(await two(12, '203.0.114.9')).toBe(12);
    const { redis: client } = await connect();
    const keys = await client.keys('*');
    expect(keys).not.toEqual([]);
    expect(keys).toEqual(keys.map(() => expect.stringMatching(/^isa:beacons:[\w-]{43}$/) as unknown));
    for (const key of keys) expect(await client.pttl(key)).toBeGreaterThan(0);
  });

  test('each process goes on with its own count without Redis', async () => {
    const [one, two] = [await startProcess(), await startProcess()];
    expect([await one(12), await two(4)]).toEqual([12, 4]);
    await redis.kill('SIGKILL');
    expect([await one(12), await two(20)]).toEqual([8, 16]);
  });
});
