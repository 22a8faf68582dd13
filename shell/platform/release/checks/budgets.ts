import { z } from 'zod';
import { UserError } from '../../../packages/node/user-error';
import json from '../budgets.json';

/** The limits of a page's first visit. */
const pageBudget = z.object({
  /** Bytes of scripts on the wire until the page is interactive. */
  scriptBytes: z.number(),
  /** Bytes of all resources until the page is interactive. */
  bytes: z.number(),
  requests: z.number(),
  /** Bytes of the HTML document on the wire. */
  documentBytes: z.number(),
  /** Milliseconds of total blocking time on a phone, by processor time of the main thread. */
  tbt: z.number(),
  /** Cumulative layout shift (web.dev/cls). */
  cls: z.number(),
});

/** Bytes of scripts under brotli. */
const sizes = z.object({
  /** Scripts of every first visit: all initial scripts of the shell, entry and exposed chunk of a remote. */
  start: z.number(),
  all: z.number(),
});

/** Limits of times, as multiples of the live site's times: 1.25 allows 25 % more. */
const ratios = z.object({ lcp: z.number(), hydrated: z.number() });

const budgets = z.object({
  sizes: z.object({ apps: z.record(z.string(), sizes) }),
  load: z.object({
    /** Budgets by the page's address; that of `*` applies to all other pages. */
    pages: z.record(z.string(), pageBudget),
    toLive: ratios,
  }),
});

export type PageBudget = Readonly<z.infer<typeof pageBudget>>;
export type Sizes = Readonly<z.infer<typeof sizes>>;
export type Ratios = Readonly<z.infer<typeof ratios>>;

export function readBudgets(): z.infer<typeof budgets> {
  return budgets.parse(json);
}

/** The budget of an app or page, or else that of `*`. @throws UserError when there is neither. */
export function budgetFor<T>(all: Readonly<Record<string, T>>, name: string): T {
  const budget = (Object.hasOwn(all, name) ? all[name] : undefined) ?? all['*'];
  if (!budget)
    throw new UserError(`Add a budget for ${name} or for * to shell/platform/release/budgets.json.`);
  return budget;
}
