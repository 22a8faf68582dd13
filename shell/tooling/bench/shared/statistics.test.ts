import { growth, median, percentile, type Point, regression } from './statistics';

it('sorts values numerically', () => expect(median([100, 9, 10])).toBe(10));
it('returns the mean of the two middle values', () => expect(median([1, 2, 4, 100])).toBe(3));
it('returns NaN without values', () => expect(median([])).toBeNaN());

it('finds the value that a percentage does not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(hundred, 95), percentile([7], 95), percentile([], 95)]).toEqual([95, 7, NaN]);
});

it('gives the slope of a line and its standard error', () => {
  const exact = regression([
    [1, 3],
    [2, 5],
    [3, 7],
  ]);
  expect([exact.slope, exact.error]).toEqual([2, 0]);
  // The values are worked out by hand: the distances are 1/3, −2/3 and 1/3.
  const rough = regression([
    [0, 0],
    [1, 0],
    [2, 2],
  ]);
  expect(rough.slope).toBe(1);
  expect(rough.error).toBeCloseTo(Math.sqrt(1 / 3), 9);
});

describe('a series of 120 values with noise', () => {
  const noise = (x: number) => Math.sin(x * 7.3) + Math.sin(x * 2.1);
  const series = (of: (x: number) => number) =>
    growth(Array.from({ length: 120 }, (_, x): Point => [x, 100 + of(x) + noise(x)]));

  it('grows when it rises by less than its noise', () => expect(series((x) => x / 60).grows).toBe(true));
  it('does not grow without a rise', () => expect(series(() => 0).grows).toBe(false));
  it('does not grow when it falls', () => expect(series((x) => -x / 10).grows).toBe(false));
  it('does not grow when it repeats a slow wave', () =>
    expect(series((x) => 5 * Math.sin(x / 12)).grows).toBe(false));
});
