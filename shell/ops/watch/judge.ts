import { SLOW_INTERACTION } from '@isa/api-contract';
import { probabilityOfNoWorse, type Share } from './fishers-exact-test';

/** What visitors' browsers reported of one release in one period. */
export interface Sample {
  readonly version: string;
  /** Views with at least one error, of all views. */
  readonly failed: Share;
  /** Interactions slower than 200 ms, of all interactions. */
  readonly slow: Share;
}

/** The measures by which a canary is compared. */
type Measure = 'failed' | 'slow';

/** How far the looks at a canary have come in one period, by measure. */
export type Looks = Readonly<Record<Measure, number>>;
export const NO_LOOKS: Looks = { failed: 0, slow: 0 };

export interface Verdict {
  /** Why the canary has to go, with its figures; absent while it may stay. */
  readonly reason?: string;
  readonly looks: Looks;
}

/** How often a healthy canary may be aborted by mistake, per measure and period: both together 1 in 100. */
const MISTAKES = 0.005;
/** Below this many views (or interactions) nothing is compared. */
const FIRST_LOOK = 50;
/** The sample grows by this factor from one look to the next. */
const GROWTH = 1.25;

/** Such a share of failing views ends a canary at once, without waiting for a look. */
const HARD_SHARE = 0.2;
const HARD_VIEWS = 10;
/** Fewer happen to healthy releases too often, as this rule is applied at every view. */
const HARD_FAILURES = 5;
/** Unless the live version fails as well: then it is the network or the CDN, and going back would not help. */
const HARD_FACTOR = 2;

/**
 * Holds a canary against the live version. Each call may look again; a sample that has not grown enough since
 * the last look is not compared, so that looking often does not make mistakes likelier (decision 410).
 */
export function judge(canary: Sample, live: Sample, looks: Looks): Verdict {
  const failing = failsOutright(canary.failed, live.failed);
  if (failing) return { reason: failing, looks };
  const failed = compare('Error rate', canary, live, 'failed', looks);
  if (failed.reason) return failed;
  return compare(`Share of interactions over ${SLOW_INTERACTION} ms`, canary, live, 'slow', failed.looks);
}

function failsOutright(canary: Share, live: Share): string | undefined {
  if (canary.of < HARD_VIEWS || canary.hits < HARD_FAILURES) return undefined;
  if (rate(canary) < HARD_SHARE || rate(canary) < HARD_FACTOR * rate(live)) return undefined;
  return `Error rate ${fraction(canary)} against ${fraction(live)}: ${percent(HARD_SHARE)} or more end a canary at once.`;
}

function compare(what: string, canary: Sample, live: Sample, measure: Measure, looks: Looks): Verdict {
  const look = lookAt(canary[measure].of);
  if (look <= looks[measure]) return { looks };
  const p = probabilityOfNoWorse(canary[measure], live[measure]);
  const after = { looks: { ...looks, [measure]: look } };
  if (p >= limitOf(look)) return after;
  return {
    ...after,
    reason: `${what} ${fraction(canary[measure])} against ${fraction(live[measure])} of ${live.version}, ${probability(p)}.`,
  };
}

/** The number of the latest look that a sample of this size allows; 0 while it is too small for the first. */
export function lookAt(size: number): number {
  return size < FIRST_LOOK ? 0 : 1 + Math.floor(Math.log(size / FIRST_LOOK) / Math.log(GROWTH));
}

/** The p-value below which a look ends a canary. Summed over all looks, however many, the limits make `MISTAKES`. */
export function limitOf(look: number): number {
  return MISTAKES / (look * (look + 1));
}

function rate({ hits, of }: Share): number {
  return of === 0 ? 0 : hits / of;
}

function fraction({ hits, of }: Share): string {
  return `${hits}/${of}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function probability(p: number): string {
  return p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`;
}
