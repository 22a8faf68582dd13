import { median, medianOf, percentile } from './statistics';

describe('statistics', () => {
  it('return undefined without values', () => {
    expect(median([])).toBeUndefined();
    expect(percentile([], 0.95)).toBeUndefined();
  });

  it('sort values numerically', () => {
    expect(median([100, 9, 10])).toBe(10);
    expect(percentile([100, 9, 10], 1)).toBe(100);
  });

  it('median returns the mean of the two middle values', () => {
    expect(median([1, 2, 4, 100])).toBe(3);
  });

  it('percentile returns the nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(hundred, 0.95)).toBe(95);
    expect(percentile([7], 0.95)).toBe(7);
  });

  it('medianOf ignores runs without the figure', () => {
    expect(medianOf([{ lcp: 3 }, {}, { lcp: 1 }], (run: { lcp?: number }) => run.lcp)).toBe(2);
  });
});
