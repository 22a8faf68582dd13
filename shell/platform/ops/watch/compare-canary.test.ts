import { isSlowVital } from '@isa/api-contract';
import {
  compareCanary,
  comparisonOf,
  NO_COMPARISONS,
  type Sample,
  significanceLevel,
} from './compare-canary';

const sample = (failed: number, views: number, slow = 0, interactions = 0): Sample => ({
  version: '1.4.0',
  failed: { hits: failed, of: views },
  slow: { hits: slow, of: interactions },
});

/** A generator of random numbers (Mulberry32, T. Ettinger): the same seed gives the same visitors. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Visits {
  readonly failed: number;
  /** Whether views are slow; each view draws one of these. */
  readonly slow: readonly boolean[];
}

/** A time of a log-normal distribution, as times in browsers have it (Box and Muller's method). */
function timeAround(median: number, spread: number, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(spread * normal);
}

/** Whether a view with up to three clicks is slow; without blocking, about one in seven is. */
function isSlowView(blocked: number, random: () => number): boolean {
  const isPaintLate = isSlowVital('LCP', timeAround(1_200, 0.6, random));
  const clicks = Array.from(
    { length: Math.floor(random() * 4) },
    () => timeAround(60, 0.6, random) + blocked,
  );
  return isPaintLate || clicks.some((next) => isSlowVital('INP', next));
}

/** @param blocked milliseconds for which each click blocks the main thread. */
function visitsWith(failed: number, blocked = 0): Visits {
  const random = seededRandom(blocked);
  return { failed, slow: Array.from({ length: 10_000 }, () => isSlowView(blocked, random)) };
}

/** Simulates a canary with four live views for each of its views. @returns the view at which it was aborted. */
function simulate(canary: Visits, live: Visits, views: number, random: () => number): number | undefined {
  const grow = (before: Sample, visits: Visits): Sample =>
    sample(
      before.failed.hits + (random() < visits.failed ? 1 : 0),
      before.failed.of + 1,
      before.slow.hits + (visits.slow[Math.floor(random() * visits.slow.length)] ? 1 : 0),
      before.slow.of + 1,
    );
  let comparisons = NO_COMPARISONS;
  let [canarySample, liveSample] = [sample(0, 0), sample(0, 0)];
  for (let view = 1; view <= views; view += 1) {
    canarySample = grow(canarySample, canary);
    for (let count = 0; count < 4; count += 1) liveSample = grow(liveSample, live);
    const result = compareCanary(canarySample, liveSample, comparisons);
    if (result.reason) return view;
    comparisons = result.comparisons;
  }
  return undefined;
}

describe('a canary', () => {
  it('a canary that fails significantly more often is aborted with the figures', () => {
    expect(compareCanary(sample(12, 80), sample(3, 900), NO_COMPARISONS).reason).toBe(
      'Error rate 12/80 against 3/900 of 1.4.0, p < 0.0001.',
    );
    expect(compareCanary(sample(6, 60), sample(1, 100), NO_COMPARISONS).reason).toBeUndefined();
    expect(compareCanary(sample(8, 60), sample(1, 100), NO_COMPARISONS).reason).toBe(
      'Error rate 8/60 against 1/100 of 1.4.0, p = 0.0018.',
    );
  });

  it('a canary that reacts significantly slower is aborted with the figures', () => {
    expect(compareCanary(sample(0, 80, 30, 90), sample(0, 900, 60, 900), NO_COMPARISONS).reason).toBe(
      'Slow views 30/90 against 60/900 of 1.4.0, p < 0.0001.',
    );
  });

  it('a canary that is not worse than the live version stays', () => {
    expect(
      compareCanary(sample(2, 400, 5, 300), sample(90, 900, 200, 900), NO_COMPARISONS).reason,
    ).toBeUndefined();
    expect(
      compareCanary(sample(40, 400, 60, 300), sample(90, 900, 180, 900), NO_COMPARISONS).reason,
    ).toBeUndefined();
  });

  it('is not compared before 50 views', () => {
    const result = compareCanary(sample(9, 49, 40, 49), sample(0, 9_000, 0, 9_000), NO_COMPARISONS);
    expect(result).toEqual({ comparisons: NO_COMPARISONS });
  });

  it('stays without a live sample', () => {
    expect(compareCanary(sample(9, 60, 40, 60), sample(0, 0), NO_COMPARISONS).reason).toBeUndefined();
  });

  it('a canary of which 20% of the views fail is aborted at once', () => {
    expect(compareCanary(sample(5, 25), sample(1, 900), NO_COMPARISONS).reason).toBe(
      'Error rate 5/25 against 1/900: 20% or more are too many.',
    );
    expect(compareCanary(sample(10, 10), sample(0, 0), NO_COMPARISONS).reason).toMatch(
      /^Error rate 10\/10 against 0\/0/,
    );
  });

  it.each([
    ['fewer than ten views', 9, 9],
    ['fewer than five failures', 4, 12],
    ['less than 20%', 5, 26],
  ])('is not aborted at once by a small sample: %s', (_, failed, views) => {
    expect(compareCanary(sample(failed, views), sample(1, 900), NO_COMPARISONS).reason).toBeUndefined();
  });

  it('stays when the live version fails as well, because a rollback would not help', () => {
    expect(compareCanary(sample(6, 30), sample(160, 900), NO_COMPARISONS).reason).toBeUndefined();
  });
});

describe('repeated comparisons', () => {
  it('wait until the sample has grown by a quarter', () => {
    const { comparisons } = compareCanary(sample(0, 50), sample(0, 900), NO_COMPARISONS);
    expect(comparisons.failed).toBe(1);
    expect(compareCanary(sample(9, 60), sample(0, 900), comparisons).reason).toBeUndefined();
    expect(compareCanary(sample(9, 63), sample(0, 900), comparisons).reason).toMatch(/^Error rate 9\/63/);
  });

  it('use ever lower significance levels, whose sum stays below the false alarm rate', () => {
    expect([
      comparisonOf(49),
      comparisonOf(50),
      comparisonOf(62),
      comparisonOf(63),
      comparisonOf(79),
    ]).toEqual([0, 1, 1, 2, 3]);
    let sum = 0;
    for (let comparison = 1; comparison <= 10_000; comparison += 1) sum += significanceLevel(comparison);
    expect(sum).toBeLessThan(0.005);
    expect(sum).toBeGreaterThan(0.0049);
  });

  it('abort at most one in a hundred of 1,000 healthy canaries when made at every view', () => {
    const healthy = visitsWith(0.03);
    const aborted = Array.from({ length: 1_000 }, (_, seed) =>
      simulate(healthy, healthy, 400, seededRandom(seed)),
    );
    expect(aborted.filter((view) => view !== undefined).length).toBeLessThanOrEqual(10);
  });

  it.each([
    ['fails ten times as often', visitsWith(0.1)],
    ['blocks 400 ms on each click', visitsWith(0.01, 400)],
  ])('abort nearly every canary that %s within 300 views', (_, bad) => {
    const live = visitsWith(0.01);
    const aborted = Array.from({ length: 200 }, (_, seed) => simulate(bad, live, 300, seededRandom(seed)));
    expect(aborted.filter((view) => view !== undefined).length).toBeGreaterThan(180);
  });
});
