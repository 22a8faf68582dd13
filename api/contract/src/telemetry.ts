/**
 * What pages report about themselves. No event holds anything about its visitor: no address, no text, no id.
 * Plain values without zod, so that the browser's side is small; `schemas/telemetry.ts` holds events against them.
 */

/** How a release came to be used: as everybody's, as a canary, in place of a failed one, by a developer's choice. */
export const TELEMETRY_SLOTS = ['live', 'canary', 'previous', 'override'] as const;
export type TelemetrySlot = (typeof TELEMETRY_SLOTS)[number];

/**
 * Where a release failed: its entry or exposed chunk did not arrive (`fetch`), was not what the registry promised
 * (`integrity`), threw while being evaluated (`evaluate`) or did not become a remote (`load`); a later chunk did not
 * arrive (`chunk`); a page threw while rendering (`render`); or nobody caught an error of its scripts (`uncaught`).
 */
export const ERROR_PHASES = [
  'fetch',
  'integrity',
  'evaluate',
  'load',
  'chunk',
  'render',
  'uncaught',
] as const;
export type ErrorPhase = (typeof ERROR_PHASES)[number];

/** Core web vitals and their companions: milliseconds, but for CLS, which has no unit. */
export const VITAL_NAMES = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;
export type VitalName = (typeof VITAL_NAMES)[number];

/** Events of one beacon. */
export const TELEMETRY_EVENTS_MAX = 50;
/** Longest time that is believed, in milliseconds; a tab may have slept in between. */
export const TELEMETRY_TIME_MAX = 600_000;
/** `shell`, or a remote's name. */
export const TELEMETRY_REMOTE = /^[a-z][a-z0-9-]{0,39}$/;
export const TELEMETRY_VERSION = /^[0-9A-Za-z][\w.+-]{0,63}$/;
/**
 * A route's pattern such as `/isa-books/:bookId`. A segment begins with a letter or a colon and is short, so
 * that ids, tokens, queries and fragments of real addresses are refused.
 */
export const TELEMETRY_ROUTE = /^(?:\/|(?:\/(?::?[A-Za-z][A-Za-z0-9_-]{0,39}\??|\*))+)$/;

/** An interaction slower than this is not good any more, in milliseconds (https://web.dev/articles/inp). */
export const SLOW_INTERACTION = 200;
