import type { TelemetrySlot } from '@isa/api-contract';
import { integer, key, primary, type RowOf, table } from './columns';

/** A counter of one release within one minute, to which any number of processes add. */
export const ReleaseMinutes = table('release_minutes', {
  minute: primary(integer),
  remote: primary(key(40)),
  version: primary(key(64)),
  slot: primary(key<TelemetrySlot>(16)),
  /** `view`, `failed-view`, `measured-view`, `slow-view` or `error:<phase>`. */
  metric: primary(key(24)),
  amount: integer,
});
export type ReleaseMinute = RowOf<typeof ReleaseMinutes>;

/** How often a release failed at a place of its scripts within an hour. It contains nothing about a visitor. */
export const BrowserErrors = table('browser_errors', {
  /** Hours since 1970. */
  hour: primary(integer),
  remote: primary(key(40)),
  version: primary(key(64)),
  phase: primary(key(16)),
  /** File, line and column, as `release explain` takes them. */
  place: primary(key(80)),
  amount: integer,
});
export type BrowserError = RowOf<typeof BrowserErrors>;

export function hourOf(date: Date): number {
  return Math.floor(date.getTime() / 3_600_000);
}

export type CounterKey = Omit<ReleaseMinute, 'amount'>;

export function minuteOf(date: Date): number {
  return Math.floor(date.getTime() / 60_000);
}
