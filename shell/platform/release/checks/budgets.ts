import { z } from 'zod';
import { UserError } from '../../../packages/node/user-error';
import json from '../budgets.json';

/** Bytes of scripts under brotli. */
const sizes = z.object({
  /** Scripts of every first visit: all initial scripts of the shell, entry and exposed chunk of a remote. */
  start: z.number(),
  all: z.number(),
});

const budgets = z.object({
  sizes: z.object({ apps: z.record(z.string(), sizes) }),
});

/** Where the operators bound what each app may set as its budget. */
export const BUDGETS_FILE = 'shell/platform/release/budgets.json';

export type Sizes = Readonly<z.infer<typeof sizes>>;

export function readBudgets(): z.infer<typeof budgets> {
  return budgets.parse(json);
}

/** The budget of an app, or else that of `*`. @throws UserError when there is neither. */
export function budgetFor<T>(all: Readonly<Record<string, T>>, name: string): T {
  const budget = (Object.hasOwn(all, name) ? all[name] : undefined) ?? all['*'];
  if (!budget) throw new UserError(`Add a budget for ${name} or for * to ${BUDGETS_FILE}.`);
  return budget;
}
