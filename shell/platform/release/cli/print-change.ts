import type { Command } from 'commander';
import { describeChange } from '../../formats/history';
import { siteOptions } from '../../release/site-options';
import type { ChangeResult } from '../registry/changes';
import { commonOptions, printResult } from './output';

export function changeOptions(program: Command, reason: string | undefined) {
  const { by, dryRun } = commonOptions(program);
  return { ...(by && { who: by }), ...(reason && { why: reason }), dryRun, site: siteOptions() };
}

/** Prints a change that visitors have. */
export function printChange(
  program: Command,
  { registry: { revision }, changes, changed, hasSite }: ChangeResult,
  options: { readonly unchanged?: string; readonly next?: readonly string[] } = {},
): void {
  const { unchanged = 'Nothing to change', next = [] } = options;
  printResult(program, { revision, changes, changed, hasSite }, () => {
    const lines = changes.map((change) => `${describeChange(change)} (revision ${revision})`);
    if (commonOptions(program).dryRun) return lines.map((line) => `Dry run: ${line}`);
    if (!changed) return `${unchanged}. The registry stays at revision ${revision}.`;
    const built = hasSite
      ? 'Built:       visitors get it with their next page.'
      : 'Not built:   no site has been built from this store yet. The role prerender builds the first one.';
    return [...lines, built, ...next];
  });
}
