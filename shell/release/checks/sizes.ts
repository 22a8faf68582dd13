import { PRIVATE_FOLDERS, type Release } from '../../formats/release';
import { lineOf, readBudgets } from './budgets';

/** Bytes of scripts under brotli. */
export interface Sizes {
  /** What every first visit loads: of the shell all that its pages start with, of a remote entry and exposed chunk. */
  readonly start: number;
  /** Every script of the release: what a visitor loads who sees all of its pages. */
  readonly all: number;
}

/** What a part starts with, beside its entry. */
const STARTING = /^(?:remote|libraries)\.[^/]*\.js$/;

export function sizesOf({ entry, files }: Release): Sizes {
  const scripts = Object.entries(files).filter(
    ([name]) =>
      name.endsWith('.js') && !(PRIVATE_FOLDERS as readonly string[]).includes(name.split('/')[0] ?? ''),
  );
  const sum = (chosen: typeof scripts) =>
    chosen.reduce((total, [, { brotliBytes }]) => total + brotliBytes, 0);
  return { start: sum(scripts.filter(([name]) => name === entry || STARTING.test(name))), all: sum(scripts) };
}

/** @throws UserError when neither the part nor `*` has a budget. */
export async function budgetOf(part: string): Promise<Sizes> {
  return lineOf((await readBudgets()).sizes.parts, part);
}
