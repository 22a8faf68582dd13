import { z } from 'zod';
import {
  ERROR_PHASES,
  TELEMETRY_EVENTS_MAX,
  TELEMETRY_REMOTE,
  TELEMETRY_ROUTE,
  TELEMETRY_SLOTS,
  TELEMETRY_TIME_MAX,
  TELEMETRY_VERSION,
  VITAL_NAMES,
} from '../telemetry';
import { timestampSchema } from './shared';

/** What every event says: which release it is about. */
const release = {
  remote: z.string().regex(TELEMETRY_REMOTE),
  version: z.string().regex(TELEMETRY_VERSION),
  slot: z.enum(TELEMETRY_SLOTS),
  /** The pattern of the page's route, never an address. */
  route: z.string().max(120).regex(TELEMETRY_ROUTE).optional(),
};
const milliseconds = z.number().min(0).max(TELEMETRY_TIME_MAX);

/**
 * One event. Fields that are not named here are refused, so that nobody reports more than was decided.
 */
export const telemetryEventSchema = z.discriminatedUnion('kind', [
  /** A page of this release was to be shown, by a first load or a navigation, whether or not that worked out. */
  z.strictObject({ kind: z.literal('view'), ...release }),
  z.strictObject({
    kind: z.literal('error'),
    ...release,
    phase: z.enum(ERROR_PHASES),
    /** No error of this release was reported for this view before: these are the views that failed. */
    first: z.boolean(),
  }),
  /** How long it took from wanting the remote to having it. */
  z.strictObject({ kind: z.literal('load'), ...release, ms: milliseconds }),
  z.strictObject({ kind: z.literal('vital'), ...release, name: z.enum(VITAL_NAMES), value: milliseconds }),
]);
export type TelemetryEvent = z.infer<typeof telemetryEventSchema>;

const count = z.number().int().min(0);
/** How many values came in, and the 75th percentile as an estimate within its histogram bucket. */
const distribution = z.object({ count, p75: z.number().nullable() });

export const releaseTelemetrySchema = z.object({
  remote: z.string(),
  version: z.string(),
  slot: z.enum(TELEMETRY_SLOTS),
  views: count,
  /** Views with at least one error. May exceed `views` by what was lost on its way: limit it before dividing. */
  failedViews: count,
  errors: z.record(z.enum(ERROR_PHASES), count),
  load: distribution,
  LCP: distribution,
  /** `slow`: interactions over 200 ms, counted and not estimated. */
  INP: distribution.extend({ slow: count }),
  CLS: distribution,
  FCP: distribution,
  TTFB: distribution,
});
export type ReleaseTelemetry = z.infer<typeof releaseTelemetrySchema>;

export const telemetrySchemas = {
  telemetry: {
    summary: 'Report how releases do; sent by pages as a beacon and answered with 204',
    body: z.strictObject({ events: z.array(telemetryEventSchema).min(1).max(TELEMETRY_EVENTS_MAX) }),
    response: z.undefined(),
  },
  releaseTelemetry: {
    summary: 'How releases did, for operators: needs the header "Authorization: Bearer <OPS_TOKEN>"',
    query: z.strictObject({
      /** How far to look back; whole minutes, the current one included. */
      minutes: z.coerce.number<string | number>().int().min(1).max(1440).default(60),
    }),
    response: z.object({
      /** Beginning of the first minute that was counted, and the time of this answer. */
      from: timestampSchema,
      until: timestampSchema,
      releases: z.array(releaseTelemetrySchema),
    }),
  },
} as const;
