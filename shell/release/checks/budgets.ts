import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../tools/user-error';
import { root } from '../../tools/folders';
import type { Sizes } from './sizes';

/** What a first visit of a page may cost. */
export interface PageBudget {
  /** Of scripts, on the wire, until the page can be used; in bytes. */
  readonly scriptBytes: number;
  /** Of everything until then. */
  readonly bytes: number;
  readonly requests: number;
  /** Of the page itself, on the wire. */
  readonly documentBytes: number;
  /** Requests that follow one another before the largest paint, the document included. */
  readonly hops: number;
  /** Cumulative layout shift (web.dev/cls). */
  readonly cls: number;
}

/** How much later than on the live site something may happen: 1.25 is a quarter. */
export interface Ratios {
  readonly lcp: number;
  readonly hydrated: number;
}

interface Budgets {
  readonly sizes: { readonly parts: Readonly<Record<string, Sizes>> };
  readonly load: {
    /** Where the figures come from. */
    readonly source: string;
    /** By address; `*` is for pages that have no line of their own yet. */
    readonly pages: Readonly<Record<string, PageBudget>>;
    readonly toLive: Ratios;
  };
}

/** The one file of budgets. */
const BUDGETS = path.join(root, 'shell/release/budgets.json');

export async function readBudgets(): Promise<Budgets> {
  return JSON.parse(await readFile(BUDGETS, 'utf8')) as Budgets;
}

/** The line of a part or page, or else that of `*`. @throws UserError when there is neither. */
export function lineOf<T>(lines: Readonly<Record<string, T>>, name: string): T {
  const line = (Object.hasOwn(lines, name) ? lines[name] : undefined) ?? lines['*'];
  if (!line) throw new UserError(`${BUDGETS} has no line for ${name}, and none for *.`);
  return line;
}
