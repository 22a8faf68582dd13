import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describeWithRedis, type RunningRedis, startRedis } from '../../../testing/redis';
import { ProblemError } from '../../http/problem-error';
import { createLog } from '../../platform/log';
import { openRedisClient, type RedisClient } from '../../platform/redis-client';
import {
  createFailureCounters,
  createLogInDelays,
  type FailureCounters,
  type LogInSource,
} from './log-in-delays';
import { shareFailureCounters } from './shared-failure-counters';

const ACCOUNT = 'owner@example.org';
const DAY_SECONDS = 86_400;
/** How long Redis may take, so that a busy machine does not count as a lost server. */
const PATIENT_MS = 10_000;
/** The counters of this process, which must not be used: failures are counted by Redis. */
const lostServer: FailureCounters = {
  count: () => Promise.reject(new Error('Redis was lost.')),
  lift: async () => undefined,
};

let seconds = 0;
let delays: ReturnType<typeof createLogInDelays>;
function useCounters(counters: FailureCounters): void {
  seconds = 0;
  delays = createLogInDelays(() => new Date(seconds * 1000), 1, counters);
}

const address = (number: number): LogInSource => ({ prefixes: [`192.0.2.${number}`] });
const succeed = (source: LogInSource) => delays.check(ACCOUNT, source, async () => true);

/** One wrong password. @returns the seconds to wait when it was not even compared. */
async function guess(source: LogInSource, account = ACCOUNT): Promise<number | undefined> {
  try {
    await delays.check(account, source, async () => false);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.id === 'too-many-requests' ? Math.ceil(error.retryAfterSeconds ?? 0) : undefined;
  }
  throw new Error('A wrong password was accepted.');
}

/** Guesses as often as possible from a number of addresses. @returns the compared passwords per day. */
async function guessesPerDay(addresses: number, days: number): Promise<number[]> {
  const result = Array<number>(days).fill(0);
  const due = new Map<number, number[]>([[0, Array.from({ length: addresses }, (_, at) => at)]]);
  for (seconds = 0; seconds < days * DAY_SECONDS; seconds += 1) {
    for (const number of due.get(seconds) ?? []) {
      let wait: number | undefined;
      while ((wait = await guess(address(number))) === undefined) {
        const day = Math.floor(seconds / DAY_SECONDS);
        result[day] = (result[day] ?? 0) + 1;
      }
      due.set(seconds + wait, [...(due.get(seconds + wait) ?? []), number]);
    }
    due.delete(seconds);
  }
  return result;
}

describe('in memory', () => {
  beforeEach(() => useCounters(createFailureCounters()));

  slowDownGuesses();

  test('a guesser with 100 addresses gets no more tries than one with 10', async () => {
    expect(await guessesPerDay(100, 1)).toEqual([387]);
  });
});

describeWithRedis()('in Redis', () => {
  let server: RunningRedis;
  let shared: RedisClient;
  beforeAll(async () => {
    server = await startRedis();
  });
  beforeEach(async () => {
    // Keys of different secrets differ.
    shared = openRedisClient(server.url, randomUUID(), createLog('silent'), PATIENT_MS);
    await once(shared.redis, 'ready');
    useCounters(shareFailureCounters(shared, lostServer));
  });
  afterEach(() => shared.close());
  afterAll(() => server.stop());

  slowDownGuesses();

  test('failures count in all processes together, without readable keys, and only for a time', async () => {
    for (let at = 0; at < 3; at += 1) await guess(address(1));
    useCounters(shareFailureCounters(shared, lostServer));
    for (let at = 0; at < 2; at += 1) await guess(address(1));

    expect(await guess(address(1))).toBe(1);
    const keys = (await shared.redis.keys('*')).filter((key) => key.includes(shared.hide(ACCOUNT)));
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      expect(key).toMatch(/^isa:log-in:\{[\w-]{43}\}:[\w-]{43}$/);
      expect(await shared.redis.pttl(key)).toBeGreaterThan(0);
    }
  });

  test('a try is counted in memory, and taken back there, while Redis is away', async () => {
    shared.close();
    await once(shared.redis, 'end');
    useCounters(shareFailureCounters(shared, createFailureCounters()));

    await succeed(address(1));
    for (let at = 0; at < 5; at += 1) expect(await guess(address(1))).toBeUndefined();
    expect(await guess(address(1))).toBe(1);
    await delays.lift(ACCOUNT);
    await succeed(address(1));
  });
});

