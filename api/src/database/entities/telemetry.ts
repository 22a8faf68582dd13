import type { TelemetrySlot } from '@isa/api-contract';
import { EntitySchema } from 'typeorm';
import { integer, primary, type Row, varchar } from './columns';

const releaseMinuteColumns = {
  minute: primary(integer),
  remote: primary(varchar(40)),
  version: primary(varchar(64)),
  slot: primary(varchar<TelemetrySlot>(16)),
  /** `view`, `failed-view`, `measured-view`, `slow-view` or `error:<phase>`. */
  metric: primary(varchar(24)),
  amount: integer,
};

/** A counter of one release within one minute, to which any number of processes add. */
export type ReleaseMinute = Row<typeof releaseMinuteColumns>;

export const ReleaseMinutes = new EntitySchema<ReleaseMinute>({
  name: 'ReleaseMinute',
  tableName: 'release_minutes',
  columns: releaseMinuteColumns,
});

export type CounterKey = Omit<ReleaseMinute, 'amount'>;

export function minuteOf(date: Date): number {
  return Math.floor(date.getTime() / 60_000);
}
