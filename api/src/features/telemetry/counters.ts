import type { TelemetryEvent, TelemetrySlot } from '@isa/api-contract';
import type { DataSource, EntityManager } from 'typeorm';
import { type ReleaseMinute, ReleaseMinutes } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { createAdmission } from './admission';
import { bucketOf } from './histogram';

/** Releases that are told apart at a time: shell and remotes, each live, previous and canary, several times over. */
const PLACES = 64;
/** Counters that wait for the next flush. Made-up values could otherwise fill the memory. */
const WAITING_MAX = 5_000;
/** Rows of one transaction, so that nobody waits long for the database. */
const BATCH = 500;

/** What is counted besides the rows: the metrics for Prometheus. */
export interface TelemetryMeter {
  count(of: {
    readonly remote: string;
    readonly version: string;
    readonly slot: TelemetrySlot;
    readonly metric: string;
  }): void;
  /** A counter that found no room. */
  dropped(): void;
  /** Names were dropped, so their counters go as well. */
  forgotten(): void;
}

/** Adds up what pages report, in memory, until it is flushed into the database's minutes. */
export interface TelemetryCounters {
  record(events: readonly TelemetryEvent[]): void;
  /**
   * Adds what has come up to the minutes. What a failure kept from being saved waits for the next flush.
   * @throws Error of the database
   */
  flush(): Promise<void>;
}

export function createTelemetryCounters(
  db: DataSource,
  now: () => Date,
  meter: TelemetryMeter,
): TelemetryCounters {
  const waiting = new Map<string, ReleaseMinute>();
  const admission = createAdmission(PLACES, () => meter.forgotten());
  let flushing: Promise<void> = Promise.resolve();

  function add(row: Omit<ReleaseMinute, 'amount'>): void {
    const key = keyOf(row);
    const known = waiting.get(key);
    if (known) known.amount += 1;
    else if (waiting.size < WAITING_MAX) waiting.set(key, { ...row, amount: 1 });
    else return meter.dropped();
    meter.count(row);
  }

  async function flushAll(): Promise<void> {
    // In one order for all processes, so that two of them do not wait for each other.
    const rows = [...waiting.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH).map((row) => ({ ...row }));
      await transaction(db, async (manager) => {
        for (const row of batch) await addToMinute(manager, row);
      });
      for (const row of batch) settle(row);
    }
  }

  /** Takes off what was saved; more may have come up meanwhile. */
  function settle(saved: ReleaseMinute): void {
    const key = keyOf(saved);
    const row = waiting.get(key);
    if (!row) return;
    row.amount -= saved.amount;
    if (row.amount === 0) waiting.delete(key);
  }

  return {
    record(events) {
      const at = now();
      const minute = minuteOf(at);
      for (const event of events) {
        const { remote, version } = admission.admit(event, at);
        for (const counted of countedBy(event))
          add({ minute, remote, version, slot: event.slot, ...counted });
      }
    },
    flush() {
      flushing = flushing.then(flushAll, flushAll);
      return flushing;
    },
  };
}

/** Whole minutes since 1970. */
export function minuteOf(date: Date): number {
  return Math.floor(date.getTime() / 60_000);
}

function keyOf({ minute, remote, version, slot, metric, bucket }: Omit<ReleaseMinute, 'amount'>): string {
  return `${minute} ${remote} ${version} ${slot} ${metric} ${bucket}`;
}

function countedBy(event: TelemetryEvent): Pick<ReleaseMinute, 'metric' | 'bucket'>[] {
  switch (event.kind) {
    case 'view':
      return [{ metric: 'view', bucket: 0 }];
    case 'error':
      return [
        { metric: `error:${event.phase}`, bucket: 0 },
        ...(event.first ? [{ metric: 'failed-view', bucket: 0 }] : []),
      ];
    case 'load':
      return [{ metric: 'load', bucket: bucketOf('load', event.ms) }];
    case 'vital':
      return [{ metric: event.name, bucket: bucketOf(event.name, event.value) }];
  }
}

/** Adds to a minute's row, which another process may be adding to as well. */
async function addToMinute(manager: EntityManager, row: ReleaseMinute): Promise<void> {
  const { tableName } = manager.connection.getMetadata(ReleaseMinutes);
  const keys = 'minute, remote, version, slot, metric, bucket';
  const onConflict =
    manager.connection.options.type === 'better-sqlite3'
      ? `ON CONFLICT (${keys}) DO UPDATE SET amount = amount + excluded.amount`
      : 'ON DUPLICATE KEY UPDATE amount = amount + VALUES(amount)';
  await manager.query(
    `INSERT INTO ${tableName} (${keys}, amount) VALUES (?, ?, ?, ?, ?, ?, ?) ${onConflict}`,
    [row.minute, row.remote, row.version, row.slot, row.metric, row.bucket, row.amount],
  );
}
