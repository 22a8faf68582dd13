import { SLOW_INTERACTION } from '@isa/api-contract';
import { addressPrefixes } from '../../http/address-prefixes';
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
    const network = networkOf(ip);
    if (!bound || network === undefined) return true;
    const now = at.getTime();
    const key = `${network} ${counter.remote} ${counter.version} ${counter.slot} ${bound.name}`;
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

/** The IPv4 /24 or the IPv6 /48 of an address: what one customer of a provider gets. `undefined` for this machine. */
function networkOf(ip: string): string | undefined {
  const network = addressPrefixes(ip).at(-1) ?? ip;
  if (ip === '::1' || network.startsWith('127.')) return undefined;
  return network.includes(':') ? network : network.replace(/\.\d+$/, '.0/24');
}
