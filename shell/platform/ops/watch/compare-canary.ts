import { oneSidedPValue, type Share } from './fishers-exact-test';

/** What browsers reported of one release in one period. */
export interface Sample {
  readonly version: string;
  /** Views with at least one error, of all views. */
  readonly failed: Share;
  /** Slow views, of all views whose vitals were measured. */
  readonly slow: Share;
}

type Measure = 'failed' | 'slow';

export type Comparisons = Readonly<Record<Measure, number>>;
export const NO_COMPARISONS: Comparisons = { failed: 0, slow: 0 };

export interface ComparisonResult {
  /** Why the canary must be aborted, with figures; absent while it is healthy. */
  readonly reason?: string;
  readonly comparisons: Comparisons;
}

/** The probability per measure and period: 1 in 100 for both measures together. */
const FALSE_ALARM_RATE = 0.005;
/** How many views, or measured views, the first comparison needs. */
const FIRST_SAMPLE = 50;
/** The factor by which the sample grows from one comparison to the next. */
const GROWTH = 1.25;

/** The share of failed views that aborts a canary at once, without a statistical comparison. */
const HARD_SHARE = 0.2;
const HARD_VIEWS = 10;
/**
 * Healthy releases would reach lower counts too often, because the hard rule applies at every view. Each
 * network adds one (the API's `network-bounds.ts`), so that five must agree.
 */
const MIN_FAILURES = 5;
/** If the live version fails nearly as often, the network or the CDN is the cause. */
const HARD_FACTOR = 2;

/**
 * A sample that has hardly grown is skipped: frequent calls raise no false alarms (decision 0410).
 * @param period the number of the period, where a release is compared in several of them.
 */
export function compareCanary(
  canary: Sample,
  live: Sample,
  comparisons: Comparisons,
  period = 1,
): ComparisonResult {
  const [own, others] = [canary.failed, live.failed];
  const isClear = own.of >= HARD_VIEWS && own.hits >= MIN_FAILURES && rate(own) >= HARD_SHARE;
  if (isClear && rate(own) >= HARD_FACTOR * rate(others)) {
    const reason = `Error rate ${fraction(own)} against ${fraction(others)}: ${HARD_SHARE * 100}% or more are too many.`;
    return { reason, comparisons };
  }
  const failed = compareMeasure('Error rate', canary, live, 'failed', comparisons, period);
  if (failed.reason) return failed;
  return compareMeasure('Slow views', canary, live, 'slow', failed.comparisons, period);
}

function compareMeasure(
  label: string,
  canary: Sample,
  live: Sample,
  measure: Measure,
  before: Comparisons,
  period: number,
): ComparisonResult {
  const comparison = comparisonOf(canary[measure].of);
  if (comparison <= before[measure]) return { comparisons: before };
  const comparisons = { ...before, [measure]: comparison };
  const p = oneSidedPValue(canary[measure], live[measure]);
  if (
    canary[measure].hits < MIN_FAILURES ||
    p >= significanceLevel(comparison) / (period * (period + 1) * 0.5)
  )
    return { comparisons };
  const figures = `${fraction(canary[measure])} against ${fraction(live[measure])} of ${live.version}`;
  return {
    comparisons,
    reason: `${label} ${figures}, ${p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`}.`,
  };
}

/** The number of the latest comparison for a sample of this size; 0 while it is too small for the first. */
export function comparisonOf(size: number): number {
  return size < FIRST_SAMPLE ? 0 : 1 + Math.floor(Math.log(size / FIRST_SAMPLE) / Math.log(GROWTH));
}

/** The p-value that aborts a canary. The levels of all comparisons sum to `FALSE_ALARM_RATE`. */
export function significanceLevel(comparison: number): number {
  return FALSE_ALARM_RATE / (comparison * (comparison + 1));
}

function rate({ hits, of }: Share): number {
  return of === 0 ? 0 : hits / of;
}

function fraction({ hits, of }: Share): string {
  return `${hits}/${of}`;
}
