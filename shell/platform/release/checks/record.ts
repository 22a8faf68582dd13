import { z } from 'zod';
import {
  type CheckReport,
  checkReport,
  containsBrowserGate,
  describePeerChange,
  hasNoFailure,
  isBrowserGate,
  type SignedCheckReport,
  type Verdict,
} from '../../formats/check-report';
import { matches, parseJson, quoted } from '../../formats/parse-json';
import type { PublicKey } from '../../formats/registry';
import { signatureSchema } from '../../formats/registry-schema';
import { CHECK_OWNER, type Keys, keysOf, localKeys, REGISTRY_OWNER } from '../../store/keys/local-keys';
import { isSigned, publicKeyOf, signText } from '../../store/keys/signature';
import { defaultStorage } from '../../store/storage/default-storage';
import type { Storage } from '../../store/storage/storage';
import { UserError } from '../../../packages/node/user-error';

/** A record that counts, or the reason why it does not, without a full stop. */
export type RecordedCheck =
  | (SignedCheckReport & {
      /** Whether the operators, and not the app's team, have run the check. */
      readonly byOperators: boolean;
      readonly refused?: never;
    })
  | { readonly refused: string; readonly report?: never; readonly byOperators?: never };

// The report is validated after its signature.
const recordFile = signatureSchema.partial().extend({ report: z.unknown() });

/** The operators' record of the quick gates is alongside what somebody else has recorded of browser gates. */
type Kind = 'all' | 'quick';

const fileOf = (app: string, version: string, kind: Kind) =>
  `checks/${app}/${version}${kind === 'quick' ? '.quick' : ''}.json`;

/**
 * Records a report, signed with the key of a checking pipeline, the operators or the team. Without a browser
 * gate it does not replace what somebody else has recorded of these.
 * @returns the report with the recorded verdicts of browser gates that still count.
 * @throws UserError when another process records a check at the same time.
 */
export async function recordCheck(
  report: CheckReport,
  storage: Storage = defaultStorage(),
  keys: Keys = localKeys,
): Promise<CheckReport> {
  const { app, version } = report;
  const found = await recordedCheck(app, version, storage, keys);
  const recorded = found.report?.release === report.release ? found : undefined;
  const privateKey = await keys
    .privateKey(CHECK_OWNER)
    .catch(() => keys.privateKey(REGISTRY_OWNER))
    .catch(() => keys.privateKey(app));
  const isOwn = recorded?.report !== undefined && recorded.key === publicKeyOf(privateKey).id;
  const isAdditional =
    recorded?.report && !isOwn && containsBrowserGate(recorded.report) && !containsBrowserGate(report);
  const merged = recorded?.report ? withRecorded(report, recorded.report, isOwn) : report;
  const shown = isAdditional ? withRecorded(report, recorded.report) : merged;
  const file = fileOf(app, version, isAdditional ? 'quick' : 'all');
  const signed: SignedCheckReport = { report: merged, ...signText(JSON.stringify(merged), privateKey) };
  const bytes = Buffer.from(`${JSON.stringify(signed)}\n`);
  if (await storage.replace(file, bytes, (await storage.read(file))?.tag)) return shown;
  throw new UserError(
    `Another process has recorded a check of ${app}@${version} at the same time. Run the check again.`,
  );
}

/**
 * Adds the recorded failures of browser gates that were not run again.
 * @param passes whether to add gates that have passed. Nobody signs that a gate has passed that somebody else
 * has run.
 */
function withRecorded(report: CheckReport, recorded: CheckReport, passes = true): CheckReport {
  const isCurrent = !describePeerChange(report.app, recorded.peerReleases, report.peerReleases, 'it was run');
  const verdicts = report.verdicts.map((verdict): Verdict => {
    if (!isBrowserGate(verdict.gate) || verdict.verdict !== 'not run') return verdict;
    const earlier = recorded.verdicts.find(({ gate }) => gate === verdict.gate);
    const counts = earlier?.verdict === 'failed' || (isCurrent && passes);
    return (counts && earlier) || verdict;
  });
  return { ...report, verdicts, passed: hasNoFailure(verdicts) };
}

/** Reads the record of a check. It counts only with a trusted signature of the operators or of the app's team. */
export async function recordedCheck(
  app: string,
  version: string,
  storage: Storage = defaultStorage(),
  keys: Keys = localKeys,
  kind: Kind = 'all',
): Promise<RecordedCheck> {
  const stored = await storage.read(fileOf(app, version, kind));
  if (!stored) return { refused: 'no check of it is recorded' };
  const unverified = parseJson(stored.bytes, recordFile);
  if (!unverified) return { refused: 'its recorded check cannot be read' };
  const { report = null, signature, key } = unverified;
  if (signature === undefined || key === undefined) return { refused: 'its recorded check is not signed' };
  const trust = await keys.trust();
  const operators = [...keysOf(trust, REGISTRY_OWNER), ...keysOf(trust, CHECK_OWNER)];
  const trusted = [...operators, ...keysOf(trust, app)];
  if (!trusted.some(({ id }) => id === key)) {
    return {
      refused: `its recorded check is signed with the key ${quoted(key)}, which is trusted neither for ${app} nor for the operators`,
    };
  }
  const isSignedBy = (keys: readonly PublicKey[]) => isSigned(report, { signature, key }, keys);
  if (!isSignedBy(trusted)) return { refused: 'its recorded check was altered after it was signed' };
  if (!matches(report, checkReport)) return { refused: 'its recorded check has an outdated format' };
  if (report.app !== app || report.version !== version) {
    return { refused: `its recorded check is of ${report.app}@${report.version}` };
  }
  return { report, signature, key, byOperators: isSignedBy(operators) };
}
