import { oneSidedPValue } from './fishers-exact-test';

const share = (hits: number, of: number) => ({ hits, of });

describe('the one-sided p-value', () => {
  it('is 17/70 for the lady tasting tea (R. A. Fisher, "The Design of Experiments", §II)', () => {
    expect(oneSidedPValue(share(3, 4), share(1, 4))).toBeCloseTo(17 / 70, 12);
  });

  // The values are computed with exact fractions: the sum over k of C(K, k) C(N - K, n - k) / C(N, n).
  it.each([
    [8, 10, 1, 5, 0.04695304695304695],
    [2, 3, 9, 20, 0.4658385093167702],
    [12, 80, 3, 900, 1.4639788308110885e-11],
    [5, 50, 0, 50, 0.028142247214412164],
    [7, 60, 11, 400, 0.004536840703992586],
    [50, 50, 0, 50, 9.911653021418339e-30],
    [30, 1_000, 20, 1_000, 0.09846976223775966],
    [400, 10_000, 1_000, 30_000, 0.001066927319306173],
  ])('the p-value of %d of %d against %d of %d is %d', (hits, of, baseHits, baseOf, expected) => {
    const actual = oneSidedPValue(share(hits, of), share(baseHits, baseOf));
    expect(actual / expected).toBeCloseTo(1, 9);
  });

  it('is 1 without hits and for empty samples', () => {
    expect(oneSidedPValue(share(0, 50), share(7, 900))).toBe(1);
    expect(oneSidedPValue(share(0, 0), share(7, 900))).toBe(1);
    expect(oneSidedPValue(share(9, 10), share(0, 0))).toBe(1);
  });

  it('is close to 1 for the far better of two large samples', () => {
    expect(oneSidedPValue(share(0, 100_000), share(50_000, 100_000))).toBe(1);
    expect(oneSidedPValue(share(1, 100_000), share(50_000, 100_000))).toBeCloseTo(1, 12);
    expect(oneSidedPValue(share(10_000, 100_000), share(50_000, 100_000))).toBeCloseTo(1, 12);
  });

  it('is small for the far worse of two large samples', () => {
    expect(oneSidedPValue(share(50_000, 100_000), share(0, 100_000))).toBeLessThan(1e-12);
  });

  it('is the same for hits in one sample as for misses in the other', () => {
    for (let hits = 0; hits <= 12; hits += 1) {
      const here = oneSidedPValue(share(hits, 30), share(12 - hits, 70));
      const misses = oneSidedPValue(share(70 - (12 - hits), 70), share(30 - hits, 30));
      expect(misses).toBeCloseTo(here, 10);
    }
  });

  it.each([
    [share(3, 2), share(0, 1)],
    [share(-1, 2), share(0, 1)],
    [share(0.5, 2), share(0, 1)],
    [share(0, 1), share(Number.NaN, 1)],
  ])('rejects invalid shares: %j %j', (suspect, baseline) => {
    expect(() => oneSidedPValue(suspect, baseline)).toThrow(RangeError);
  });
});
