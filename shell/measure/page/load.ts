import type { Browser } from '@playwright/test';
import type { PageServer } from '../network/page-server';
import type { NetworkConditions } from '../network/shaped-connection';
import { newVisitor, watchedPage, type WatchedPage } from './browser';
import { hopsToLargestPaint } from './hops';
import type { Observed } from './observe';
import type { BenchRoute } from '../routes';

/** How long an interaction may take until it is painted and reported, in milliseconds. */
const INTERACTION = 500;

/** What one cold visit of one page cost. Times in milliseconds since the navigation, sizes in bytes. */
export interface LoadFigures {
  readonly fcp: number | undefined;
  readonly lcp: number | undefined;
  /** What was painted then. */
  readonly lcpElement: string | undefined;
  readonly cls: number;
  /** Sum of what tasks took beyond 50 ms between first paint and hydration. */
  readonly tbt: number | undefined;
  readonly hydrated: number | undefined;
  readonly inp: number | undefined;
  /** Scripts asked for before the page could be used and had its largest paint. */
  readonly scriptBytes: number;
  /** Everything asked for before then. */
  readonly bytes: number;
  readonly requests: number;
  /** The page itself, on the wire: what is not in the first flight of 14 KB costs a round trip. */
  readonly documentBytes: number;
  /** Everything until nothing had come for half a second. */
  readonly bytesAtRest: number;
  readonly requestsAtRest: number;
  readonly hops: number | undefined;
  /** Console and page errors, and addresses that failed. */
  readonly faults: readonly string[];
}

export interface LoadOptions {
  readonly browser: Browser;
  readonly server: PageServer;
  readonly conditions: NetworkConditions;
  readonly origin: string;
  readonly route: BenchRoute;
  /** How many times slower than this machine the visitor's is. */
  readonly slowdown: number;
  /** Whether a page of this variant ever gets alive. */
  readonly scripted: boolean;
  /** Whether it is used once as well; it is unless said otherwise. */
  readonly used?: boolean;
}

/** Visits a page with an empty cache over a line of its own, and, unless that is not wanted, uses it once. */
export async function measureLoad(options: LoadOptions): Promise<LoadFigures> {
  const { browser, server, conditions, origin, route, slowdown, scripted, used = scripted } = options;
  server.newLine(conditions);
  const context = await newVisitor(browser, 'phone', origin, route.withBasket);
  try {
    const watched = await watchedPage(context, route.marker, slowdown);
    const { page, requests, errors } = watched;
    await page.goto(`${origin}${route.path}`, { waitUntil: 'load', timeout: 60_000 });
    if (scripted) await waitUntilHydrated(watched, route);
    await requests.quiet();
    await untilIdle(watched);
    const observed = await page.evaluate(() => window.benchObserved());
    const inp = used ? await interact(watched, route) : undefined;
    return figures(observed, requests, inp, [...errors, ...requests.failures()]);
  } finally {
    await context.close();
  }
}

export async function waitUntilHydrated({ page }: WatchedPage, route: BenchRoute): Promise<void> {
  await page
    .waitForFunction(() => window.benchObserved().hydrated !== undefined, undefined, { timeout: 30_000 })
    .catch(() => {
      throw new Error(`${route.path} did not come alive: nothing matches ${JSON.stringify(route.marker)}.`);
    });
}

/** What has arrived is painted, and the observers have been told. A large picture may take a busy machine long. */
async function untilIdle({ page }: WatchedPage): Promise<void> {
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

/** @returns the duration of the interaction, or 16 ms where it took no longer than one frame. */
async function interact({ page }: WatchedPage, { interaction }: BenchRoute): Promise<number> {
  const before = await page.evaluate(() => performance.now());
  const { selector, text } = interaction;
  const target = page.locator(selector, text ? { hasText: new RegExp(text, 'i') } : {}).first();
  await target.tap({ timeout: 10_000 });
  await page.waitForTimeout(INTERACTION);
  const { interactions } = await page.evaluate(() => window.benchObserved());
  return Math.max(16, ...interactions.filter(({ start }) => start >= before).map(({ duration }) => duration));
}

function figures(
  observed: Observed,
  requests: WatchedPage['requests'],
  inp: number | undefined,
  faults: readonly string[],
): LoadFigures {
  const { fcp, lcp, cls, longTasks, hydrated } = observed;
  const transfers = requests.transfers();
  const usable = Math.max(hydrated ?? 0, lcp?.time ?? 0);
  const first = transfers.filter(({ start }) => start <= usable);
  const sum = (list: typeof transfers) => list.reduce((total, { bytes }) => total + bytes, 0);
  return {
    fcp,
    lcp: lcp?.time,
    lcpElement: lcp?.what,
    cls,
    tbt: fcp === undefined ? undefined : blockingTime(longTasks, fcp, Math.max(usable, fcp)),
    hydrated,
    inp,
    scriptBytes: sum(first.filter(({ type, url }) => type === 'Script' || /\.js(?:\?|$)/.test(url))),
    bytes: sum(first),
    requests: first.length,
    documentBytes: sum(first.filter(({ type }) => type === 'Document')),
    bytesAtRest: sum(transfers),
    requestsAtRest: transfers.length,
    hops: lcp && hopsToLargestPaint(transfers, lcp),
    faults,
  };
}

/** Total blocking time (web.dev/tbt): what long tasks take beyond 50 ms within a span. */
export function blockingTime(
  tasks: readonly { readonly start: number; readonly duration: number }[],
  from: number,
  to: number,
): number {
  return tasks.reduce((total, { start, duration }) => {
    const inside = Math.min(start + duration, to) - Math.max(start, from);
    return total + Math.max(0, inside - 50);
  }, 0);
}
