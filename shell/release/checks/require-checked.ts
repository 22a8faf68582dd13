import {
  BROWSER_GATES,
  type BrowserGate,
  type CheckReport,
  describeChangeBeside,
  isBrowserGate,
  type Verdict,
} from '../../formats/check-report';
import { UserError } from '../../tools/user-error';
import type { StoreAccess } from '../../store/require-published';
import { checkRelease } from './check';
import { recordedCheck } from './record';

/** What a promotion needs to know of a check. */
export interface Checked {
  /** The gates that were not run, for the history; none for all visitors. */
  readonly unchecked: readonly string[];
  /** The revision of the registry that the release was checked against. */
  readonly revision: number;
  /** The hash of the signed content that was checked. */
  readonly release: string | undefined;
}

/**
 * Rejects a release with a failed gate, and for all visitors also a release that has not passed every gate. Runs the
 * gates that take seconds again; the verdicts of the browser gates are those of the recorded check, if it was run beside
 * the releases that are live now.
 * @param percent the share of visitors, above 0 and up to 100.
 * @throws UserError
 */
export async function requireChecked(
  app: string,
  version: string,
  { percent, storage, keys }: Required<StoreAccess> & { readonly percent: number },
): Promise<Checked> {
  const name = `${app}@${version}`;
  const { report, refused } = await recordedCheck(app, version, storage, keys);
  // The gates below take long, and would not change this.
  if (percent === 100 && !report?.verdicts.some(hasRunInBrowser)) {
    const { missing, reason } = report
      ? findMissing(report, report.beside)
      : { missing: BROWSER_GATES, reason: refused ?? 'no check of it is recorded' };
    throw notChecked(name, missing, reason);
  }
  const now = await checkRelease({ app, version, storage, keys });
  rejectFailure(now.verdicts, name);
  const isSame = report !== undefined && report.release === now.release;
  if (isSame)
    rejectFailure(
      report.verdicts.filter(({ gate }) => isBrowserGate(gate)),
      name,
    );
  const { missing, reason } = isSame
    ? findMissing(report, now.beside)
    : {
        missing: BROWSER_GATES,
        reason: refused ?? 'the recorded check is of other bytes under this version',
      };
  if (percent < 100 || missing.length === 0) {
    return { unchecked: missing, revision: now.revision, release: now.release };
  }
  throw notChecked(name, missing, reason);
}

function hasRunInBrowser({ gate, verdict }: Verdict): boolean {
  return isBrowserGate(gate) && verdict !== 'not run';
}

function notChecked(name: string, missing: readonly BrowserGate[], reason: string): UserError {
  const options = missing.map((gate) => `--${gate}`).join(' ');
  return new UserError(
    `${name} cannot be promoted for everybody yet: ${reason}. Run npm run release -- check ${name} ${options}, or add --force with a --reason.`,
  );
}

/** The browser gates whose recorded verdict does not count, and why. */
function findMissing(
  recorded: CheckReport,
  beside: CheckReport['beside'],
): { readonly missing: readonly BrowserGate[]; readonly reason: string } {
  const run = BROWSER_GATES.filter((wanted) =>
    recorded.verdicts.some(({ gate, verdict }) => gate === wanted && verdict === 'passed'),
  );
  const change =
    run.length > 0 &&
    describeChangeBeside(
      recorded.beside,
      beside,
      `${run.join(' and ')} ${run.includes('journeys') ? 'were' : 'was'} run`,
    );
  if (change) return { missing: BROWSER_GATES, reason: change };
  const missing = BROWSER_GATES.filter((gate) => !run.includes(gate));
  return { missing, reason: `its recorded check has not run ${missing.join(' and ')}` };
}

function rejectFailure(verdicts: readonly Verdict[], name: string): void {
  const failed = verdicts.find(({ verdict }) => verdict === 'failed');
  if (!failed) return;
  const problem = failed.words[0]?.replace(/\.$/, '');
  throw new UserError(`${name} fails its gate "${failed.gate}": ${problem}.`);
}
