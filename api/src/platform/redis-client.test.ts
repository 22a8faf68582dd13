import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@isa/api-contract';
import { startApi } from '../../testing/api';
import { describeWithRedis, redisForEachTest } from '../../testing/redis';
import { createLimits } from '../http/limits';
import { ProblemError } from '../http/problem-error';
import { createLog } from './log';

const limit = { name: 'test', attempts: 3, seconds: 600 };

describeWithRedis()('limits with Redis', () => {
  const redis = redisForEachTest();

  /** The limits of one more process. */
  async function startProcess(answerMs?: number) {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const shared = redis.open(log, answerMs);
    const limits = createLimits(1, { write: () => undefined, close: () => undefined }, shared);
    const process = {
      lines,
      shared,
      limits,
      attempt: () => limits.tryConsume(limit, 'owner@example.org'),
      ready: () => until(() => shared.redis.status === 'ready'),
      lost: () => until(() => shared.redis.status !== 'ready'),
    };
    await process.ready();
    return process;
  }

  it('limits are shared by two processes, including attempts that are taken back', async () => {
    const [one, two] = await Promise.all([startProcess(), startProcess()]);
    await one.limits.consume(limit, 'owner@example.org');
    await two.limits.consume(limit, 'owner@example.org');
    const undo = await one.limits.consume(limit, 'owner@example.org');
    await undo();

    expect([await two.attempt(), await one.attempt()]).toEqual([true, false]);
    await expect(two.limits.consume(limit, 'owner@example.org')).rejects.toThrow(ProblemError);
  });

  it('limits store nothing readable about customers, and only for a time', async () => {
    const { shared, attempt } = await startProcess();
    await attempt();

    const keys = await shared.redis.keys('*');
    expect(keys).toEqual([expect.stringMatching(/^isa:limit:test:[\w-]{43}$/)]);
    for (const key of keys) expect(await shared.redis.pttl(key)).toBeGreaterThan(0);
  });

  it('limits count in memory while the server is gone, and together once it is back, with one line for each', async () => {
    const one = await startProcess();
    for (let at = 0; at < 4; at += 1) await one.attempt();
    await redis.kill('SIGKILL');
    await one.lost();

    const alone = [await one.attempt(), await one.attempt(), await one.attempt(), await one.attempt()];
    expect(alone).toEqual([true, true, true, false]);

    await redis.restart();
    await one.ready();
    const two = await startProcess();
    const together = [await one.attempt(), await two.attempt(), await one.attempt(), await two.attempt()];
    expect(together).toEqual([true, true, true, false]);
    const events = one.lines.map((line) => (JSON.parse(line) as { msg: string }).msg.split(':')[0]);
    expect(events).toEqual(['Redis is lost', 'Redis is back']);
  });

  it('limits count in memory while the server hangs', async () => {
    const one = await startProcess(100);
    await redis.kill('SIGSTOP');

    const results = [await one.attempt(), await one.attempt(), await one.attempt(), await one.attempt()];

    expect(results).toEqual([true, true, true, false]);
    expect(one.shared.redis.status).not.toBe('ready');
    await redis.kill('SIGCONT');
    await one.ready();
  });

  it('limits do not keep the API from answering while the server hangs or is gone', async () => {
    const api = await startApi({ env: { REDIS_URL: redis.url(), RATE_LIMIT_FACTOR: '1' } });
    const logIn = async () => {
      const body = { email: 'owner@example.org', password: 'a wrong password' };
      return (await api.refuse(calls.login, { body })).status;
    };
    expect(await logIn()).toBe(401);
    await redis.kill('SIGSTOP');
    expect(await logIn()).toBe(401);
    await redis.kill('SIGKILL');
    expect(await logIn()).toBe(401);
    expect((await api.fetch('/api/health/ready')).status).toBe(200);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(10);
}
