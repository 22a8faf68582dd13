import {
  ERROR_PHASES,
  TELEMETRY_EVENTS_MAX,
  TELEMETRY_PLACE,
  TELEMETRY_REMOTE,
  TELEMETRY_ROUTE,
  TELEMETRY_SLOTS,
  TELEMETRY_TIME_MAX,
  TELEMETRY_VERSION,
  VITAL_NAMES,
} from '@isa/api-contract/base';
import { z } from 'zod';
import { timestampSchema } from '@isa/api-contract/fields';

/** The release that an event is about. */
const release = {
  remote: z.string().regex(TELEMETRY_REMOTE),
  version: z.string().regex(TELEMETRY_VERSION),
  slot: z.enum(TELEMETRY_SLOTS),
  /** The pattern of the page's route, never an actual address. */
  route: z.string().max(120).regex(TELEMETRY_ROUTE).optional(),
};

/** The events are strict, because fields that are not listed here must not be reported. */
export const telemetryEventSchema = z.discriminatedUnion('kind', [
  /** A page of this release was requested by a first load or a navigation, whether or not it could be shown. */
  z.strictObject({ kind: z.literal('view'), ...release }),
  z.strictObject({
    kind: z.literal('error'),
    ...release,
    phase: z.enum(ERROR_PHASES),
    /** The first error of this release in this view; counting these counts the failed views. */
    first: z.boolean(),
    /** Where it was thrown, for `release explain`. */
    place: z.string().regex(TELEMETRY_PLACE).exactOptional(),
  }),
  /** A script of this release broke the Content Security Policy, or a rule that is only reported. */
  z.strictObject({ kind: z.literal('policy'), ...release }),
  z.strictObject({
    kind: z.literal('vital'),
    ...release,
    name: z.enum(VITAL_NAMES),
    /** The vital in milliseconds. */
    value: z.number().min(0).max(TELEMETRY_TIME_MAX),
    /** How earlier vitals of this view have counted it; absent for the first one. */
    counted: z.enum(['measured', 'slow']).exactOptional(),
  }),
]);
/** One event of a beacon. It contains nothing about a visitor. */
export type TelemetryEvent = z.infer<typeof telemetryEventSchema>;

const count = z.number().int().min(0);

const releaseTelemetrySchema = z.object({
  remote: z.string(),
  version: z.string(),
  slot: z.enum(TELEMETRY_SLOTS),
  views: count,
  /** Views with at least one error. May exceed `views`, since beacons get lost: limit it before dividing. */
  failedViews: count,
  errors: z.record(z.enum(ERROR_PHASES), count),
  /** Views with at least one vital, and those of them with a slow one. */
  measuredViews: count,
  slowViews: count,
  /** How often its scripts broke the content policy; from the API before this field none. */
  policyReports: count.default(0),
});
/** The counts of one release and slot within the requested time. */
export type ReleaseTelemetry = z.infer<typeof releaseTelemetrySchema>;

const text = z.string();

const operationsSchema = z.object({
  /** The places of the last days, beginning with those that were reported last. */
  errors: z.array(
    z.object({
      /** The beginning of the hour in which it was last reported. */
      lastAt: timestampSchema,
      remote: text,
      version: text,
      phase: text,
      /** File, line and column, for `release explain`. */
      place: text,
      amount: count,
    }),
  ),
  mails: z.object({
    waiting: count,
    /** When the one that has waited longest was written. */
    oldestAt: timestampSchema.nullable(),
    /** Those that are not tried again, without their recipients. */
    failed: z.array(z.object({ kind: text, createdAt: timestampSchema, attempts: count, lastError: text })),
  }),
});
/** What operators see of errors in browsers and of the mails that wait. */
export type Operations = z.infer<typeof operationsSchema>;

/** The calls of telemetry: the beacon of browsers, and the counts for operators. */
export const telemetrySchemas = {
  telemetry: {
    summary: 'Report telemetry of releases; a beacon, answered with 204',
    body: z.strictObject({ events: z.array(telemetryEventSchema).min(1).max(TELEMETRY_EVENTS_MAX) }),
    response: z.undefined(),
  },
  operations: {
    summary:
      "Errors in browsers and waiting mails for operators; requires a token that is signed with the registry's key",
    response: operationsSchema,
  },
  releaseTelemetry: {
    summary: "Telemetry of releases for operators; requires a token that is signed with the registry's key",
    query: z.strictObject({
      /** Length of the period in whole minutes, including the current one. */
      minutes: z.coerce.number<string | number>().int().min(1).max(1440).default(60),
    }),
    response: z.object({
      /** Start of the first counted minute, and the time of this response. */
      from: timestampSchema,
      until: timestampSchema,
      releases: z.array(releaseTelemetrySchema),
    }),
  },
} as const;
