/*
 * Values of telemetry events, which contain nothing about their visitor: no address, no text, no id. Without zod to
 * keep the browser's scripts small; the schema of their call validates events.
 */

/** Why a release was used: for all visitors, as a canary, instead of a failed release, by a developer's override. */
export const TELEMETRY_SLOTS = ['live', 'canary', 'previous', 'override'] as const;
export type TelemetrySlot = (typeof TELEMETRY_SLOTS)[number];

/**
 * Where a release failed: its entry or exposed chunk did not arrive (`fetch`), did not match its hash (`integrity`),
 * threw during evaluation (`evaluate`) or did not export a remote (`load`); a later chunk did not arrive (`chunk`); a
 * page threw while rendering (`render`); the API refused a call of its loader (`data`); or its scripts threw an uncaught error (`uncaught`).
 */
export const ERROR_PHASES = [
  'fetch',
  'integrity',
  'evaluate',
  'load',
  'chunk',
  'render',
  'data',
  'uncaught',
] as const;
export type ErrorPhase = (typeof ERROR_PHASES)[number];

/** The vitals that make a view slow: its largest paint, and the next paint after an interaction. */
export const VITAL_NAMES = ['LCP', 'INP'] as const;
/** A vital by the name that `web-vitals` gives it. */
export type VitalName = (typeof VITAL_NAMES)[number];

/** Milliseconds above which a vital is slow, that is not good (https://web.dev/articles/vitals). */
const SLOW: Readonly<Record<VitalName, number>> = { LCP: 2_500, INP: 200 };

/** Whether a vital makes its view slow. @param milliseconds as the browser has measured it. */
export function isSlowVital(name: VitalName, milliseconds: number): boolean {
  return milliseconds > SLOW[name];
}

/** Maximum number of events in one beacon. */
export const TELEMETRY_EVENTS_MAX = 50;
/** Longest accepted time in milliseconds: a tab may have been suspended in between. */
export const TELEMETRY_TIME_MAX = 600_000;
/** The name of an app: `shell`, or a remote's. */
export const TELEMETRY_REMOTE = /^[a-z][a-z0-9-]{0,39}$/;
/** A release's version, such as `1.5.0` or `pr-12.0a1b2c3`. */
export const TELEMETRY_VERSION = /^[0-9A-Za-z][\w.+-]{0,63}$/;
/** Where an error was thrown in a script of its release, such as `604.0123456789ab.js:1:2345`; without address and text. */
export const TELEMETRY_PLACE = /^[\w-]{1,40}(?:\.[\w-]{1,20})?\.js:[1-9]\d{0,6}:[1-9]\d{0,6}$/;
/**
 * A route's pattern such as `/isa-books/:bookId`. A segment begins with a letter or a colon and is short, so
 * that ids, tokens, queries and fragments of real addresses are refused.
 */
export const TELEMETRY_ROUTE = /^(?:\/|(?:\/(?::?[A-Za-z][A-Za-z0-9_-]{0,39}\??|\*))+)$/;
