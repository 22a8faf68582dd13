import { isSlowVital, type TelemetryEvent } from '@isa/api-contract';
import type { DataSource } from 'typeorm';
import { type CounterKey, minuteOf, ReleaseMinutes } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { addAmount } from './add-amount';
import { createNetworkBounds } from './network-bounds';

/** Shell and remotes, each live, previous and canary, several times over. */
const MAX_RELEASES = 64;
/** Invented values can fill this many counters before the next flush. */
const MAX_BUFFERED = 5_000;
/** How many rows one transaction saves, so that requests do not wait long for the database. */
const BATCH = 500;

export interface TelemetryMeter {
  count(counter: CounterKey): void;
  dropped(): void;
  reset(): void;
}

export type TelemetryCounters = ReturnType<typeof createTelemetryCounters>;

/** Counts what pages report, in memory, and flushes the counters into the database by minute. */
export function createTelemetryCounters(
  db: DataSource,
  now: () => Date,
  meter: TelemetryMeter,
  isWithinBounds = createNetworkBounds(1),
) {
  const buffered = new Map<string, { readonly row: CounterKey; amount: number }>();
  const cardinalityLimit = createCardinalityLimit(() => meter.reset());
  let flushing: Promise<void> = Promise.resolve();

  function add(row: CounterKey): void {
    const key = `${row.minute} ${row.remote} ${row.version} ${row.slot} ${row.metric}`;
    const counter = buffered.get(key);
    if (counter) counter.amount += 1;
    else if (buffered.size < MAX_BUFFERED) buffered.set(key, { row, amount: 1 });
    else return meter.dropped();
    meter.count(row);
  }

  async function flushAll(): Promise<void> {
    // The rows are sorted, so that concurrent processes lock them in the same order.
    const rows = [...buffered].sort(([a], [b]) => (a < b ? -1 : 1));
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH).map(([key, { row, amount }]) => ({ key, row, amount }));
      await transaction(db, async (manager) => {
        for (const { row, amount } of batch) await addAmount(manager, ReleaseMinutes, { ...row, amount });
      });
      for (const { key, amount } of batch) {
        const counter = buffered.get(key);
        if (counter) counter.amount -= amount;
        if (counter?.amount === 0) buffered.delete(key);
      }
    }
  }

  return {
    setRegistered: cardinalityLimit.setRegistered,
    /** @param ip the client that reports them; without it, they are counted without bounds. */
    async record(events: readonly TelemetryEvent[], ip?: string): Promise<void> {
      const at = now();
      const minute = minuteOf(at);
      const reported = events.flatMap((event) => {
        const { remote, version } = cardinalityLimit.admit(event, at);
        return countedBy(event).map((metric) => ({ minute, remote, version, slot: event.slot, metric }));
      });
      await Promise.all(
        reported.map(async (counter) => {
          const registered = cardinalityLimit.isRegistered(counter);
          if (ip === undefined || (await isWithinBounds(ip, counter, at, registered))) add(counter);
        }),
      );
    },
    /** Saves the counters. Those that could not be saved remain for the next flush. @throws Error of the database */
    flush(): Promise<void> {
      flushing = flushing.then(flushAll, flushAll);
      return flushing;
    },
  };
}

function countedBy(event: TelemetryEvent): readonly string[] {
  switch (event.kind) {
    case 'view':
      return ['view'];
    case 'error':
      return [`error:${event.phase}`, ...(event.first ? ['failed-view'] : [])];
    case 'policy':
      return ['policy-report'];
    case 'vital':
      return [
        ...(event.counted ? [] : ['measured-view']),
        ...(event.counted !== 'slow' && isSlowVital(event.name, event.value) ? ['slow-view'] : []),
      ];
  }
}

export interface ReleaseName {
  readonly remote: string;
  readonly version: string;
}

const OTHER: ReleaseName = { remote: 'other', version: 'other' };

const WINDOW_MS = 60 * 60 * 1000;

/**
 * Limits how many releases are counted apart, since anybody can report any name. After each hour the busier
 * half of the unregistered ones remains.
 * @param onReset called when names were removed.
 */
function createCardinalityLimit(onReset: () => void) {
  let registered: ReadonlySet<string> = new Set();
  let admitted = new Map<string, number>();
  let until = 0;

  function startWindow(now: number): void {
    until = now + WINDOW_MS;
    if (admitted.size <= MAX_RELEASES / 2) return;
    const busiest = [...admitted].sort(([, a], [, b]) => b - a).slice(0, MAX_RELEASES / 2);
    admitted = new Map(busiest.map(([name]) => [name, 0]));
    onReset();
  }

  function isRegistered(release: ReleaseName): boolean {
    return registered.has(nameOf(release));
  }

  return {
    isRegistered,
    setRegistered(releases: readonly ReleaseName[]): void {
      registered = new Set(releases.map(nameOf));
      for (const name of registered) admitted.delete(name);
    },
    /** The release to count under: the given one if it is registered or below the limit, else {@link OTHER}. */
    admit(release: ReleaseName, now: Date): ReleaseName {
      if (now.getTime() >= until) startWindow(now.getTime());
      if (isRegistered(release)) return release;
      const name = nameOf(release);
      const count = admitted.get(name);
      if (count === undefined && admitted.size + registered.size >= MAX_RELEASES) return OTHER;
      admitted.set(name, (count ?? 0) + 1);
      return release;
    },
  };
}

function nameOf({ remote, version }: ReleaseName): string {
  return `${remote} ${version}`;
}
