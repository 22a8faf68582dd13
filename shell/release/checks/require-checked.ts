import { UserError } from '../../tools/user-error';
import type { StoreAccess } from '../../store/require-published';
import { checkRelease } from './check';
import { recordedCheck } from './record';
import { BROWSER_GATES, type CheckReport, isBrowserGate, type Verdict } from './report';

/**
 * Rejects a release with a failed gate, and for all visitors also a release that has not passed every gate. Runs the
 * gates that take seconds again; the verdicts of the browser gates are those of the recorded check.
 * @param percent the share of visitors, above 0 and up to 100.
 * @returns the gates that were not run, for the history; none when `percent` is 100.
 * @throws UserError
 */
export async function requireChecked(
  app: string,
  version: string,
  { percent, storage, keys }: Required<StoreAccess> & { readonly percent: number },
): Promise<readonly string[]> {
  const name = `${app}@${version}`;
  const now = await checkRelease({ app, version, storage, keys });
  rejectFailure(now.verdicts, name);
  const recorded = await recordedCheck(app, version, storage, keys);
  const current = recorded?.release === now.release ? recorded : undefined;
  const missing = missingBrowserGates(current);
  rejectFailure(current?.verdicts.filter(({ gate }) => isBrowserGate(gate)) ?? [], name);
  if (percent < 100 || missing.length === 0) return missing;
  const options = missing.map((gate) => `--${gate}`).join(' ');
  const reason = !recorded
    ? 'no check of it is recorded'
    : !current
      ? 'the recorded check is of other bytes under this version'
      : `its recorded check has not run ${missing.join(' and ')}`;
  throw new UserError(
    `${name} cannot be promoted for everybody yet: ${reason}. Run npm run release -- check ${name} ${options}, or add --force with a --reason.`,
  );
}

function missingBrowserGates(recorded: CheckReport | undefined): readonly string[] {
  return BROWSER_GATES.filter(
    (wanted) => !recorded?.verdicts.some(({ gate, verdict }) => gate === wanted && verdict !== 'not run'),
  );
}

function rejectFailure(verdicts: readonly Verdict[], name: string): void {
  const failed = verdicts.find(({ verdict }) => verdict === 'failed');
  if (!failed) return;
  const problem = failed.words[0]?.replace(/\.$/, '');
  throw new UserError(`${name} fails its gate "${failed.gate}": ${problem}.`);
}
