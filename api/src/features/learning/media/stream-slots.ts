import { randomUUID } from 'node:crypto';
import type { SharedState } from '../../../platform/shared-state';

/** The open streams of a customer. Three devices need about six, a download tool dozens. */
export const MAX_OPEN_STREAMS = 8;
/** How long Redis counts the streams of a process that was killed; running ones are renewed. */
const LEASE_MS = 60_000;

export interface StreamSlots {
  /** @returns a function that ends the stream, or `undefined` when all slots are taken. */
  take(userId: number): Promise<(() => Promise<void>) | undefined>;
}

export function createStreamSlots(): StreamSlots {
  const streams = new Map<number, number>();
  return {
    async take(userId) {
      const open = streams.get(userId) ?? 0;
      if (open >= MAX_OPEN_STREAMS) return undefined;
      streams.set(userId, open + 1);
      return async () => {
        const left = (streams.get(userId) ?? 1) - 1;
        if (left > 0) streams.set(userId, left);
        else streams.delete(userId);
      };
    },
  };
}

/** KEYS: the customer's streams by the end of their lease. ARGV: id, slots, lease. A stream that has a slot keeps it. */
const TAKE = `
local time = redis.call('time')
local at = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('zremrangebyscore', KEYS[1], '-inf', at)
if not redis.call('zscore', KEYS[1], ARGV[1]) and redis.call('zcard', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('zadd', KEYS[1], string.format('%.0f', at + ARGV[3]), ARGV[1])
redis.call('pexpire', KEYS[1], ARGV[3])
return 1`;

/** Slots of all processes together in Redis; while it is away, those of `insurance`. */
export function shareStreamSlots(
  { redis, hide }: SharedState,
  insurance: StreamSlots,
  leaseMs = LEASE_MS,
): StreamSlots {
  return {
    async take(userId) {
      const key = `isa:streams:${hide(String(userId))}`;
      const id = randomUUID();
      const hold = () => redis.eval(TAKE, 1, key, id, MAX_OPEN_STREAMS, leaseMs);
      let held: unknown;
      try {
        held = await hold();
      } catch {
        return insurance.take(userId);
      }
      if (held !== 1) return undefined;
      const renewal = setInterval(() => void hold().catch(() => undefined), leaseMs / 3).unref();
      return async () => {
        clearInterval(renewal);
        // A server that is away forgets the stream when its lease ends.
        await redis.zrem(key, id).catch(() => undefined);
      };
    },
  };
}
