import { SLOW_INTERACTION } from '@isa/api-contract';
import { networkOf } from '@isa/api-contract/security-events';
import type { CounterKey } from './counters';

/** Longer than any period in which a canary is compared, so that each network counts once in it. */
const WINDOW_MS = 60 * 60 * 1000;
/** Failed views and slow interactions of one network: the watcher needs five before it aborts a canary (decision 410). */
const ADVERSE = 1;
/** Views and interactions of one network, which would otherwise hide the failures of the others. */
const ORDINARY = 20;
/** Limits the memory that many networks can fill. */
const MAX_ENTRIES = 100_000;

/**
 * Limits what the visitors of one network add to the counters that decide about a canary.
 * @param factor multiplies the limits.
 * @returns whether a counter may be increased once more for the client address.
 */
export function createNetworkBounds(factor: number) {
  const entries = new Map<string, { amount: number; readonly until: number }>();

  function removeExpired(now: number): void {
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key);
  }

  return (ip: string, counter: CounterKey, at: Date): boolean => {
    const bound = boundOf(counter);
    if (!bound || isLoopback(ip)) return true;
    const now = at.getTime();
    const key = `${networkOf(ip)} ${counter.remote} ${counter.version} ${counter.slot} ${bound.name}`;
    const entry = entries.get(key);
    if (entry && entry.until > now) return (entry.amount += 1) <= bound.limit * factor;
    if (entries.size >= MAX_ENTRIES) removeExpired(now);
    if (entries.size >= MAX_ENTRIES) return false;
    entries.set(key, { amount: 1, until: now + WINDOW_MS });
    return true;
  };
}

function boundOf({ metric, bucket }: CounterKey) {
  if (metric === 'view') return { name: metric, limit: ORDINARY };
  if (metric === 'failed-view') return { name: metric, limit: ADVERSE };
  if (metric !== 'INP') return undefined;
  return bucket > SLOW_INTERACTION ? { name: 'slow', limit: ADVERSE } : { name: 'fast', limit: ORDINARY };
}

/** True for this machine, whose proxies and tests report for many visitors. */
function isLoopback(ip: string): boolean {
  return ip === '::1' || /^(?:::ffff:)?127\./i.test(ip);
}
