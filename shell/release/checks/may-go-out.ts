import { UserError } from '../../tools/user-error';
import type { Keys } from '../../store/keys/keys';
import type { Storage } from '../../store/storage/storage';
import { BROWSER_GATES, type CheckReport, checkRelease, type Verdict } from './check';
import { recordedCheck } from './record';

interface Audience {
  /** Of all visitors, above 0 and up to 100. */
  readonly percent: number;
  readonly storage: Storage;
  readonly keys: Keys;
}

/**
 * Refuses what should not reach visitors: a failing gate at any share, and for everybody a release that has not passed
 * every gate. The gates of seconds are passed again here; for those that need a browser the recorded check answers.
 * @returns the gates that a canary goes out without, for the history; for everybody there are none.
 * @throws UserError
 */
export async function requireChecked(
  part: string,
  version: string,
  { percent, storage, keys }: Audience,
): Promise<readonly string[]> {
  const now = await checkRelease({ part, version, storage, keys });
  refuseFailures(now.verdicts, `${part}@${version}`);
  const recorded = await recordedCheck(part, version, storage, keys);
  const missing = missingVisits(recorded?.release === now.release ? recorded : undefined);
  const failed = recorded?.release === now.release && recorded?.verdicts.filter(isFailedVisit);
  if (failed) refuseFailures(failed, `${part}@${version}`);
  if (percent < 100 || missing.length === 0) return missing;
  const options = missing.map((gate) => `--${gate}`).join(' ');
  throw new UserError(
    `${part}@${version} is not for everybody yet: ${whatIsMissing(recorded, now, missing)}. Run npm run release -- check ${part}@${version} ${options}, or add --force with a --reason.`,
  );
}

function whatIsMissing(
  recorded: CheckReport | undefined,
  now: CheckReport,
  missing: readonly string[],
): string {
  if (!recorded) return 'no check of it is recorded';
  if (recorded.release !== now.release) return 'the recorded check is of other bytes under this version';
  return `its recorded check has not run ${missing.join(' and ')}`;
}

function missingVisits(recorded: CheckReport | undefined): readonly string[] {
  return BROWSER_GATES.filter(
    (wanted) => !recorded?.verdicts.some(({ gate, verdict }) => gate === wanted && verdict !== 'not run'),
  );
}

function isFailedVisit({ gate, verdict }: Verdict): boolean {
  return verdict === 'failed' && (BROWSER_GATES as readonly string[]).includes(gate);
}

function refuseFailures(verdicts: readonly Verdict[], name: string): void {
  const failed = verdicts.find(({ verdict }) => verdict === 'failed');
  if (!failed) return;
  const words = failed.words[0]?.replace(/\.$/, '');
  throw new UserError(`${name} is refused by its gate "${failed.gate}": ${words}.`);
}
