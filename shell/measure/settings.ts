import path from 'node:path';
import { UserError } from '../tools/user-error';
import { root } from '../tools/folders';
import type { NetworkConditions } from './network/shaped-connection';

/** Lighthouse's and WebPageTest's slow 4G. */
export const SLOW_4G: NetworkConditions = {
  name: 'slow 4G',
  downBitsPerSecond: 1_600_000,
  upBitsPerSecond: 750_000,
  roundTrip: 150,
};

/** How many times slower than this machine a visitor's phone is. */
export const SLOWDOWN = 4;

/** Everything that this bench makes; not in git. */
export const benchFolder = path.join(root, '.data/bench');

function whole(variable: string, fallback: number): number {
  const text = process.env[variable];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new UserError(`${variable}="${text}" is not a whole number.`);
  return value;
}

/** Visits of each page in each variant. */
export const runs = () => whole('BENCH_RUNS', 7);

/** The two origins that are compared, and behind them the site's own four ports. */
export function ports() {
  const first = whole('BENCH_PORT', 3700);
  return { site: first, cdn: first + 1, behind: first + 10, behindCdn: first + 11, api: first + 12 };
}

/** Whether a name is among those of a comma-separated variable; every name is, where there is none. */
export function chosen(variable: string): (name: string) => boolean {
  const names = process.env[variable]?.split(',');
  return (name) => !names || names.includes(name);
}
