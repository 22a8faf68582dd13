import type { HistoryEntry } from '../../formats/history';

const MINUTE_MS = 60_000;

/**
 * When the current canary started, without interruptions. The API counts by the minute: if an earlier canary of the same
 * version ended within that minute, the result is the start of the next minute, which lies in the future.
 * @param history newest first; its first entry contains the canary.
 * @returns `undefined` when the history does not contain this canary.
 */
export function canaryStart(
  history: readonly HistoryEntry[],
  remote: string,
  version: string,
): Date | undefined {
  const hasCanary = ({ registry }: HistoryEntry) =>
    registry.registry.remotes.some(
      ({ name, canary }) => name === remote && canary?.release.version === version,
    );
  const interruption = history.findIndex((entry) => !hasCanary(entry));
  const length = interruption < 0 ? history.length : interruption;
  const first = history[length - 1];
  if (!first) return undefined;
  const start = new Date(first.at);
  const earlier = history.slice(length);
  const last = earlier.findIndex(hasCanary);
  // The entry after the last one with the earlier canary ended it.
  const end = last > 0 ? earlier[last - 1] : undefined;
  if (!end || minuteOf(new Date(end.at)) !== minuteOf(start)) return start;
  return new Date((minuteOf(start) + 1) * MINUTE_MS);
}

/** Whole minutes since 1970. */
export function minuteOf(date: Date): number {
  return Math.floor(date.getTime() / MINUTE_MS);
}
