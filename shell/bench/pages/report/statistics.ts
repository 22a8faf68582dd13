/** The middle value; of an even number, the mean of the two in the middle. `undefined` of nothing. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted.length % 2 === 0 ? sorted[middle - 1] : upper;
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

/** The smallest value that at least this share of all values does not exceed (nearest rank). `undefined` of nothing. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** The median of one figure over several runs; runs that lack it are left out. */
export function medianOf<Run>(
  runs: readonly Run[],
  figure: (run: Run) => number | undefined,
): number | undefined {
  return median(runs.map(figure).filter((value) => value !== undefined));
}
