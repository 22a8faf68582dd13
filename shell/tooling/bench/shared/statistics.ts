/** The middle value, or the mean of the two middle values. NaN without values. */
export function median(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b);
  const upper = ascending[Math.floor(values.length / 2)] ?? NaN;
  const lower = ascending[Math.ceil(values.length / 2) - 1] ?? NaN;
  return (lower + upper) / 2;
}

/** The smallest value that at least a percentage of all values does not exceed. NaN without values. */
export function percentile(values: readonly number[], percentage: number): number {
  const ascending = [...values].sort((a, b) => a - b);
  return ascending[Math.ceil((ascending.length * percentage) / 100) - 1] ?? NaN;
}

export type Point = readonly [x: number, y: number];

export interface Line {
  /** The change of y for each unit of x. */
  readonly slope: number;
  /** The slope's standard error. */
  readonly error: number;
}

/** Finds the line with the least squares of distances. It has NaN for fewer than three points. */
export function regression(points: readonly Point[]): Line {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const sum = (of: (point: Point) => number) => points.reduce((total, point) => total + of(point), 0);
  const squares = sum(([x]) => (x - meanX) ** 2);
  const slope = sum(([x, y]) => (x - meanX) * (y - meanY)) / squares;
  const rest = sum(([x, y]) => (y - meanY - slope * (x - meanX)) ** 2);
  return { slope, error: points.length < 3 ? NaN : Math.sqrt(rest / (points.length - 2) / squares) };
}

const BLOCKS = 12;
/** The value of Student's t that one of 1,000 lines without a slope exceeds, with this number of points. */
const CRITICAL_T = 4.144;

/**
 * The line through the means of blocks rises significantly. Neighbouring values depend on each other, so that
 * a line through all of them would have too small an error.
 */
export function growth(points: readonly Point[]): Line & { readonly grows: boolean } {
  const size = points.length / BLOCKS;
  const line = regression(
    Array.from({ length: BLOCKS }, (_, index): Point => {
      const block = points.slice(Math.round(index * size), Math.round((index + 1) * size));
      const mean = (axis: 0 | 1) => block.reduce((sum, point) => sum + point[axis], 0) / block.length;
      return [mean(0), mean(1)];
    }),
  );
  return { ...line, grows: line.slope > CRITICAL_T * line.error };
}
