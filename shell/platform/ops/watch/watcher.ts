import type { RegisteredRemote, Registry } from '../../formats/registry';
import type { HistoryEntry } from '../../formats/history';
import { compareCanary, type Comparisons, NO_COMPARISONS } from './compare-canary';
import { type ReadTelemetry, sampleOf } from './release-telemetry';
import { messageOf } from '../../../packages/node/user-error';
import { createRounds } from './rounds';
import { createLiveWatch } from './watch-live';

export interface WatchedReleases {
  registry(): Promise<Registry>;
  /** Reads the newest entries, newest first. It is called only after the registry was changed. */
  history(): Promise<readonly HistoryEntry[]>;
  abort(remote: string, version: string, why: string): Promise<void>;
  /** Makes the previous release live again if the version still is. */
  rollBack(app: string, version: string, why: string): Promise<void>;
  /** Takes the next step of the rollout if the canary still has this share. */
  advance(remote: string, version: string, percent: number, why: string): Promise<void>;
  /** Confirms the registry, so that it does not expire. */
  renew(): Promise<void>;
}

export interface WatcherOptions {
  readonly releases: Pick<WatchedReleases, 'registry' | 'history' | 'abort' | 'rollBack' | 'advance'>;
  readonly telemetry: ReadTelemetry;
  readonly log: (line: string) => void;
}

/** Telemetry is summed over this period, so that a good week does not hide a canary that fails later. */
const PERIOD_MINUTES = 60;
const MINUTE_MS = 60_000;
/** A step needs so many views in the current period: without visitors nothing is known. */
const STEP_VIEWS = 10;

/**
 * Aborts canaries that are significantly worse than the live version (decision 0410), rolls back live releases that are
 * worse than the one before, and continues rollouts. Any watcher can take over.
 */
export function createWatcher({ releases, telemetry, log }: WatcherOptions) {
  const lastComparisons = new Map<string, { readonly period: string; readonly comparisons: Comparisons }>();
  /** Start of canaries whose recorded start lies in the future, by canary. */
  const firstSeen = new Map<string, Date>();
  let history: readonly HistoryEntry[] = [];
  const liveWatch = createLiveWatch(releases, telemetry, log);
  const runRound = createRounds((problem) => log(`Releases are not watched: ${problem}`));
  /** Why a rollout waits, by canary. */
  const waiting = new Map<string, string>();

  /** The author's clock may run ahead of this one; such a canary starts when it is first seen. */
  function startOf(remote: string, version: string): Date | undefined {
    const start = canaryStart(history, remote, version);
    if (!start || start.getTime() - Date.now() <= MINUTE_MS) return start;
    const canary = `${remote}@${version}`;
    const seen = firstSeen.get(canary) ?? new Date();
    firstSeen.set(canary, seen);
    return seen;
  }

  /** @returns the views of a canary that is healthy; `undefined` without one. */
  async function checkRemote({ name, live, canary }: RegisteredRemote): Promise<number | undefined> {
    if (!canary || canary.percent === 0) return undefined;
    const { version } = canary.release;
    const start = startOf(name, version);
    if (!start || start > new Date()) return undefined;
    const minutes = minuteOf(new Date()) - minuteOf(start);
    const period = `${version} ${start.toISOString()} ${Math.floor(minutes / PERIOD_MINUTES)}`;
    const last = lastComparisons.get(name);
    const counts = await telemetry((minutes % PERIOD_MINUTES) + 1);
    const { reason, comparisons } = compareCanary(
      sampleOf(counts, { name, version, slot: 'canary' }),
      // A first release has no live one alongside it, so it is compared with all other apps' releases.
      sampleOf(counts, { slot: 'live', ...(live && { name, version: live.version }) }),
      last?.period === period ? last.comparisons : NO_COMPARISONS,
    );
    lastComparisons.set(name, { period, comparisons });
    if (!reason) return sampleOf(counts, { name, version, slot: 'canary' }).failed.of;
    await releases.abort(name, version, reason);
    log(`The canary ${name}@${version} was aborted: ${reason}`);
    return undefined;
  }

  /** Continues a rollout whose share has lasted long enough. */
  async function advance(
    name: string,
    { percent, release: { version }, rollout }: NonNullable<RegisteredRemote['canary']>,
    views: number,
  ): Promise<void> {
    const since = rollout && shareStart(history, name, version, percent);
    if (!since || Date.now() - since.getTime() < rollout.minutes * MINUTE_MS) return;
    const canary = `${name}@${version}`;
    try {
      if (views < STEP_VIEWS) throw new Error(`${views} views of it are too few to judge it.`);
      await releases.advance(
        name,
        version,
        percent,
        `${rollout.minutes} ${rollout.minutes === 1 ? 'minute' : 'minutes'} at ${percent}% without objections.`,
      );
      waiting.delete(canary);
      log(`${canary} had ${percent}% of visitors and goes to ${rollout.steps[0]}%.`);
    } catch (error) {
      const message = messageOf(error);
      if (waiting.get(canary) !== message) log(`${canary} stays at ${percent}%: ${message}`);
      waiting.set(canary, message);
    }
  }

  return {
    /** Compares every canary, and every live release on its first day, once. It never throws: an error is logged once, until a check succeeds again. */
    async check(): Promise<void> {
      const isRecovered = await runRound(async (attempt) => {
        const registry = await releases.registry();
        const { revision, remotes } = registry;
        if (history[0]?.revision !== revision) history = await releases.history();
        await liveWatch.check(registry, history, attempt);
        const views = new Map<string, number>();
        for (const remote of remotes) {
          await attempt(async () => {
            const counted = await checkRemote(remote);
            if (counted !== undefined) views.set(remote.name, counted);
          });
        }
        for (const { name, canary } of remotes) {
          if (!canary || !views.has(name)) continue;
          // The canaries of a set take a step together, when each of them may.
          const members = remotes.filter((one) => canary.set !== undefined && one.canary?.set === canary.set);
          const counts = members.map((member) => views.get(member.name));
          if (counts.includes(undefined) || (members[0] && members[0].name !== name)) continue;
          const least = Math.min(...counts.map((count) => count ?? 0), views.get(name) ?? 0);
          await attempt(() => advance(name, canary, least));
        }
      });
      if (isRecovered) log('Releases are watched again.');
    },
  };
}

/**
 * @returns since when visitors get the current canary; `undefined` when the history does not contain it. The API counts
 * by the minute: if visitors had the version as an earlier canary within that minute, the next one counts. Staff report nothing.
 * @param history newest first.
 */
function canaryStart(history: readonly HistoryEntry[], remote: string, version: string): Date | undefined {
  let start: Date | undefined;
  let earlierEnd: Date | undefined;
  for (const { at, registry } of [...history].reverse()) {
    const canary = registry.registry.remotes.find(({ name }) => name === remote)?.canary;
    const isForVisitors = canary?.release.version === version && canary.percent > 0;
    if (start && !isForVisitors) earlierEnd = new Date(at);
    start = isForVisitors ? (start ?? new Date(at)) : undefined;
  }
  if (!start || !earlierEnd || minuteOf(earlierEnd) !== minuteOf(start)) return start;
  return new Date((minuteOf(start) + 1) * MINUTE_MS);
}

/** Since when the canary has its share. @param history newest first; its first entry contains the canary. */
function shareStart(history: readonly HistoryEntry[], remote: string, version: string, percent: number) {
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
function minuteOf(date: Date): number {
  return Math.floor(date.getTime() / MINUTE_MS);
}
