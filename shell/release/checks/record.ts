import { z } from 'zod';
import { parseJson } from '../../formats/parse-json';
import { type Keys, localKeys, REGISTRY_OWNER } from '../../store/keys/local-keys';
import { isSigned, signText } from '../../store/keys/signature';
import { defaultStorage } from '../../store/storage/default-storage';
import type { Storage } from '../../store/storage/storage';
import { UserError } from '../../tools/user-error';
import { type CheckReport, checkReport, hasNoFailure, isBrowserGate, type Verdict } from './report';

const signedReport = z.object({ report: checkReport, signature: z.string(), key: z.string() });

const fileOf = (app: string, version: string) => `checks/${app}/${version}.json`;

/**
 * Records a report in the store, signed by the operators or, without their key, by the team. Verdicts of browser gates
 * that are recorded for the same bytes and were not run again are retained.
 * @returns the report as recorded.
 * @throws UserError when another process records a check at the same time.
 */
export async function recordCheck(
  report: CheckReport,
  storage: Storage = defaultStorage(),
  keys: Keys = localKeys,
): Promise<CheckReport> {
  const { part: app, version } = report;
  const merged = withRecordedVerdicts(report, await recordedCheck(app, version, storage, keys));
  const privateKey = await keys.privateKey(REGISTRY_OWNER).catch(() => keys.privateKey(app));
  const file = fileOf(app, version);
  const signed = { report: merged, ...signText(JSON.stringify(merged), privateKey) };
  const bytes = Buffer.from(`${JSON.stringify(signed)}\n`);
  if (await storage.replace(file, bytes, (await storage.read(file))?.tag)) return merged;
  throw new UserError(
    `Another process has recorded a check of ${app}@${version} at the same time. Run the check again.`,
  );
}

function withRecordedVerdicts(report: CheckReport, recorded: CheckReport | undefined): CheckReport {
  if (recorded?.release === undefined || recorded.release !== report.release) return report;
  const verdicts = report.verdicts.map((verdict): Verdict => {
    if (!isBrowserGate(verdict.gate) || verdict.verdict !== 'not run') return verdict;
    return recorded.verdicts.find(({ gate }) => gate === verdict.gate) ?? verdict;
  });
  return { ...report, verdicts, passed: hasNoFailure(verdicts) };
}

/** @returns `undefined` when there is no report with a trusted signature of the operators or the team. */
export async function recordedCheck(
  app: string,
  version: string,
  storage: Storage = defaultStorage(),
  keys: Keys = localKeys,
): Promise<CheckReport | undefined> {
  const stored = await storage.read(fileOf(app, version));
  const signed = stored && parseJson(stored.bytes, signedReport);
  if (!signed) return undefined;
  const { report, ...signature } = signed;
  const trust = await keys.trust();
  const trusted = [...(trust[REGISTRY_OWNER] ?? []), ...(trust[app] ?? [])];
  const isNamed = report.part === app && report.version === version;
  return isNamed && isSigned(JSON.stringify(report), signature, trusted) ? report : undefined;
}
