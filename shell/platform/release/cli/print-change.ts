import type { Command } from 'commander';
import { audienceOf, describeChange } from '../../formats/history';
import { siteOptions } from '../../release/site-options';
import { requireNamedApi } from '../../server/addresses';
import { siteAddress } from '../../store/site-bucket';
import type { ChangeResult } from '../registry/change-registry';
import { commonOptions, printResult } from './output';

/** @throws UserError when pages would be rendered with the data of an unknown API. */
export async function changeOptions(program: Command, reason: string | undefined) {
  const { by, dryRun } = commonOptions(program);
  const site = siteOptions();
  // No page is rendered before there is a site.
  if (await site.site.current()) requireNamedApi();
  return { ...(by && { who: by }), ...(reason && { why: reason }), dryRun, site };
}

/** Prints a change that is in force. */
export function printChange(
  program: Command,
  { registry: { revision }, before, changes, changed, hasSite }: ChangeResult,
  options: { readonly unchanged?: string; readonly next?: readonly string[] } = {},
): void {
  const { unchanged = 'Nothing to change', next = [] } = options;
  // The first releases come before the first site; everything later is for visitors, who get none of it.
  const isFirst = changes.every(({ what, instead }) => what === 'promote' && instead === undefined);
  const isBuilt = hasSite || isFirst || !changed;
  const withoutSite = `${isFirst ? 'Recorded:' : 'Not built:'}   there is no site in ${siteAddress}. Where the role prerender runs, it builds the newest registry within seconds. If the site is elsewhere, name it with SITE_FOLDER or SITE_URL next time.`;
  printResult(program, { revision, changes, changed, hasSite }, () => {
    const lines = changes.map((change) => `${describeChange(change)} (revision ${revision})`);
    if (commonOptions(program).dryRun) return lines.map((line) => `Dry run: ${line}`);
    if (!changed) return `${unchanged}. The registry stays at revision ${revision}.`;
    return [
      ...lines,
      hasSite ? `Built:       ${audienceOf(changes, before)} get it with their next page.` : withoutSite,
      ...next,
    ];
  });
  if (!isBuilt) process.exitCode = 1;
}
