import type { CDPSession } from '@playwright/test';

/** An event of Chromium's tracing, as far as it is read here; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** How much of it the thread had a processor: the rest it waited for other programs of a busy machine. */
  readonly tdur?: number;
}

/** Names of the marks (W3C User Timing) between which a page's work is counted. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** What the browser calls one turn of a thread's loop: a script, a style, a layout, a paint. */
const TASK = 'ThreadControllerImpl::RunTask';

/**
 * How long the thread that set both marks was at work between them, in milliseconds. A task that lies across a mark
 * counts with its part; what stands within another task counts once.
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

/** Traces what a page does meanwhile: tasks and marks, and nothing that would cost much itself. */
export async function traced(session: CDPSession, run: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => events.push(...(value as TraceEvent[]));
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
  return events;
}
