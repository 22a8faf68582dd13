import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RedisClient } from '../../platform/redis-client';
import { type FailureCounters, GRACE_MS, MAX_DELAY_MS, MEMORY_MS } from './log-in-delays';

/**
 * As `count` in memory. A reset begins a new epoch, since the keys of an account's sources are not known.
 * KEYS: the account, its counters. ARGV: time, memory, longest delay, then for each counter `free` and
 * `pauseMs` or 0. Returns the wait, or 0 and for each counted failure its key's index, number and earlier
 * `next`.
 */
const COUNT = `
local at, memory, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local account = redis.call('hmget', KEYS[1], 'epoch', 'grace')
local epoch, grace = account[1] or '', tonumber(account[2] or '0')
local wait, applied = 0, {}
for i = 2, #KEYS do
  local free, pause = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
  if pause == 0 or at >= grace then
    local row = redis.call('hmget', KEYS[i], 'failures', 'last', 'next', 'epoch')
    local failures, last, next = tonumber(row[1] or '0'), tonumber(row[2] or '0'), tonumber(row[3] or '0')
    if (row[4] or '') ~= epoch then failures, last, next = 0, 0, 0 end
    if last + memory <= at then failures = 0 end
    if next - at <= longest then wait = math.max(wait, next - at) end
    table.insert(applied, { i, free, pause, failures + 1, next })
  end
end
if wait > 0 then return { wait } end
local result = { 0 }
for _, limit in ipairs(applied) do
  local i, free, pause, failures, next = unpack(limit)
  local delay = 0
  if failures >= free then
    delay = pause > 0 and pause or math.min(longest, 1000 * 2 ^ (failures - math.ceil(free)))
  end
  redis.call('hset', KEYS[i], 'failures', failures, 'last', ARGV[1], 'next', string.format('%.0f', at + delay), 'epoch', epoch)
  redis.call('pexpire', KEYS[i], memory)
  table.insert(result, i)
  table.insert(result, failures)
  table.insert(result, next)
end
redis.call('pexpire', KEYS[1], memory)
return result`;

/** KEYS: counters. ARGV: 1 to forget the first, or 0, then for each its number and the earlier `next`. */
const UNDO = `
for i, key in ipairs(KEYS) do
  local failures = redis.call('hget', key, 'failures')
  if failures then
    if failures == ARGV[2 * i] then redis.call('hset', key, 'next', ARGV[2 * i + 1]) end
    redis.call('hincrby', key, 'failures', -1)
  end
end
if ARGV[1] == '1' then redis.call('del', KEYS[1]) end`;

const result = z.array(z.number()).min(1);

/** Counters of all processes in Redis; while it is away, those of `insurance`. */
export function shareFailureCounters(
  { redis, hide }: RedisClient,
  insurance: FailureCounters,
): FailureCounters {
  // The braces keep all keys of an account on one node of a cluster.
  const keyOf = (account: string, source = '') => `isa:log-in:{${hide(account)}}:${hide(source)}`;

  async function count(...[account, limits, at]: Parameters<FailureCounters['count']>) {
    const keys = [keyOf(account), ...limits.map(({ source }) => keyOf(account, source))];
    const values = limits.flatMap(({ free, pauseMs = 0 }) => [free, pauseMs]);
    const [waitMs = 0, ...counted] = result.parse(
      await redis.eval(COUNT, keys.length, ...keys, at, MEMORY_MS, MAX_DELAY_MS, ...values),
    );
    if (waitMs > 0) return { waitMs };
    const undoKeys: string[] = [];
    const undoValues: number[] = [];
    for (let index = 0; index + 2 < counted.length; index += 3) {
      const [key = 0, ...numbers] = counted.slice(index, index + 3);
      undoKeys.push(keys[key - 1] ?? '');
      undoValues.push(...numbers);
    }
    return {
      waitMs: 0 as const,
      async undo(reset: boolean) {
        // A failure that cannot be taken back, because the server is lost, is forgotten after a day.
        await redis
          .eval(UNDO, undoKeys.length, ...undoKeys, reset ? 1 : 0, ...undoValues)
          .catch(() => undefined);
      },
    };
  }

  return {
    count: (...tried) => count(...tried).catch(() => insurance.count(...tried)),
    async lift(account, at) {
      await insurance.lift(account, at);
      const key = keyOf(account);
      await redis
        .multi()
        .hset(key, { epoch: randomUUID(), grace: at + GRACE_MS })
        .pexpire(key, MEMORY_MS)
        .exec()
        .catch(() => undefined);
    },
  };
}
