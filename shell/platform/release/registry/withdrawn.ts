import type { Withdrawal } from '../../formats/history';
import { nameOf, type ReleaseName } from '../../formats/release-set';
import { UserError } from '../../../packages/node/user-error';

/**
 * Refuses a release that was aborted or rolled back, and not promoted since: a pipeline would bring it back with the next
 * change of another file.
 * @throws UserError with who withdrew it, when and why.
 */
export function requireNotWithdrawn(
  { app, version }: ReleaseName,
  withdrawn: readonly Withdrawal[] | undefined,
): void {
  const found = withdrawn?.findLast((one) => one.app === app && one.version === version);
  if (!found) return;
  const { who, why, at } = found;
  const what = found.what === 'abort' ? 'aborted it' : 'rolled it back';
  throw new UserError(
    `${nameOf({ app, version })} is not promoted: ${who} ${what} at ${at.slice(0, 16).replace('T', ' ')} UTC${why === undefined ? '' : `, because: ${why.replace(/\.$/, '')}`}. To bring it back by hand, add --again, or --force with a --reason.`,
  );
}
