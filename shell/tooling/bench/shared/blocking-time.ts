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
type Event = z.infer<typeof eventSchema>;

/**
 * Lighthouse's own total counts the clock's time, which other programs prolong.
 * @param hydrated the mark (W3C User Timing) of a page that is interactive.
 * @returns milliseconds; `undefined` without that mark or a paint.
 */
export function blockingTime({ traceEvents }: Valid<typeof traceSchema>, hydrated: string) {
  const mark = traceEvents.find(({ name }) => name === hydrated);
  const own = eventsOfThread(traceEvents, mark);
  const paint = own.find(({ name }) => name === 'firstContentfulPaint');
  if (!mark || !paint) return undefined;
  const end = mark.ts + AFTER_HYDRATION * 1_000;
  return tasksBetween(own, paint.ts, end).reduce(
    (total, time) => total + Math.max(0, SLOWDOWN * time - ALLOWED),
    0,
  );
}

/**
 * The work of a page between two marks (W3C User Timing).
 * @returns milliseconds of processor time of its main thread; NaN without one of the marks or any task.
 */
export function workBetween({ traceEvents }: Valid<typeof traceSchema>, from: string, to: string): number {
  const [start, end] = [from, to].map((mark) => traceEvents.find(({ name }) => name === mark));
  if (!start || !end) return NaN;
  const tasks = tasksBetween(eventsOfThread(traceEvents, start), start.ts, end.ts);
  if (tasks.length === 0) return NaN;
  return tasks.reduce((total, time) => total + time, 0);
}

function eventsOfThread(events: readonly Event[], one: Event | undefined): readonly Event[] {
  return events.filter(({ pid, tid }) => pid === one?.pid && tid === one.tid);
}

/** @returns the processor time of each task, in milliseconds, as far as it is between two times. */
function tasksBetween(events: readonly Event[], from: number, to: number): readonly number[] {
  const tasks: number[] = [];
  let last = 0;
  for (const { ts, dur = 0, tdur = dur } of events
    .filter(({ name }) => name === 'RunTask')
    .sort((a, b) => a.ts - b.ts)) {
    // A task within another one is a part of it and must not count twice.
    if (ts < last || dur === 0) continue;
    last = ts + dur;
    const share = Math.max(0, Math.min(last, to) - Math.max(ts, from)) / dur;
    tasks.push((tdur * share) / 1_000);
  }
  return tasks;
}
