import { isDeepStrictEqual } from 'node:util';
import {
  BROWSER_GATES,
  type CheckReport,
  containsBrowserGate,
  describePeerChange,
  gatesNotRun,
  hasNoFailure,
  isBrowserGate,
  QUICK_GATES,
  RENDERING,
  type Verdict,
} from '../../formats/check-report';
import { describeShare } from '../../formats/history';
import type { Registry } from '../../formats/registry';
import { type Release, releaseName } from '../../formats/release';
import { commandTarget } from '../../formats/release-set';
import { contentHash, integrityProblems } from '../../store/integrity';
import { readHead } from '../../store/registry-history';
import { requirePromoted, type StoreAccess } from '../../store/releases';
import { UserError } from '../../../packages/node/user-error';
import { checkUnprivileged } from './check-unprivileged';
import { recordCheck, type RecordedCheck, recordedCheck } from './record';
import { readGateContext } from './gate-context';
import { withReleases } from '../registry/next-registry';

const NO_RECORD = 'no check of it is recorded';

export interface Checked {
  /** The gates that were not run, for the history; a promotion for all visitors has none. */
  readonly unchecked: readonly string[];
  readonly revision: number;
  /** The hash of the signed content that was checked. */
  readonly release: string | undefined;
}

/** A store, and the releases of a set, each of which is checked as if the others were live. */
export interface CheckContext extends Required<StoreAccess> {
  readonly together: readonly Release[];
  /** The file of the set, for messages. */
  readonly setFile?: string | undefined;
}

export interface CheckRequirement extends CheckContext {
  /** The share of visitors, from 0 (staff only) to 100. */
  readonly percent: number;
  /** Records what had to be checked, so that it is not checked again. */
  readonly records: boolean;
  /** Rejects a release whose gates would have to be run. */
  readonly onlyRecorded: boolean;
}

/**
 * Rejects a release with a failed gate, and for all visitors also one that has not passed every gate. Runs
 * the quick gates without keys, unless the operators have recorded these bytes and this revision. Verdicts of
 * the browser gates, and of the type gate where there is no compiler, are recorded ones.
 * @throws UserError
 */
export async function requireChecked(
  release: Release,
  { percent, records, onlyRecorded, ...store }: CheckRequirement,
): Promise<Checked> {
  const { name: app, version } = release;
  const name = `${app}@${version}`;
  const target = targetOf(release, store);
  const recorded = await recordedCheck(app, version, store.storage, store.keys);
  const { report, refused } = recorded;
  // A missing browser gate is reported first, because the gates below take long and would not change this.
  if (percent === 100 && !(report && containsBrowserGate(report))) {
    const { missing, reason } = report
      ? findMissing(BROWSER_GATES, report, report.peerReleases)
      : { missing: BROWSER_GATES, reason: refused ?? NO_RECORD };
    throw notChecked(release, store, percent, missing, reason);
  }
  const quick = await recordedCheck(app, version, store.storage, store.keys, 'quick');
  const now =
    (await currentReport(release, recorded, store)) ??
    (await currentReport(release, quick, store)) ??
    (onlyRecorded ? undefined : await runGates(release, store, records));
  if (!now) {
    const unavailable = [report, quick.report].flatMap((one) =>
      one?.release === contentHash(release) ? unavailableGates(one) : [],
    );
    throw new UserError(
      [
        `${name} is not promoted: no check by the operators is recorded of these bytes and this revision of the registry, with every gate.`,
        ...unavailable,
        `Run npm run release -- check ${target}.`,
      ].join(' '),
    );
  }
  rejectFailure(now.verdicts, name);
  const isSame = report !== undefined && report.release === now.release;
  if (isSame)
    rejectFailure(
      report.verdicts.filter(({ gate }) => isBrowserGate(gate)),
      name,
    );
  const notRun = gatesNotRun(now);
  const { missing, reason } = isSame
    ? findMissing(notRun, report, now.peerReleases)
    : {
        missing: notRun,
        reason: refused ?? (report ? 'the recorded check is of other bytes under this version' : NO_RECORD),
      };
  const required = percent < 100 ? missing.filter((gate) => !isBrowserGate(gate)) : missing;
  if (required.length > 0) {
    const { message } = notChecked(release, store, percent, required, reason);
    throw new UserError([message, ...unavailableGates(now)].join(' '));
  }
  return { unchecked: missing, revision: now.revision, release: now.release };
}

async function runGates({ name: app, version }: Release, store: CheckContext, records: boolean) {
  const together = store.together.map(({ name, version }) => ({ app: name, version }));
  const report = await checkUnprivileged({ app, version, together }, store);
  if (records) await recordCheck(report, store.storage, store.keys);
  return report;
}

