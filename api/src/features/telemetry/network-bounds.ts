import { networkOf } from '@isa/api-contract/security-events';
import { z } from 'zod';
import type { CounterKey } from '../../database/entities';
import type { RedisClient } from '../../platform/redis-client';

/** Longer than any period in which a canary is compared, so that each network counts once in it. */
const WINDOW_MS = 60 * 60 * 1000;
/** Failed and slow views of one network. The watcher needs five to abort a canary (decision 0410). */
const ADVERSE = 1;
/** Views of one network, which would otherwise hide the failures of the others. */
const ORDINARY = 20;
/** The counters that the watcher compares; the others have no bound. */
const BOUNDS: ReadonlyMap<string, number> = new Map([
  ['view', ORDINARY],
  ['measured-view', ORDINARY],
  ['failed-view', ADVERSE],
  ['slow-view', ADVERSE],
]);
/** How many networks are remembered, for releases of the registry and for all other names each. */
const MAX_ENTRIES = 50_000;

type Entries = Map<string, { amount: number; readonly until: number }>;

/**
 * Limits what one network adds to the counters that decide about a canary, through all processes with Redis.
 * @param factor multiplies the limits.
 * @returns whether a counter may be increased. Registered releases have memory of their own, which invented
 * names cannot fill.
 */
export function createNetworkBounds(factor: number, shared?: RedisClient) {
  const registeredEntries: Entries = new Map();
  const otherEntries: Entries = new Map();

  /** @returns infinity for a further key when the memory is full. */
  function countHere(entries: Entries, key: string, now: number): number {
    const entry = entries.get(key);
    if (entry && entry.until > now) return (entry.amount += 1);
    entries.delete(key);
    if (entries.size >= MAX_ENTRIES) {
      for (const [old, { until }] of entries) {
        if (until > now) break;
        entries.delete(old);
      }
    }
    if (entries.size >= MAX_ENTRIES) return Infinity;
    entries.set(key, { amount: 1, until: now + WINDOW_MS });
    return 1;
  }

  return async (ip: string, counter: CounterKey, at: Date, registered = false): Promise<boolean> => {
    const bound = BOUNDS.get(counter.metric);
    // This machine's proxies and tests report for many visitors.
    if (!bound || ip === '::1' || /^(?:::ffff:)?127\./i.test(ip)) return true;
    const key = `${networkOf(ip)} ${counter.remote} ${counter.version} ${counter.slot} ${counter.metric}`;
    const limit = bound * factor;
    // All processes together have counted at least as much, so that Redis is asked only below the bound.
    if (countHere(registered ? registeredEntries : otherEntries, key, at.getTime()) > limit) return false;
    return shared === undefined || (await countTogether(shared, key)) <= limit;
  };
}

/** @returns 0 while Redis is away. */
async function countTogether({ redis, hide }: RedisClient, key: string): Promise<number> {
  const name = `isa:beacons:${hide(key)}`;
  try {
    const answers = await redis.multi().set(name, 0, 'PX', WINDOW_MS, 'NX').incr(name).exec();
    return z.number().parse(answers?.[1]?.[1]);
  } catch {
    return 0;
  }
}
