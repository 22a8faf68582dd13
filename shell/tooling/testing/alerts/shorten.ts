const MILLISECONDS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/**
 * Matches a duration behind `for:`, in the brackets of a window, or behind `offset`. Names such as
 * `ratio_rate5m` contain none.
 */
const DURATION = /(\bfor: |\[|\boffset )(\d+)(ms|s|m|h|d)\b/g;

/** Rules or expressions of Prometheus with all their durations divided by a factor, and nothing else changed. */
export function shorten(text: string, factor: number): string {
  return text.replace(DURATION, (_all, before: string, amount: string, unit: keyof typeof MILLISECONDS) => {
    return `${before}${Math.round((Number(amount) * MILLISECONDS[unit]) / factor)}ms`;
  });
}
