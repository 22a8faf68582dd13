import type { Command } from 'commander';
import { describeFallback } from '../../formats/site-build';
import { describeChange } from '../../formats/history';
import { servedReleasesReader } from '../../store/served-releases';
import { siteOrigin } from '../../server/addresses';
import { UserError } from '../../../packages/node/user-error';
import { awaitSiteBuild, type SiteBuildResult } from '../registry/await-site-build';
import type { ChangeResult } from '../registry/changes';
import { commonOptions, printResult } from './output';

export function changeOptions(program: Command, reason: string | undefined) {
  const { by, dryRun } = commonOptions(program);
  return { ...(by && { who: by }), ...(reason && { why: reason }), dryRun };
}

/** Prints a change once the site has it. @throws UserError when visitors do not get it. */
export async function printChange(
  program: Command,
  { registry: { revision }, changes, changed }: ChangeResult,
  options: { readonly unchanged?: string; readonly next?: readonly string[]; readonly wait: boolean },
): Promise<void> {
  const { unchanged = 'Nothing to change', next = [], wait } = options;
  const readServed = servedReleasesReader(siteOrigin());
  const siteBuild = changed && wait ? await awaitSiteBuild(revision, readServed) : undefined;
  const failure = siteBuild && notServed(siteBuild, changes);
  printResult(program, { revision, changes, changed, ...(siteBuild && { siteBuild }) }, () => {
    const lines = changes.map((change) => `${describeChange(change)} (revision ${revision})`);
    if (commonOptions(program).dryRun) return lines.map((line) => `Dry run: ${line}`);
    if (!changed) return `${unchanged}. The registry stays at revision ${revision}.`;
    const isBuilt = siteBuild?.state === 'built';
    const built = isBuilt
      ? `Built:       visitors of ${siteOrigin()} get it.`
      : `Not built:   no built site responds at ${siteOrigin()}. Pages follow once it runs (SITE_ORIGIN names another site).`;
    return [...lines, ...(siteBuild && !failure ? [built] : []), ...next];
  });
  if (failure) throw new UserError(failure);
}

/** Why visitors do not get a change. */
function notServed(siteBuild: SiteBuildResult, changes: ChangeResult['changes']): string | undefined {
  if (siteBuild.state === 'no site') return undefined;
  const { fallbacks, revision } = siteBuild.served;
  if (siteBuild.state === 'late') {
    return `${siteOrigin()} still has the pages of revision ${revision}. Read the output of the process that builds it (npm start, or npm run role -- compose).`;
  }
  const failed = fallbacks.filter(({ app, version }) =>
    changes.some((change) => change.app === app && change.version === version),
  );
  return failed.length > 0 ? `${failed.map(describeFallback).join('. ')}.` : undefined;
}
