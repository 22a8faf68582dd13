import path from 'node:path';
import { measuredPages } from '../../measure/pages';
import { root } from '../../tools/folders';
import { UserError } from '../../tools/user-error';

/** How many times slower than this machine a visitor's phone is. */
export const SLOWDOWN = 4;

/** Everything that the bench generates; ignored by git. */
export const benchFolder = path.join(root, '.data/bench');

/** @throws UserError when the variable is not a whole number above 0. */
function whole(variable: string, fallback: number): number {
  const text = process.env[variable];
  const value = text ? Number(text) : fallback;
  if (Number.isInteger(value) && value > 0) return value;
  throw new UserError(`${variable}="${text}" is not a whole number above 0.`);
}

/** Visits of each page in each variant. */
export const runs = (fallback = 7) => whole('BENCH_RUNS', fallback);

/** The ports of the measured origins, and of this site behind them. */
export function ports() {
  const first = whole('BENCH_PORT', 3700);
  return { site: first, cdn: first + 1, behind: first + 10, behindCdn: first + 11, api: first + 12 };
}

/** Addresses of the measured origins. */
export function origins() {
  const { site, cdn } = ports();
  return { site: `https://localhost:${site}`, cdn: `https://localhost:${cdn}` };
}

/** Whether a comma-separated variable contains a name; an unset variable contains every name. */
export function selected(variable: string): (name: string) => boolean {
  const names = process.env[variable]?.split(',');
  return (name) => !names || names.includes(name);
}

/** The pages that prerendered variants have. */
export const publicPaths = measuredPages.filter(({ isPublic }) => isPublic).map((page) => page.path);
