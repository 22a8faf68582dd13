import type { PageServer } from '../network/page-server';
import type { NetworkConditions } from '../network/throttled-connection';
import type { MeasuredPage } from '../pages';
import { type ObservedTab, type VisitOptions, waitUntilHydrated, withEmptyTab } from './browser';
import { hopsToLargestPaint } from './hops';
import { AFTER_HYDRATION, blockingTime, type Task, tasksOf } from './main-thread';
import type { Observed } from './observe';
import type { Transfer } from './requests';
import { markClock, threadOf, traced } from './trace';

/** Time until an interaction is painted and reported, in milliseconds. */
const INTERACTION = 500;

/** The cost of one cold visit of one page. Times in milliseconds since the navigation, sizes in bytes. */
export interface LoadFigures {
  readonly fcp: number | undefined;
  readonly lcp: number | undefined;
  /** The element of the largest paint. */
  readonly lcpElement: string | undefined;
  readonly cls: number;
  /** Total blocking time by processor time, from first paint until two seconds after the page is painted and hydrated. */
  readonly tbt: number | undefined;
  readonly hydrated: number | undefined;
  readonly inp: number | undefined;
  /** Scripts requested before the page was hydrated and had its largest paint. */
  readonly scriptBytes: number;
  /** Everything requested before then. */
  readonly bytes: number;
  readonly requests: number;
  /** The HTML on the wire: what exceeds the initial congestion window of 14 KB costs a round trip. */
  readonly documentBytes: number;
  /** Everything until there was no traffic for half a second. */
  readonly bytesAtRest: number;
  readonly requestsAtRest: number;
  readonly hops: number | undefined;
  /** Console and page errors, and addresses that failed. */
  readonly faults: readonly string[];
}

/** A visit over a throttled connection. */
export interface ThrottledVisit extends VisitOptions {
  readonly server: PageServer;
  readonly conditions: NetworkConditions;
}

export interface LoadOptions extends ThrottledVisit {
  /** Whether the page is hydrated at all. */
  readonly hydrates: boolean;
  /** Whether an interaction is measured as well. */
  readonly interacts: boolean;
  /** The factor of total blocking time where `slowdown` is not the visitor's: 1 by default. */
  readonly blockingFactor?: number;
}

/** Visits a page with an empty cache over a throttled connection. */
export async function measureLoad(options: LoadOptions): Promise<LoadFigures> {
  const { server, conditions, page: measured, hydrates, interacts, blockingFactor } = options;
  server.throttle(conditions);
  return withEmptyTab(options, 'phone', async (tab, open) => {
    const { page, session, requests, errors } = tab;
    let clock = 0;
    const events = await traced(session, async () => {
      await open();
      if (hydrates) await waitUntilHydrated(tab, measured);
      await requests.quiet();
      await waitUntilPainted(tab);
      clock = await waitAfterHydration(tab);
    });
    const observed = await page.evaluate(() => window.pageObservations());
    const inp = interacts ? await interact(tab, measured) : undefined;
    const tasks = tasksOf(events, threadOf(events, clock));
    return {
      ...figuresOf(observed, requests.all(), tasks, blockingFactor),
      inp,
      faults: [...errors, ...requests.failures()],
    };
  });
}

/** @returns the page's clock, which is marked in the trace. */
async function waitAfterHydration({ page }: ObservedTab): Promise<number> {
  const observed = await page.evaluate(() => window.pageObservations());
  const now = await markClock(page);
  await page.waitForTimeout(Math.max(0, usableAt(observed) + AFTER_HYDRATION - now));
  return now;
}

/** When the page is painted and hydrated. */
function usableAt({ hydrated, lcp }: Pick<Observed, 'hydrated' | 'lcp'>): number {
  return Math.max(hydrated ?? 0, lcp?.time ?? 0);
}

/** Waits until everything is painted and the observers were called, which takes long for a large picture. */
async function waitUntilPainted({ page }: ObservedTab): Promise<void> {
  await page.evaluate(async () => {
    const arrived = [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
    await Promise.allSettled(arrived.map((image) => image.decode()));
    for (let frames = 0; frames < 3; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5_000 }));
  });
  await page.waitForTimeout(200);
}

/** @returns the duration of the interaction, at least one frame of 16 ms. */
async function interact(
  { page }: ObservedTab,
  { marker, interaction = marker }: MeasuredPage,
): Promise<number> {
  const before = await page.evaluate(() => performance.now());
  const { selector, text } = interaction;
  const target = page.locator(selector, text ? { hasText: new RegExp(text, 'i') } : {}).first();
  await target.tap({ timeout: 10_000 });
  await page.waitForTimeout(INTERACTION);
  const { interactions } = await page.evaluate(() => window.pageObservations());
  return Math.max(16, ...interactions.filter(({ start }) => start >= before).map(({ duration }) => duration));
}

function figuresOf(
  observed: Observed,
  transfers: readonly Transfer[],
  tasks: readonly Task[],
  blockingFactor?: number,
): Omit<LoadFigures, 'inp' | 'faults'> {
  const { fcp, lcp, cls, hydrated } = observed;
  const usable = usableAt(observed);
  const first = transfers.filter(({ start }) => start <= usable);
  return {
    fcp,
    lcp: lcp?.time,
    lcpElement: lcp?.what,
    cls,
    tbt: fcp === undefined ? undefined : blockingTime(tasks, fcp, usable + AFTER_HYDRATION, blockingFactor),
    hydrated,
    scriptBytes: sumOfBytes(first.filter(({ type, url }) => type === 'Script' || /\.js(?:\?|$)/.test(url))),
    bytes: sumOfBytes(first),
    requests: first.length,
    documentBytes: sumOfBytes(first.filter(({ type }) => type === 'Document')),
    bytesAtRest: sumOfBytes(transfers),
    requestsAtRest: transfers.length,
    hops: lcp && hopsToLargestPaint(transfers, lcp),
  };
}

export function sumOfBytes(transfers: readonly Transfer[]): number {
  return transfers.reduce((total, { bytes }) => total + bytes, 0);
}
