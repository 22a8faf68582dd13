import type { Command } from 'commander';
import { describeHeldBack } from '../../formats/composition';
import { describeChange } from '../../formats/history';
import { servedReleasesReader } from '../../store/served-releases';
import { siteOrigin } from '../../server/addresses';
import { UserError } from '../../tools/user-error';
import { awaitComposition, type CompositionResult } from '../registry/await-composition';
import type { ChangeResult } from '../registry/changes';
import { commonOptions, printResult } from './output';

/** Author, reason and dry run of a change. */
export function changeOptions(program: Command, reason: string | undefined) {
  const { by, dryRun } = commonOptions(program);
  return { ...(by && { who: by }), ...(reason && { why: reason }), dryRun };
}

interface PrintOptions {
  /** For a change that was already made. */
  readonly unchanged?: string;
  /** Lines about what can be done next. */
  readonly next?: readonly string[];
  /** Whether to wait until the site is composed. */
  readonly wait: boolean;
}

/**
 * Prints a change once the site is composed from it.
 * @throws UserError when visitors do not get the change.
 */
export async function printChange(
  program: Command,
  { registry: { revision }, changes, changed }: ChangeResult,
  { unchanged = 'Nothing to change', next = [], wait }: PrintOptions,
): Promise<void> {
  const readServed = servedReleasesReader(siteOrigin());
  const composition = changed && wait ? await awaitComposition(revision, { readServed }) : undefined;
  const failure = composition && notServed(composition, changes);
  printResult(program, { revision, changes, changed, ...(composition && { composition }) }, () => {
    const lines = changes.map((change) => `${describeChange(change)} (revision ${revision})`);
    if (commonOptions(program).dryRun) return lines.map((line) => `Dry run: ${line}`);
    if (!changed) return `${unchanged}. The registry stays at revision ${revision}.`;
    return [...lines, ...(composition && !failure ? [compositionLine(composition)] : []), ...next];
  });
  if (failure) throw new UserError(failure);
}

function compositionLine(composition: CompositionResult): string {
  return composition.state === 'composed'
    ? `Composed:       visitors of ${siteOrigin()} get it.`
    : `Not composed:   no composed site responds at ${siteOrigin()}. Pages follow once it runs (SITE_ORIGIN names another site).`;
}

/** Why visitors do not get a change. */
function notServed(composition: CompositionResult, changes: ChangeResult['changes']): string | undefined {
  if (composition.state === 'no site') return undefined;
  const { heldBack, revision } = composition.served;
  if (composition.state === 'late') {
    return `${siteOrigin()} still has the pages of revision ${revision}. Read the output of the process that composes it (npm start, or npm run role -- compose).`;
  }
  const failed = heldBack.filter(({ app, version }) =>
    changes.some((change) => change.part === app && change.version === version),
  );
  return failed.length > 0 ? `${failed.map(describeHeldBack).join('. ')}.` : undefined;
}
