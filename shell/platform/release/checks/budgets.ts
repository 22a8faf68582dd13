import json from '../budgets.json';

/** Bytes of scripts under brotli. */
export interface Sizes {
  /** Scripts of every first visit: all initial scripts of the shell, entry and exposed chunk of a remote. */
  readonly start: number;
  readonly all: number;
}

/** Where the operators bound what each app may set as its budget. */
export const BUDGETS_FILE = 'shell/platform/release/budgets.json';

/** @returns the bound of an app, or else that of all others. */
export function budgetFor(name: string): Sizes {
  const { apps } = json.sizes;
  return new Map<string, Sizes>(Object.entries(apps)).get(name) ?? apps['*'];
}
