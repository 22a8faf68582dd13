import type { ReleaseTelemetry, TelemetrySlot } from '@isa/api-contract';
import type { RegisteredRemote, Registry } from '../../formats/registry';
import type { HistoryEntry } from '../../store/registry-log';
import { canarySince } from './canary-since';
import { judge, type Looks, NO_LOOKS, type Sample } from './judge';
import type { ReadTelemetry } from './release-telemetry';

/** What the watcher needs of the releases. */
export interface WatchedReleases {
  registry(): Promise<Registry>;
  /** The newest entries, newest first. Asked again only when the registry has moved. */
  history(): Promise<readonly HistoryEntry[]>;
  /** Takes the canary away, if it is still that version. */
  abort(remote: string, version: string, why: string): Promise<void>;
}

export interface WatcherOptions {
  readonly releases: WatchedReleases;
  readonly telemetry: ReadTelemetry;
  readonly tell: (line: string) => void;
  readonly now?: () => Date;
}

export interface Watcher {
  /** Judges every canary once. Never throws: what keeps it from judging is told once, until it can again. */
  look(): Promise<void>;
}

/**
 * A canary is judged by what was seen in the last period of so many minutes, counted from its start, so that one
 * which turns bad after a week does not hide behind that week.
 */
const PERIOD_MINUTES = 60;
/** How often canaries are looked at, in milliseconds. */
export const LOOK_EVERY = 5_000;
const MINUTE_MS = 60_000;

/** Aborts canaries that do significantly worse than the live version (decision 410). */
export function createWatcher(options: WatcherOptions): Watcher {
  const { releases, telemetry, tell, now = () => new Date() } = options;
  /** By remote: the period that is judged, and how far the looks at it have come. */
  const judged = new Map<string, { readonly period: string; readonly looks: Looks }>();
  /** By canary: when it was seen first, for those that begin in the future. */
  const firstSeen = new Map<string, Date>();
  let history: readonly HistoryEntry[] = [];
  let trouble: string | undefined;

  /** Whoever promotes has a clock of his own: one that runs ahead must not keep a canary from being watched. */
  function sinceByOwnClock(canary: string, since: Date | undefined): Date | undefined {
    if (!since || since.getTime() - now().getTime() <= MINUTE_MS) return since;
    const seen = firstSeen.get(canary) ?? now();
    firstSeen.set(canary, seen);
    return seen;
  }

  async function judgeCanary({ name, live, canary }: RegisteredRemote): Promise<void> {
    if (!canary || canary.percent === 0) return;
    const { version } = canary.release;
    const since = sinceByOwnClock(`${name}@${version}`, canarySince(history, name, version));
    if (!since || since > now()) return;
    const minutes = minuteOf(now()) - minuteOf(since);
    const period = `${version} ${since.toISOString()} ${Math.floor(minutes / PERIOD_MINUTES)}`;
    const before = judged.get(name);
    const seen = await telemetry((minutes % PERIOD_MINUTES) + 1);
    const verdict = judge(
      sampleOf(seen, name, version, 'canary'),
      sampleOf(seen, name, live.version, 'live'),
      before?.period === period ? before.looks : NO_LOOKS,
    );
    judged.set(name, { period, looks: verdict.looks });
    if (!verdict.reason) return;
    await releases.abort(name, version, verdict.reason);
    tell(`The canary ${name}@${version} was aborted: ${verdict.reason}`);
  }

  return {
    async look() {
      try {
        const { revision, remotes } = await releases.registry();
        if (history[0]?.revision !== revision) history = await releases.history();
        for (const remote of remotes) await judgeCanary(remote);
        if (trouble) tell('Canaries are watched again.');
        trouble = undefined;
      } catch (error) {
        const sentence = error instanceof Error ? error.message : String(error);
        if (sentence !== trouble) tell(`Canaries are not watched: ${sentence}`);
        trouble = sentence;
      }
    },
  };
}

/** Looks every few seconds, one look at a time. @returns what ends it, once the current look is over. */
export function keepWatching(watcher: Watcher, everyMs: number): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const round = async () => {
    await watcher.look();
    if (ended) return;
    timer = setTimeout(() => {
      looking = round();
    }, everyMs);
  };
  let looking = round();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await looking;
  };
}

/** The API counts by whole minutes of the clock. */
function minuteOf(date: Date): number {
  return Math.floor(date.getTime() / MINUTE_MS);
}

function sampleOf(
  seen: readonly ReleaseTelemetry[],
  remote: string,
  version: string,
  slot: TelemetrySlot,
): Sample {
  const found = seen.find((one) => one.remote === remote && one.version === version && one.slot === slot);
  const { views = 0, failedViews = 0, INP = { count: 0, slow: 0 } } = found ?? {};
  return {
    version,
    // A lost beacon may have held the view of a failure that arrived.
    failed: { hits: failedViews, of: Math.max(views, failedViews) },
    slow: { hits: INP.slow, of: INP.count },
  };
}