/** A team's record does not replace the quick gates: anyone who may publish could sign it as well. */
async function currentReport(release: Release, { report, byOperators }: RecordedCheck, store: CheckContext) {
  if (!report || !byOperators || report.release !== contentHash(release)) return undefined;
  if (!['signature', ...QUICK_GATES].every((gate) => hasPassed(report, gate))) return undefined;
  const registry = (await readHead(store.storage, store.keys))?.entry.registry.registry;
  const candidateRegistry = registry && withReleases(registry, store.together);
  if (report.revision !== (registry?.revision ?? 0)) return undefined;
  const { peerReleases } = await readGateContext(release.name, candidateRegistry, store);
  if (!isDeepStrictEqual(report.peerReleases, peerReleases)) return undefined;
  // The signed hashes were checked; the store's files may have been replaced since.
  const problems = await integrityProblems(store.storage, release);
  return problems.length === 0 ? report : undefined;
}

/**
 * Rejects, without running gates, a release for all visitors that has not passed the browser gates alongside
 * what is live, or with a recorded failure.
 * @throws UserError
 */
export async function requireRecorded(release: Release, registry: Registry, store: CheckContext) {
  const { name: app, version } = release;
  const name = `${app}@${version}`;
  const { report, refused } = await recordedCheck(app, version, store.storage, store.keys);
  if (report?.release !== contentHash(release)) {
    throw notChecked(release, store, 100, BROWSER_GATES, refused ?? NO_RECORD);
  }
  rejectFailure(report.verdicts, name);
  const { peerReleases } = await readGateContext(app, withReleases(registry, store.together), store);
  const { missing, reason } = findMissing(BROWSER_GATES, report, peerReleases);
  if (missing.length > 0) throw notChecked(release, store, 100, missing, reason);
}

/** The canaries that lack a browser gate, each with its set. A repetition would hide a failure. */
export async function canariesToCheck(registry: Registry, store: Required<StoreAccess>) {
  const canaries = registry.remotes.flatMap(({ name: app, canary }) =>
    canary ? [{ app, version: canary.release.version, set: canary.set }] : [],
  );
  const found = await Promise.all(
    canaries.map(async ({ app, version, set }) => {
      const others = canaries.filter((other) => set !== undefined && other.set === set && other.app !== app);
      const together = others.map(({ app, version }) => ({ app, version }));
      const [release, ...peers] = await Promise.all(
        [{ app, version }, ...together].map((one) => requirePromoted(registry, one.app, one.version, store)),
      );
      const { report } = await recordedCheck(app, version, store.storage, store.keys);
      if (!release || report?.release !== contentHash(release)) return [{ app, version, together }];
      const { peerReleases } = await readGateContext(app, withReleases(registry, peers), store);
      const isChecked = findMissing(BROWSER_GATES, report, peerReleases).missing.length === 0;
      return isChecked || !hasNoFailure(report.verdicts) ? [] : [{ app, version, together }];
    }),
  );
  return found.flat();
}

/** What a command that checks the release names: the release, or the file of its set. */
function targetOf(release: Release, { together, setFile }: CheckContext): string {
  const releases = [release, ...together].map(({ name: app, version }) => ({ app, version }));
  return commandTarget({ releases, ...(setFile !== undefined && { file: setFile }) });
}

function notChecked(
  release: Release,
  store: CheckContext,
  percent: number,
  missing: readonly string[],
  reason: string,
): UserError {
  const share = percent === 100 ? 'for all visitors' : `to ${describeShare(percent)}`;
  const options = missing.filter(isBrowserGate).map((gate) => ` --${gate}`);
  return new UserError(
    `${releaseName(release)} cannot be promoted ${share} yet: ${reason}. Run npm run release -- check ${targetOf(release, store)}${options.join('')}, or add --force with a --reason.`,
  );
}

/** The gates whose recorded verdict does not count, and why. */
function findMissing(
  gates: readonly string[],
  recorded: CheckReport,
  peerReleases: CheckReport['peerReleases'],
): { readonly missing: readonly string[]; readonly reason: string } {
  const run = gates.filter((gate) => hasPassed(recorded, gate));
  const change =
    run.length > 0 &&
    describePeerChange(
      recorded.app,
      recorded.peerReleases,
      peerReleases,
      `${run.join(' and ')} ${run.length > 1 || run.includes('journeys') ? 'were' : 'was'} run`,
    );
  if (change) return { missing: gates, reason: change };
  const missing = gates.filter((gate) => !run.includes(gate));
  return { missing, reason: `its recorded check has not run ${missing.join(' and ')}` };
}

/** One sentence for each gate that is no browser gate and could not be run: why, and what to do. */
function unavailableGates({ verdicts }: CheckReport): readonly string[] {
  return verdicts
    .filter(({ gate, verdict }) => verdict === 'not run' && gate !== RENDERING && !isBrowserGate(gate))
    .map(
      ({ gate, messages }) =>
        `The gate "${gate}" could not be run: ${messages.join(' ').replace(/\.$/, '')}.`,
    );
}

function hasPassed({ verdicts }: CheckReport, wanted: string): boolean {
  return verdicts.some(({ gate, verdict }) => gate === wanted && verdict === 'passed');
}

function rejectFailure(verdicts: readonly Verdict[], name: string): void {
  const failed = verdicts.find(({ verdict }) => verdict === 'failed');
  if (!failed) return;
  const problem = failed.messages[0]?.replace(/\.$/, '');
  throw new UserError(`${name} fails its gate "${failed.gate}": ${problem}.`);
}
