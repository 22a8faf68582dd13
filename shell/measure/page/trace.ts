import type { CDPSession, Page } from '@playwright/test';
import { z } from 'zod';

/** An event of Chromium's tracing, as far as it is used here; times in microseconds. */
const traceEventSchema = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  id: z.union([z.string(), z.number()]).optional(),
  ts: z.number(),
  dur: z.number().optional(),
  /** Processor time; the rest of `dur` the thread waited for other programs of a busy machine. */
  tdur: z.number().optional(),
  args: z.object({ data: z.unknown() }).partial().optional(),
});

export type TraceEvent = Readonly<z.infer<typeof traceEventSchema>>;

/** Tasks of all threads, and the page's marks (W3C User Timing). Every further category slows the page down. */
const TASKS_AND_MARKS = ['toplevel', 'blink.user_timing'];

/** Traces a page while `run` runs. @param more further categories of Chromium's tracing. */
export async function traced(
  session: CDPSession,
  run: () => Promise<void>,
  more: readonly string[] = [],
): Promise<readonly TraceEvent[]> {
  const events: unknown[] = [];
  const collect = ({ value }: { value: unknown[] }) => events.push(...value);
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [...TASKS_AND_MARKS, ...more] },
  });
  try {
    await run();
  } finally {
    const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
    await session.send('Tracing.end');
    await complete;
    session.off('Tracing.dataCollected', collect);
  }
  return z.array(traceEventSchema).parse(events);
}

/** A page's main thread in a trace, and when the page's clock began. */
export interface PageThread {
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the trace's clock. */
  readonly origin: number;
}

const CLOCK = 'measure-clock';

/** Sets a mark by which {@link threadOf} finds the page's main thread. Call it while the page is traced. */
export async function markClock(page: Page): Promise<number> {
  return page.evaluate((name) => performance.mark(name).startTime, CLOCK);
}

/** @param marked what {@link markClock} returned, in milliseconds. @throws Error when the trace has no such mark. */
export function threadOf(events: readonly TraceEvent[], marked: number): PageThread {
  const mark = events.find(({ name }) => name === CLOCK);
  if (!mark) throw new Error(`The trace has no mark "${CLOCK}".`);
  return { pid: mark.pid, tid: mark.tid, origin: mark.ts - marked * 1000 };
}
