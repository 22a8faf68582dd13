import type { TelemetrySlot } from '@isa/api-contract';
import { EntitySchema } from 'typeorm';
import { integer, words } from './columns';

/** How often one thing was reported of one release within one minute. Any number of processes add to it. */
export interface ReleaseMinute {
  /** Whole minutes since 1970, UTC. */
  readonly minute: number;
  readonly remote: string;
  readonly version: string;
  readonly slot: TelemetrySlot;
  /** `view`, `failed-view`, `error:<phase>`, `load` or a vital's name. */
  readonly metric: string;
  /** Of a measured value the upper bound of its histogram bucket, 0 for what is only counted. */
  readonly bucket: number;
  amount: number;
}

export const ReleaseMinutes = new EntitySchema<ReleaseMinute>({
  name: 'ReleaseMinute',
  tableName: 'release_minutes',
  columns: {
    minute: { ...integer, primary: true },
    remote: { ...words(40), primary: true },
    version: { ...words(64), primary: true },
    slot: { ...words(16), primary: true },
    metric: { ...words(24), primary: true },
    bucket: { ...integer, primary: true },
    amount: integer,
  },
});
