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
  let start: Date | undefined;
  let earlierEnd: Date | undefined;
  for (const { at, registry } of [...history].reverse()) {
    const remoteThen = registry.registry.remotes.find(({ name }) => name === remote);
    const isCanary = remoteThen?.canary?.release.version === version;
    if (start && !isCanary) earlierEnd = new Date(at);
    start = isCanary ? (start ?? new Date(at)) : undefined;
  }
  if (!start || !earlierEnd || minuteOf(earlierEnd) !== minuteOf(start)) return start;
  return new Date((minuteOf(start) + 1) * MINUTE_MS);
}

/**
 * Since when the current canary has had its share, without interruptions.
 * @param history newest first; its first entry contains the canary.
 */
export function shareStart(
  history: readonly HistoryEntry[],
  remote: string,
  version: string,
  percent: number,
): Date | undefined {
  const hasShare = ({ registry }: HistoryEntry) =>
    registry.registry.remotes.some(
      ({ name, canary }) =>
        name === remote && canary?.release.version === version && canary.percent === percent,
    );
  const end = history.findIndex((entry) => !hasShare(entry));
  const first = history[(end === -1 ? history.length : end) - 1];
  return first && new Date(first.at);
}

/** Whole minutes since 1970. */
export function minuteOf(date: Date): number {
  return Math.floor(date.getTime() / MINUTE_MS);
}
