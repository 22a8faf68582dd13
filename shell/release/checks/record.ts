import { UserError } from '../../tools/user-error';
import { type Keys, ownKeys, REGISTRY } from '../../store/keys/keys';
import { isSigned, type Signature, signText } from '../../store/keys/signature';
import { ownStorage } from '../../store/storage/own';
import type { Storage } from '../../store/storage/storage';
import { BROWSER_GATES, type CheckReport, isSound, type Verdict } from './check';

interface SignedReport extends Signature {
  readonly report: CheckReport;
}

const recordOf = (part: string, version: string) => `checks/${part}/${version}.json`;

/**
 * Keeps a report in the store, signed by the operators or, where their key is not at hand, by the team. What a browser
 * has found of these very bytes before stays, unless it was asked again: a second look costs nobody the journeys.
 * @returns the report as it was kept.
 */
export async function recordCheck(
  report: CheckReport,
  storage: Storage = ownStorage(),
  keys: Keys = ownKeys,
): Promise<CheckReport> {
  const { part, version } = report;
  const kept = withFormerVisits(report, await recordedCheck(part, version, storage, keys));
  const privateKey = await keys.privateKey(REGISTRY).catch(() => keys.privateKey(part));
  const signed: SignedReport = { report: kept, ...signText(JSON.stringify(kept), privateKey) };
  const name = recordOf(part, version);
  const bytes = Buffer.from(`${JSON.stringify(signed)}\n`);
  if (await storage.replace(name, bytes, (await storage.read(name))?.tag)) return kept;
  throw new UserError(
    `Somebody else has recorded a check of ${part}@${version} at the same time; check again.`,
  );
}

function withFormerVisits(report: CheckReport, former: CheckReport | undefined): CheckReport {
  if (!former || former.release === undefined || former.release !== report.release) return report;
  const verdicts = report.verdicts.map((verdict): Verdict => {
    const isVisit = (BROWSER_GATES as readonly string[]).includes(verdict.gate);
    if (!isVisit || verdict.verdict !== 'not run') return verdict;
    return former.verdicts.find(({ gate }) => gate === verdict.gate) ?? verdict;
  });
  return { ...report, verdicts, passed: isSound(verdicts) };
}

/** @returns `undefined` when there is no report that somebody entitled has signed. */
export async function recordedCheck(
  part: string,
  version: string,
  storage: Storage = ownStorage(),
  keys: Keys = ownKeys,
): Promise<CheckReport | undefined> {
  const stored = await storage.read(recordOf(part, version));
  if (!stored) return undefined;
  const { report, ...signature } = parse(stored.bytes);
  const trust = await keys.trust();
  const entitled = [...(trust[REGISTRY] ?? []), ...(trust[part] ?? [])];
  const genuine = report?.part === part && report.version === version;
  return genuine && isSigned(JSON.stringify(report), signature, entitled) ? report : undefined;
}

/** A record that is no JSON is none: whoever wrote it has not signed it either. */
function parse(bytes: Buffer): Partial<SignedReport> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
