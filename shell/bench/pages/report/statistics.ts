const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/** The middle value, or the mean of the two middle values. `undefined` without values. */
export function median(values: readonly number[]): number | undefined {
  const ascending = sorted(values);
  const upper = ascending[Math.floor(values.length / 2)];
  const lower = ascending[Math.ceil(values.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

/** The smallest value that at least this share of all values does not exceed (nearest rank). `undefined` without values. */
export function percentile(values: readonly number[], share: number): number | undefined {
  return sorted(values)[Math.max(0, Math.ceil(share * values.length) - 1)];
}

/** The median of one figure over several runs; runs without it are ignored. */
export function medianOf<Run>(
  runs: readonly Run[],
  figure: (run: Run) => number | undefined,
): number | undefined {
  return median(runs.map(figure).filter((value) => value !== undefined));
}