/** The rules, which hold wherever failures are counted. */
function slowDownGuesses(): void {
  test.each([
    [1, [109, 96]],
    [10, [387, 288]],
  ])(
    'a guesser with %i addresses gets %j tries on the first day and each later one',
    async (addresses, expected) => {
      expect(await guessesPerDay(addresses, expected.length)).toEqual(expected);
    },
  );

  test('the owner gets in on a known device, at another address, and after waiting at the guesser’s', async () => {
    for (let at = 0; at < 10; at += 1) await guess(address(1));
    await succeed({ deviceId: 7 });
    await succeed(address(2));

    const wait = await guess(address(1));
    expect(wait).toBe(1);
    seconds += wait ?? 0;
    await succeed(address(1));
    expect(await guess(address(1))).toBeUndefined();
  });

  test('the delay grows with each failure to a quarter of an hour', async () => {
    const waits: number[] = [];
    for (let at = 0; at < 17; at += 1) {
      await guess(address(1));
      const wait = await guess(address(1)).then((value) => value ?? 0);
      if (at < 5) continue;
      waits.push(wait);
      seconds += wait;
    }
    expect(waits.at(-1)).toBe(900);
    expect([...waits].sort((a, b) => a - b)).toEqual(waits);
  });

  test('a known device gets in during an attack from a thousand addresses, and so does any device after a reset', async () => {
    for (let at = 0; at < 1000; at += 1) await guess(address(at));
    expect(await guess(address(2000))).toBe(300);
    await succeed({ deviceId: 7 });
    expect(await guess(address(2000))).toBe(300);

    await delays.lift(ACCOUNT);
    for (let at = 0; at < 1000; at += 1) await guess(address(at));
    await succeed(address(2000));
  });

  test('a known device is delayed by its own failures only', async () => {
    for (let at = 0; at < 5; at += 1) expect(await guess({ deviceId: 7 })).toBeUndefined();
    expect(await guess({ deviceId: 7 })).toBe(1);
    await succeed({ deviceId: 8 });
  });

  test('does not prolong delays when the clock is set back', async () => {
    seconds = 3600;
    for (let at = 0; at < 5; at += 1) await guess(address(1));
    seconds = 0;
    await succeed(address(1));
  });

  test('simultaneous tries count before their passwords are compared', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => guess(address(1))));

    expect(outcomes.filter((wait) => wait === undefined)).toHaveLength(5);
  });

  test('a try that could not be compared is not counted', async () => {
    const busy = () => delays.check(ACCOUNT, address(1), () => Promise.reject(new ProblemError('busy')));
    for (let at = 0; at < 20; at += 1) await expect(busy()).rejects.toThrow(ProblemError);

    for (let at = 0; at < 5; at += 1) expect(await guess(address(1))).toBeUndefined();
  });

  test('the networks of one IPv6 site share a delay', async () => {
    const network = (at: number): LogInSource => ({ prefixes: [`2001:db8:1:${at}::/64`, '2001:db8:1::/48'] });
    let compared = 0;
    for (let at = 0; at < 100; at += 1) if ((await guess(network(at))) === undefined) compared += 1;

    expect(compared).toBe(20);
  });

  test('accounts do not influence each other, and failures are forgotten after a day', async () => {
    for (let at = 0; at < 12; at += 1) await guess(address(1));
    expect(await guess(address(1), 'other@example.org')).toBeUndefined();
    seconds += DAY_SECONDS;
    for (let at = 0; at < 5; at += 1) expect(await guess(address(1))).toBeUndefined();
  });
}
