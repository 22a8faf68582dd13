import path from 'node:path';
import { root } from '../../../packages/node/folders';
import { UserError } from '../../../packages/node/user-error';

export const benchFolder = path.join(root, '.data/bench');

/** @throws UserError when the variable is not a whole number above 0. */
function whole(variable: string, fallback: number): number {
  const text = process.env[variable];
  const value = text ? Number(text) : fallback;
  if (Number.isInteger(value) && value > 0) return value;
  throw new UserError(`${variable}="${text}" is not a whole number above 0.`);
}

/** How often each page is visited. */
export const runs = (fallback: number) => whole('BENCH_RUNS', fallback);

export function benchPorts() {
  const first = whole('BENCH_PORT', 3700);
  return { site: first, cdn: first + 1, own: first + 10 };
}

export const monolithOrigin = () => `http://localhost:${benchPorts().site}`;

/** Whether a comma-separated variable contains a name; an unset variable contains every name. */
export function selected(variable: string): (name: string) => boolean {
  const names = process.env[variable]?.split(',');
  return (name) => !names || names.includes(name);
}
