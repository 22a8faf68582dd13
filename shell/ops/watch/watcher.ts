import type { ReleaseTelemetry, TelemetrySlot } from '@isa/api-contract';
import type { RegisteredRemote, Registry } from '../../formats/registry';
import type { HistoryEntry } from '../../formats/history';
import { canaryStart, minuteOf, shareStart } from './canary-start';
import { compareCanary, type Comparisons, NO_COMPARISONS, type Sample } from './compare-canary';
import type { ReadTelemetry } from './release-telemetry';

export interface WatchedReleases {
  registry(): Promise<Registry>;
  /** The newest entries, newest first. Called only after the registry was updated. */
  history(): Promise<readonly HistoryEntry[]>;
  /** Aborts the canary if it is still this version. */
  abort(remote: string, version: string, why: string): Promise<void>;
  /** Takes the next step of the rollout if the canary still has this share. */
  advance(remote: string, version: string, percent: number, why: string): Promise<void>;
}

export interface WatcherOptions {
  readonly releases: WatchedReleases;
  readonly telemetry: ReadTelemetry;
  readonly log: (line: string) => void;
  readonly now?: () => Date;
}

/** Telemetry is summed over periods of this length, so that a good week does not hide a canary that fails later. */
const PERIOD_MINUTES = 60;
const CHECK_INTERVAL_MS = 5_000;
const MINUTE_MS = 60_000;
/** A step needs this many views of the canary in the current period: without visitors nothing is known of it. */
const STEP_VIEWS = 10;

/**
 * Aborts canaries that are significantly worse than the live version (decision 410), and continues the rollout of the
 * others. Everything that it needs is in the registry and its history, so any watcher can take over.
 */
export function createWatcher({ releases, telemetry, log, now = () => new Date() }: WatcherOptions) {
  const lastComparisons = new Map<string, { readonly period: string; readonly comparisons: Comparisons }>();
  /** Start of canaries whose recorded start lies in the future, by canary. */
  const firstSeen = new Map<string, Date>();
  let history: readonly HistoryEntry[] = [];
  let reportedError: string | undefined;
  /** Why a rollout waits, by canary. */
  const waiting = new Map<string, string>();

  /** The author's clock may run ahead of this one; such a canary starts when it is first seen. */
  function startOf(remote: string, version: string): Date | undefined {
    const start = canaryStart(history, remote, version);
    if (!start || start.getTime() - now().getTime() <= MINUTE_MS) return start;
    const canary = `${remote}@${version}`;
    const seen = firstSeen.get(canary) ?? now();
    firstSeen.set(canary, seen);
    return seen;
  }

  async function checkRemote({ name, live, canary }: RegisteredRemote): Promise<void> {
    if (!canary || canary.percent === 0) return;
    const { version } = canary.release;
    const start = startOf(name, version);
    if (!start || start > now()) return;
    const minutes = minuteOf(now()) - minuteOf(start);
    const period = `${version} ${start.toISOString()} ${Math.floor(minutes / PERIOD_MINUTES)}`;
    const last = lastComparisons.get(name);
    const counts = await telemetry((minutes % PERIOD_MINUTES) + 1);
    const { reason, comparisons } = compareCanary(
      sampleOf(counts, name, version, 'canary'),
      sampleOf(counts, name, live.version, 'live'),
      last?.period === period ? last.comparisons : NO_COMPARISONS,
    );
    lastComparisons.set(name, { period, comparisons });
    if (!reason) return advance(name, canary, sampleOf(counts, name, version, 'canary').failed.of);
    await releases.abort(name, version, reason);
    log(`The canary ${name}@${version} was aborted: ${reason}`);
  }

  /** Continues a rollout whose share has lasted long enough. */
  async function advance(
    name: string,
    { percent, release: { version }, rollout }: NonNullable<RegisteredRemote['canary']>,
    views: number,
  ): Promise<void> {
    const since = rollout && shareStart(history, name, version, percent);
    if (!since || now().getTime() - since.getTime() < rollout.minutes * MINUTE_MS) return;
    const canary = `${name}@${version}`;
    try {
      if (views < STEP_VIEWS) throw new Error(`${views} views of it are too few to judge it.`);
      await releases.advance(
        name,
        version,
        percent,
        `${rollout.minutes} ${rollout.minutes === 1 ? 'minute' : 'minutes'} at ${percent} % without findings.`,
      );
      waiting.delete(canary);
      log(`${canary} had ${percent} % of the visitors and goes to ${rollout.steps[0]} %.`);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (waiting.get(canary) !== message) log(`${canary} stays at ${percent} %: ${message}`);
      waiting.set(canary, message);
    }
  }

  return {
    /** Compares every canary once. Never throws: an error is logged once, until a check succeeds again. */
    async check(): Promise<void> {
      try {
        const { revision, remotes } = await releases.registry();
        if (history[0]?.revision !== revision) history = await releases.history();
        for (const remote of remotes) await checkRemote(remote);
        if (reportedError) log('Canaries are watched again.');
        reportedError = undefined;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (message !== reportedError) log(`Canaries are not watched: ${message}`);
        reportedError = message;
      }
    },
  };
}

/** Checks periodically, one check at a time. @returns stops it after the current check. */
export function startWatching(
  watcher: { check(): Promise<void> },
  intervalMs = CHECK_INTERVAL_MS,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const run = async () => {
    await watcher.check();
    if (!stopped) timer = setTimeout(() => void (running = run()), intervalMs);
  };
  let running = run();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}

function sampleOf(
  counts: readonly ReleaseTelemetry[],
  remote: string,
  version: string,
  slot: TelemetrySlot,
): Sample {
  const release = counts.find(
    (count) => count.remote === remote && count.version === version && count.slot === slot,
  );
  const { views = 0, failedViews = 0, INP = { count: 0, slow: 0 } } = release ?? {};
  return {
    version,
    // A failure can arrive although the beacon with its view was lost.
    failed: { hits: failedViews, of: Math.max(views, failedViews) },
    slow: { hits: INP.slow, of: INP.count },
  };
}
