import { judge, limitOf, lookAt, NO_LOOKS, type Sample } from './judge';

const sample = (failed: number, views: number, slow = 0, interactions = 0): Sample => ({
  version: '1.4.0',
  failed: { hits: failed, of: views },
  slow: { hits: slow, of: interactions },
});

/** Mulberry32 (T. Ettinger): equal seeds, equal visitors. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Rates {
  readonly failed: number;
  readonly slow: number;
}

/** Watches a canary grow to so many views, four live ones beside each; tells at how many it was ended, if ever. */
function endOf(canary: Rates, live: Rates, views: number, dice: () => number): number | undefined {
  const grow = (before: Sample, rates: Rates): Sample =>
    sample(
      before.failed.hits + (dice() < rates.failed ? 1 : 0),
      before.failed.of + 1,
      before.slow.hits + (dice() < rates.slow ? 1 : 0),
      before.slow.of + 1,
    );
  let looks = NO_LOOKS;
  let [here, there] = [sample(0, 0), sample(0, 0)];
  for (let view = 1; view <= views; view += 1) {
    here = grow(here, canary);
    for (let beside = 0; beside < 4; beside += 1) there = grow(there, live);
    const verdict = judge(here, there, looks);
    if (verdict.reason) return view;
    looks = verdict.looks;
  }
  return undefined;
}

describe('a canary', () => {
  it('that fails clearly more often is ended, with the figures', () => {
    expect(judge(sample(12, 80), sample(3, 900), NO_LOOKS).reason).toBe(
      'Error rate 12/80 against 3/900 of 1.4.0, p < 0.0001.',
    );
    expect(judge(sample(6, 60), sample(1, 100), NO_LOOKS).reason).toBeUndefined();
    expect(judge(sample(8, 60), sample(1, 100), NO_LOOKS).reason).toBe(
      'Error rate 8/60 against 1/100 of 1.4.0, p = 0.0018.',
    );
  });

  it('that is clearly slower to react is ended, with the figures', () => {
    expect(judge(sample(0, 80, 30, 90), sample(0, 900, 60, 900), NO_LOOKS).reason).toBe(
      'Share of interactions over 200 ms 30/90 against 60/900 of 1.4.0, p < 0.0001.',
    );
  });

  it('that is better or as bad stays', () => {
    expect(judge(sample(2, 400, 5, 300), sample(90, 900, 200, 900), NO_LOOKS).reason).toBeUndefined();
    expect(judge(sample(40, 400, 60, 300), sample(90, 900, 180, 900), NO_LOOKS).reason).toBeUndefined();
  });

  it('is not compared before it was seen often enough', () => {
    const verdict = judge(sample(9, 49, 40, 49), sample(0, 9_000, 0, 9_000), NO_LOOKS);
    expect(verdict).toEqual({ looks: NO_LOOKS });
  });

  it('stays where there is nothing to compare it with', () => {
    expect(judge(sample(9, 60, 40, 60), sample(0, 0), NO_LOOKS).reason).toBeUndefined();
  });

  it('of which every fifth view fails is ended at once', () => {
    expect(judge(sample(5, 25), sample(1, 900), NO_LOOKS).reason).toBe(
      'Error rate 5/25 against 1/900: 20 % or more end a canary at once.',
    );
    expect(judge(sample(10, 10), sample(0, 0), NO_LOOKS).reason).toMatch(/^Error rate 10\/10 against 0\/0/);
  });

  it.each([
    ['of fewer than ten views', 9, 9],
    ['of fewer than five failures', 4, 12],
    ['below every fifth', 5, 26],
  ])('is not ended by a handful: %s', (_, failed, views) => {
    expect(judge(sample(failed, views), sample(1, 900), NO_LOOKS).reason).toBeUndefined();
  });

  it('stays when the live version fails as well: going back would not help', () => {
    expect(judge(sample(6, 30), sample(160, 900), NO_LOOKS).reason).toBeUndefined();
  });
});

describe('looking again', () => {
  it('waits until the sample has grown by a quarter', () => {
    const { looks } = judge(sample(0, 50), sample(0, 900), NO_LOOKS);
    expect(looks.failed).toBe(1);
    expect(judge(sample(9, 60), sample(0, 900), looks).reason).toBeUndefined();
    expect(judge(sample(9, 63), sample(0, 900), looks).reason).toMatch(/^Error rate 9\/63/);
  });

  it('costs ever stricter limits, which sum to less than was allowed', () => {
    expect([lookAt(49), lookAt(50), lookAt(62), lookAt(63), lookAt(79)]).toEqual([0, 1, 1, 2, 3]);
    let sum = 0;
    for (let look = 1; look <= 10_000; look += 1) sum += limitOf(look);
    expect(sum).toBeLessThan(0.005);
    expect(sum).toBeGreaterThan(0.0049);
  });

  it('ends at most one in a hundred canaries that are no worse, though each view is looked at', () => {
    const healthy = { failed: 0.03, slow: 0.15 };
    const ended = Array.from({ length: 500 }, (_, seed) => endOf(healthy, healthy, 400, random(seed)));
    expect(ended.filter((view) => view !== undefined).length).toBeLessThanOrEqual(5);
  });

  it.each([
    ['fails ten times as often', { failed: 0.1, slow: 0.15 }],
    ['is slow three times as often', { failed: 0.01, slow: 0.45 }],
  ])('finds nearly every canary that %s within 300 views', (_, bad) => {
    const live = { failed: 0.01, slow: 0.15 };
    const ended = Array.from({ length: 200 }, (_, seed) => endOf(bad, live, 300, random(seed)));
    expect(ended.filter((view) => view !== undefined).length).toBeGreaterThan(180);
  });
});
