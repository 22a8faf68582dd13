import type { TelemetrySlot } from '@isa/api-contract';
import { integer, primary, type RowOf, table, varchar } from './columns';

/** A counter of one release within one minute, to which any number of processes add. */
export const ReleaseMinutes = table('release_minutes', {
  minute: primary(integer),
  remote: primary(varchar(40)),
  version: primary(varchar(64)),
  slot: primary(varchar<TelemetrySlot>(16)),
  /** `view`, `failed-view`, `measured-view`, `slow-view` or `error:<phase>`. */
  metric: primary(varchar(24)),
  amount: integer,
});
export type ReleaseMinute = RowOf<typeof ReleaseMinutes>;

export type CounterKey = Omit<ReleaseMinute, 'amount'>;

export function minuteOf(date: Date): number {
  return Math.floor(date.getTime() / 60_000);
}
