import type { PageServer } from '../network/page-server';
import type { NetworkConditions } from '../network/throttled-connection';
import type { MeasuredPage } from '../pages';
import { type ObservedTab, type VisitOptions, waitUntilHydrated, withVisitor } from './browser';
import { hopsToLargestPaint } from './hops';
import type { Observed } from './observe';
import type { Transfer } from './requests';

/** Time until an interaction is painted and reported, in milliseconds. */
const INTERACTION = 500;

/** The cost of one cold visit of one page. Times in milliseconds since the navigation, sizes in bytes. */
export interface LoadFigures {
  readonly fcp: number | undefined;
  readonly lcp: number | undefined;
  /** The element of the largest paint. */
  readonly lcpElement: string | undefined;
  readonly cls: number;
  /** Total blocking time between first paint and hydration. */
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
}

/** Visits a page with an empty cache over a throttled connection. */
export async function measureLoad(options: LoadOptions): Promise<LoadFigures> {
  const { server, conditions, page: measured, hydrates, interacts } = options;
  server.throttle(conditions);
  return withVisitor(options, 'phone', async (tab) => {
    const { page, requests, errors } = tab;
    if (hydrates) await waitUntilHydrated(tab, measured);
    await requests.quiet();
    await waitUntilPainted(tab);
    const observed = await page.evaluate(() => window.pageObservations());
    const inp = interacts ? await interact(tab, measured) : undefined;
    return { ...figuresOf(observed, requests.all()), inp, faults: [...errors, ...requests.failures()] };
  });
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
  { fcp, lcp, cls, longTasks, hydrated }: Observed,
  transfers: readonly Transfer[],
): Omit<LoadFigures, 'inp' | 'faults'> {
  const usable = Math.max(hydrated ?? 0, lcp?.time ?? 0);
  const first = transfers.filter(({ start }) => start <= usable);
  return {
    fcp,
    lcp: lcp?.time,
    lcpElement: lcp?.what,
    cls,
    tbt: fcp === undefined ? undefined : blockingTime(longTasks, fcp, Math.max(usable, fcp)),
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

/** Total blocking time (web.dev/tbt): the part of long tasks beyond 50 ms within a span. */
export function blockingTime(tasks: Observed['longTasks'], from: number, to: number): number {
  return tasks.reduce((total, { start, duration }) => {
    const inside = Math.min(start + duration, to) - Math.max(start, from);
    return total + Math.max(0, inside - 50);
  }, 0);
}
