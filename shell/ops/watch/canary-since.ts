import type { HistoryEntry } from '../../store/registry-log';

const MINUTE_MS = 60_000;

/**
 * Since when a canary is there without a break. Reports are counted by the minute: where the same version was a
 * canary before within that minute, only the next one belongs to this canary, and the time lies ahead.
 * @param history newest first; the canary is in its first entry.
 * @returns `undefined` when the history does not know this canary.
 */
export function canarySince(
  history: readonly HistoryEntry[],
  remote: string,
  version: string,
): Date | undefined {
  const isThere = ({ registry }: HistoryEntry) =>
    registry.registry.remotes.some(
      ({ name, canary }) => name === remote && canary?.release.version === version,
    );
  const gone = history.findIndex((entry) => !isThere(entry));
  const begin = history[(gone < 0 ? history.length : gone) - 1];
  if (!begin) return undefined;
  const start = new Date(begin.at);
  const earlier = history.slice(gone < 0 ? history.length : gone);
  const last = earlier.findIndex(isThere);
  // What ended it is the entry after the last one that had it.
  const ended = last > 0 ? earlier[last - 1] : undefined;
  if (!ended || minuteOf(new Date(ended.at)) !== minuteOf(start)) return start;
  return new Date((minuteOf(start) + 1) * MINUTE_MS);
}

function minuteOf(date: Date): number {
  return Math.floor(date.getTime() / MINUTE_MS);
}
