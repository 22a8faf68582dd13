import { z } from 'zod';
import type { Valid } from '../../../platform/formats/parse-json';

/** Lighthouse's assumption about a phone: how many times slower its processor is than this machine's. */
const SLOWDOWN = 4;
/** Milliseconds after hydration for which tasks count: work that is postponed until then blocks as well. */
const AFTER_HYDRATION = 2_000;
/** Milliseconds that no task may exceed (web.dev/tbt). */
const ALLOWED = 50;

/** An event of Chromium's tracing with the fields that are used here; times are microseconds. */
const eventSchema = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  /** Processor time. During the rest of `dur` the thread waited for other programs of a busy machine. */
  tdur: z.number().optional(),
  dur: z.number().optional(),
});

export const traceSchema = z.object({ traceEvents: z.array(eventSchema) });

/**
 * Lighthouse's own total counts the clock's time, which other programs prolong.
 * @param hydrated the mark (W3C User Timing) of a page that is interactive.
 * @returns milliseconds; `undefined` without that mark or a paint.
 */
export function blockingTime({ traceEvents }: Valid<typeof traceSchema>, hydrated: string) {
  const mark = traceEvents.find(({ name }) => name === hydrated);
  const own = traceEvents.filter(({ pid, tid }) => pid === mark?.pid && tid === mark.tid);
  const paint = own.find(({ name }) => name === 'firstContentfulPaint');
  if (!mark || !paint) return undefined;
  const end = mark.ts + AFTER_HYDRATION * 1_000;
  let total = 0;
  let last = 0;
  for (const { ts, dur = 0, tdur = dur } of own
    .filter(({ name }) => name === 'RunTask')
    .sort((a, b) => a.ts - b.ts)) {
    // A task within another one is a part of it and must not count twice.
    if (ts < last || dur === 0) continue;
    last = ts + dur;
    const counted = Math.max(0, Math.min(last, end) - Math.max(ts, paint.ts)) / dur;
    total += Math.max(0, (SLOWDOWN * tdur * counted) / 1_000 - ALLOWED);
  }
  return total;
}
