import { z } from 'zod';
import type { Valid } from './parse-json';
import type { signatureSchema } from './registry-schema';

/** Gates that need only the store and take seconds; they run after the release's signature is verified. */
export const QUICK_GATES = [
  'integrity',
  'types',
  'calls',
  'shared packages',
  'routes',
  'sizes',
  'start',
] as const;

export type QuickGate = (typeof QUICK_GATES)[number];

/** A gate of the command `check` alone: a promotion renders the pages itself. */
export const RENDERING = 'rendering';

/** Gates that need a browser and take minutes; they run only on request. */
export const BROWSER_GATES = ['journeys'] as const;

const verdict = z.object({
  gate: z.string(),
  /** The verdict; a gate that was not run has not been passed. */
  verdict: z.enum(['passed', 'failed', 'not run']),
  /** The problems; without problems one line that says what was checked, or why the gate was not run. */
  messages: z.array(z.string()),
});

/** A release by its version and the hash of its signed content: the same version may have had other bytes. */
const exactRelease = z.object({
  version: z.string(),
  release: z.string(),
  /** The hash of its routes and menu, which are all that the pages of other remotes contain of it. */
  navigation: z.string(),
});

/** The result of a check. It is recorded in the store, where promotions read it. */
export const checkReport = z.object({
  app: z.string(),
  version: z.string(),
  /** The hash of the signed content: different bytes under the same version are another release. */
  release: z.string().exactOptional(),
  /** When the check was run, as an ISO 8601 time. Retained verdicts of browser gates may be older. */
  at: z.string(),
  /** The revision of the registry that the release was checked against; 0 before anything was live. */
  revision: z.number(),
  /** The live releases of the other apps, by app: the browser gates were run alongside them. */
  peerReleases: z.record(z.string(), exactRelease),
  verdicts: z.array(verdict),
  /** Whether no gate has failed. Some gates may not have been run: see `gatesNotRun`. */
  passed: z.boolean(),
});

export type Verdict = Valid<typeof verdict>;
export type CheckReport = Valid<typeof checkReport>;
/** A recorded check. It is signed by the one who ran it: the operators or the app's team. */
export type SignedCheckReport = Valid<typeof signatureSchema> & { readonly report: CheckReport };

export function hasNoFailure(verdicts: readonly Verdict[]): boolean {
  return verdicts.every((one) => one.verdict !== 'failed');
}

export function gatesNotRun({ verdicts }: Pick<CheckReport, 'verdicts'>): readonly string[] {
  return verdicts.flatMap(({ gate, verdict }) => (verdict === 'not run' && gate !== RENDERING ? [gate] : []));
}

export function isBrowserGate(gate: string): boolean {
  return BROWSER_GATES.some((name) => name === gate);
}

/** Whether a browser gate was run in this check, or its recorded verdict was retained. */
export function containsBrowserGate({ verdicts }: Pick<CheckReport, 'verdicts'>): boolean {
  return verdicts.some(({ gate, verdict }) => isBrowserGate(gate) && verdict !== 'not run');
}

/**
 * What has changed alongside a release since a check was run. Another release of a remote with the same
 * routes and menu changes nothing for other remotes, but for the shell, which renders them all.
 * @param checked the app of the checked release.
 * @param checkedWith the other apps' live releases when it was run, and `now` those that are live now.
 * @param event what was run, such as `journeys were run`.
 * @returns the first difference without a full stop.
 */
export function describePeerChange(
  checked: string,
  checkedWith: CheckReport['peerReleases'],
  now: CheckReport['peerReleases'],
  event: string,
): string | undefined {
  for (const app of new Set([...Object.keys(now), ...Object.keys(checkedWith)])) {
    const [before, after] = [checkedWith, now].map((all) => (Object.hasOwn(all, app) ? all[app] : undefined));
    const isRemote = checked !== 'shell' && app !== 'shell';
    if (isRemote && before && before.navigation === after?.navigation) continue;
    if (before?.version !== after?.version) {
      const was = before ? `was ${before.version}` : 'was not live';
      return `${app} ${was} when ${event}, and is ${after ? after.version : 'not live'} now`;
    }
    if (before?.release !== after?.release) return `${app}@${after?.version} had other bytes when ${event}`;
  }
  return undefined;
}
