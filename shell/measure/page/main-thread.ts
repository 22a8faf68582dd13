import type { CDPSession } from '@playwright/test';
import { z } from 'zod';

/** An event of Chromium's tracing, as far as it is used here; times in microseconds. */
const traceEventSchema = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
  /** Processor time; the rest of `dur` the thread waited for other programs of a busy machine. */
  tdur: z.number().optional(),
});

export type TraceEvent = Readonly<z.infer<typeof traceEventSchema>>;

/** Names of the marks (W3C User Timing) between which a page's work is counted. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** Chromium's name of one task of a thread: a script, a style calculation, a layout, a paint. */
const TASK = 'ThreadControllerImpl::RunTask';

/**
 * How long the thread that set both marks worked between them, in milliseconds. Of a task across a mark, the part between
 * the marks counts; nested tasks count once.
 * @throws Error when a mark is missing.
 */
export function workBetween(events: readonly TraceEvent[], { from, to }: Span): number {
  const begin = events.find(({ name }) => name === from);
  const end = events.find(({ name }) => name === to);
  if (!begin || !end) throw new Error(`The trace has no mark "${begin ? to : from}".`);
  const tasks = events
    .filter(({ name, ph, pid, tid }) => name === TASK && ph === 'X' && pid === begin.pid && tid === begin.tid)
    .sort((a, b) => a.ts - b.ts);
  let counted = begin.ts;
  let sum = 0;
  for (const { ts, dur = 0, tdur = dur } of tasks) {
    const start = Math.max(ts, counted);
    const stop = Math.min(ts + dur, end.ts);
    if (stop <= start) continue;
    sum += (stop - start) * (tdur / dur);
    counted = stop;
  }
  return sum / 1000;
}

/** Traces tasks and marks of a page while `run` runs; other categories would slow the page down. */
export async function traced(session: CDPSession, run: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: unknown[] = [];
  const collect = ({ value }: { value: unknown[] }) => events.push(...value);
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
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
