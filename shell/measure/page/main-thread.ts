import type { PageThread, TraceEvent } from './trace';

/** Names of the marks (W3C User Timing) between which a page's work is counted. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** One task of a thread: a script, a style calculation, a layout, a paint. Times in milliseconds. */
export interface Task {
  readonly start: number;
  readonly end: number;
  /** Processor time; less than the duration when the thread waited for other programs. */
  readonly work: number;
}

/** Milliseconds after hydration for which blocking tasks count: work that is put off until then blocks, too. */
export const AFTER_HYDRATION = 2_000;

/** Chromium's name of one task of a thread. */
const TASK = 'ThreadControllerImpl::RunTask';
/** Promises that a task has resolved continue after the event of the task, but before anything else can run. */
const CONTINUATION = 'BlinkScheduler_PerformMicrotaskCheckpoint';

/** The tasks of a page's main thread in order; nested tasks count as parts of theirs. Times since the page's origin. */
export function tasksOf(events: readonly TraceEvent[], { pid, tid, origin }: PageThread): Task[] {
  const ordered = events
    .filter((event) => event.ph === 'X' && event.pid === pid && event.tid === tid)
    .filter(({ name }) => name === TASK || name === CONTINUATION)
    .sort((a, b) => a.ts - b.ts);
  const outer: Task[] = [];
  for (const { name, ts, dur = 0, tdur = dur } of ordered) {
    const start = (ts - origin) / 1000;
    const end = start + dur / 1000;
    const last = outer.at(-1);
    if (last && start < last.end) continue;
    if (last && name === CONTINUATION) {
      outer[outer.length - 1] = { ...last, end, work: last.work + tdur / 1000 };
    } else {
      outer.push({ start, end, work: tdur / 1000 });
    }
  }
  return outer;
}

/** The processor time of a task within a span. */
function workWithin({ start, end, work }: Task, from: number, to: number): number {
  const inside = Math.min(end, to) - Math.max(start, from);
  return inside <= 0 ? 0 : work * (inside / (end - start));
}

/**
 * How long the thread that set both marks worked between them, in milliseconds of processor time. Of a task across a mark,
 * the part between the marks counts.
 * @throws Error when a mark is missing.
 */
export function workBetween(events: readonly TraceEvent[], { from, to }: Span): number {
  const begin = events.find(({ name }) => name === from);
  const end = events.find(({ name }) => name === to);
  if (!begin || !end) throw new Error(`The trace has no mark "${begin ? to : from}".`);
  const tasks = tasksOf(events, { ...begin, origin: begin.ts });
  return tasks.reduce((sum, task) => sum + workWithin(task, 0, (end.ts - begin.ts) / 1000), 0);
}

/**
 * Total blocking time (web.dev/tbt) by processor time, so that other load of the machine does not count: the part of each
 * task beyond 50 ms within a span.
 * @param slowdown how many times slower than measured the visitor's processor is.
 */
export function blockingTime(tasks: readonly Task[], from: number, to: number, slowdown = 1): number {
  return tasks.reduce((total, task) => total + Math.max(0, slowdown * workWithin(task, from, to) - 50), 0);
}
