import { z } from 'zod';
import type { Valid } from '../../formats/parse-json';

/** Gates that need a browser and take minutes; they run only on request. */
export const BROWSER_GATES = ['journeys', 'load'] as const;

export type BrowserGate = (typeof BROWSER_GATES)[number];

const verdict = z.object({
  gate: z.string(),
  /** A gate that was not run has not been passed. */
  verdict: z.enum(['passed', 'failed', 'not run']),
  /** The problems; without problems one line that says what was checked, or why the gate was not run. */
  words: z.array(z.string()),
});

/** The result of a check. It is recorded in the store, where promotions read it. */
export const checkReport = z.object({
  part: z.string(),
  version: z.string(),
  /** Hash of the signed content: different bytes under the same version are another release. */
  release: z.string().exactOptional(),
  /** ISO 8601. */
  at: z.string(),
  /** The revision of the registry that the release was checked against; 0 before anything was live. */
  revision: z.number(),
  verdicts: z.array(verdict),
  /** No gate has failed. Some gates may not have been run: see `gatesNotRun`. */
  passed: z.boolean(),
});

export type Verdict = Valid<typeof verdict>;
export type CheckReport = Valid<typeof checkReport>;

export function hasNoFailure(verdicts: readonly Verdict[]): boolean {
  return verdicts.every((one) => one.verdict !== 'failed');
}

export function gatesNotRun({ verdicts }: Pick<CheckReport, 'verdicts'>): readonly string[] {
  return verdicts.filter((one) => one.verdict === 'not run').map(({ gate }) => gate);
}

export function isBrowserGate(gate: string): boolean {
  return BROWSER_GATES.some((name) => name === gate);
}
