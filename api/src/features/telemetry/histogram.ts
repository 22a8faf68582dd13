import type { VitalName } from '@isa/api-contract';

/** Values up to `below` are rounded up to steps of `step`. */
interface Band {
  readonly below: number;
  readonly step: number;
}

/** Milliseconds. Interactions come in steps of 8 ms (Event Timing), so they are exact, as is the bound of 200 ms. */
const times: readonly Band[] = [
  { below: 1_000, step: 8 },
  { below: 3_000, step: 50 },
  { below: 10_000, step: 100 },
  { below: 60_000, step: 1_000 },
  { below: 600_000, step: 60_000 },
];

/** Thousandths, since a shift has no unit and its thresholds are 0.1 and 0.25. */
const shifts: readonly Band[] = [
  { below: 300, step: 5 },
  { below: 1_000, step: 50 },
  { below: 10_000, step: 1_000 },
];
const SHIFT_SCALE = 1_000;

export type Measure = 'load' | VitalName;

/** The upper bound of a value's bucket, as stored and as used in quantiles. Larger values share the last bucket. */
export function bucketOf(measure: Measure, value: number): number {
  const shift = measure === 'CLS';
  // Rounded first: 0.29 * 1000 is slightly above 290 and would fall into the next bucket.
  const scaled = shift ? Math.round(value * SHIFT_SCALE * 1_000) / 1_000 : value;
  const bands = shift ? shifts : times;
  for (const { below, step } of bands) {
    if (scaled <= below) return Math.min(Math.ceil(scaled / step) * step, below);
  }
  return bands.at(-1)?.below ?? 0;
}

/** A bucket's bound in the measure's own unit. */
function valueOf(measure: Measure, bucket: number): number {
  return measure === 'CLS' ? bucket / SHIFT_SCALE : bucket;
}

/** Number of values by the upper bound of their bucket. */
export type Histogram = ReadonlyMap<number, number>;

export function countOf(histogram: Histogram): number {
  return [...histogram.values()].reduce((sum, amount) => sum + amount, 0);
}

/** Number of values above a bucket's bound. */
export function countAbove(histogram: Histogram, bound: number): number {
  return [...histogram].reduce((sum, [bucket, amount]) => (bucket > bound ? sum + amount : sum), 0);
}

/** The bucket's bound that 75 % of the values do not exceed (nearest rank), or null without any. */
export function p75Of(measure: Measure, histogram: Histogram): number | null {
  const rank = Math.ceil(countOf(histogram) * 0.75);
  let passed = 0;
  for (const [bucket, amount] of [...histogram].sort(([a], [b]) => a - b)) {
    passed += amount;
    if (passed >= rank) return valueOf(measure, bucket);
  }
  return null;
}
