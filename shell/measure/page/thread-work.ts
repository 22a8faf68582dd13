import type { Browser, Page } from '@playwright/test';
import { SLOW_4G } from '../network/throttled-connection';
import { newVisitor } from './browser';
import { AFTER_HYDRATION, blockingTime, type Task, tasksOf } from './main-thread';
import { divideWork, SAMPLED, type WorkPart } from './samples';
import { markClock, type PageThread, threadOf, traced, type TraceEvent } from './trace';

/** An event within a task. */
export interface TaskEvent {
  readonly name: string;
  readonly work: number;
}

export interface LongTask extends Task {
  /** Its largest events, the largest first. */
  readonly events: readonly TaskEvent[];
}

/** The main thread's work for one cold visit. Processor time in milliseconds, not slowed down. */
export interface ThreadWork {
  readonly work: number;
  /** Total blocking time with a processor slower by the wanted factor. */
  readonly tbt: number;
  readonly longTasks: readonly LongTask[];
  /** Empty without sampling. */
  readonly parts: readonly WorkPart[];
}

export interface ThreadWorkOptions {
  readonly browser: Browser;
  readonly origin: string;
  readonly path: string;
  readonly withBasket: boolean;
  /** Waits until the site's page is hydrated. */
  readonly hydrated: (page: Page) => Promise<void>;
  /** How many times slower than this machine the visitor's processor is; the visit itself is not slowed down. */
  readonly factor: number;
  /** Whether the profiler samples the thread, which slows scripts down. */
  readonly samples: boolean;
}

/**
 * Visits a page with an empty cache over the developer tools' slow 4G, and measures its main thread. Nothing else runs in
 * the page meanwhile: observers would cause frames that the page itself does not need.
 * @throws Error when the page paints nothing.
 */
export async function measureThreadWork(options: ThreadWorkOptions): Promise<ThreadWork> {
  const { browser, origin, path, withBasket, hydrated, factor, samples } = options;
  const context = await newVisitor(browser, 'phone', origin, withBasket);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW_4G.roundTrip,
      downloadThroughput: SLOW_4G.downBitsPerSecond / 8,
      uploadThroughput: SLOW_4G.upBitsPerSecond / 8,
    });
    let marked = 0;
    const events = await traced(
      session,
      async () => {
        await page.goto(`${origin}${path}`, { timeout: 60_000 });
        await hydrated(page);
        marked = await markClock(page);
        await page.waitForTimeout(AFTER_HYDRATION);
      },
      samples ? SAMPLED : ['devtools.timeline'],
    );
    const fcp = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    if (fcp === undefined) throw new Error(`${path} painted nothing.`);
    const end = marked + AFTER_HYDRATION;
    const thread = threadOf(events, marked);
    const tasks = tasksOf(events, thread).filter((task) => task.start >= 0 && task.start <= end);
    return {
      work: tasks.reduce((sum, task) => sum + task.work, 0),
      tbt: blockingTime(tasks, fcp, end, factor),
      longTasks: tasks
        .filter(({ work }) => work * factor > 50)
        .map((task) => ({ ...task, events: largestEvents(events, thread, task) })),
      parts: samples ? divideWork(events, thread, tasks) : [],
    };
  } finally {
    await context.close();
  }
}

/** Shorter events are not listed. Milliseconds. */
const NOTABLE = 1.5;

function largestEvents(events: readonly TraceEvent[], thread: PageThread, { start, end }: Task): TaskEvent[] {
  return events
    .filter(({ ph, pid, tid, name, ts, dur = 0 }) => {
      const from = (ts - thread.origin) / 1000;
      const isOwn = ph === 'X' && pid === thread.pid && tid === thread.tid && !name.includes('RunTask');
      return isOwn && from >= start && from + dur / 1000 <= end;
    })
    .map((event) => ({ name: describe(event), work: (event.tdur ?? event.dur ?? 0) / 1000 }))
    .filter(({ work }) => work > NOTABLE)
    .sort((a, b) => b.work - a.work)
    .slice(0, 6);
}

/** The event's name with its script or function. */
function describe({ name, args }: TraceEvent): string {
  const data = args?.data;
  if (typeof data !== 'object' || data === null) return name;
  const script = 'url' in data ? String(data.url).split('/').pop() : '';
  const called = 'functionName' in data ? String(data.functionName) : '';
  const where = [called, script].filter(Boolean).join(' ');
  return where ? `${name} (${where})` : name;
}
