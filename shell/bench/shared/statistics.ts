/** The middle value, or the mean of the two middle values. NaN without values. */
export function median(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b);
  const upper = ascending[Math.floor(values.length / 2)] ?? NaN;
  const lower = ascending[Math.ceil(values.length / 2) - 1] ?? NaN;
  return (lower + upper) / 2;
}
