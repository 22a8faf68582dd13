import type { Browser } from '@playwright/test';
import type { PageServer } from '../network/page-server';
import type { NetworkConditions } from '../network/shaped-connection';
import type { BenchRoute } from '../routes';
import { newVisitor, watchedPage, type WatchedPage } from './browser';
import { waitUntilHydrated } from './load';
import { type Span, traced, workBetween } from './main-thread';

/** The header's links to pages of every remote, in the order in which they are followed. */
export const LINKS = [
  '/isa-books/all-books',
  '/isa-online-courses',
  '/isa-services',
  '/isa-blog',
  '/isa-about-us',
];
/** How long a visitor reads the first page, in milliseconds: links in view may be fetched ahead meanwhile. */
const READING = 3_000;
/** How long a pointer rests on a link before it is pressed, in milliseconds. */
const HOVER = 300;

/** The marks of a click and of the frame with the next heading. */
const SPAN: Span = { from: 'bench-click', to: 'bench-painted' };

/** One click on a link. Milliseconds. */
export interface NavigationFigures {
  readonly path: string;
  /** From the click to the frame with the next page's heading. */
  readonly latency: number;
  /**
   * What the page's main thread did between the two: scripts, styles, layout and paint. What follows the painted
   * heading, such as pages that are fetched ahead, is not part of it.
   */
  readonly work: number;
}

export interface NavigationOptions {
  readonly browser: Browser;
  readonly server: PageServer;
  readonly conditions: NetworkConditions;
  readonly slowdown: number;
  readonly origin: string;
  readonly from: BenchRoute;
}

/** Follows links of the header, each hovered first, over a line of their own. */
export async function measureNavigations(options: NavigationOptions): Promise<NavigationFigures[]> {
  const { browser, server, conditions, slowdown, origin, from } = options;
  server.newLine(conditions);
  const context = await newVisitor(browser, 'desk', origin);
  try {
    const watched = await watchedPage(context, from.marker, slowdown);
    await watched.page.goto(`${origin}${from.path}`, { waitUntil: 'load', timeout: 60_000 });
    await waitUntilHydrated(watched, from);
    await watched.page.waitForTimeout(READING);
    await watched.requests.quiet();
    const figures: NavigationFigures[] = [];
    for (const path of LINKS) {
      figures.push(await follow(watched, path));
      await watched.requests.quiet();
    }
    return figures;
  } finally {
    await context.close();
  }
}

async function follow({ page, session }: WatchedPage, path: string): Promise<NavigationFigures> {
  const link = page.locator(`header nav a[href="${path}"]`).first();
  await link.hover();
  await page.waitForTimeout(HOVER);
  let latency = 0;
  const events = await traced(session, async () => {
    // Watching has begun before the click: a busy page hears of the pointer first.
    const watched = await page.evaluateHandle(untilPainted, { path, span: SPAN });
    // Not the locator's click: it would look for the link once more.
    await page.mouse.down();
    await page.mouse.up();
    latency = await watched.evaluate(({ painted }) => painted);
  });
  return { path, latency, work: workBetween(events, SPAN) };
}

/**
 * Runs in the page: from the next click to the frame after that in which another heading stands in it. In an object,
 * because a promise alone would be waited for.
 */
function untilPainted({ path, span }: { path: string; span: Span }): { painted: Promise<number> } {
  const heading = () => document.querySelector('main h1')?.textContent;
  const before = heading();
  const painted = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error(`${path} did not show its heading.`)), 30_000);
    addEventListener(
      'click',
      ({ timeStamp }) => {
        performance.mark(span.from, { startTime: timeStamp });
        // Told of changes: a look at every frame would make frames that nobody else has asked for.
        const watcher = new MutationObserver(() => {
          const now = heading();
          if (location.pathname !== path || !now || now === before) return;
          watcher.disconnect();
          requestAnimationFrame(() => {
            // A message posted in a frame arrives once that frame is painted.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => {
              performance.mark(span.to);
              resolve(performance.now() - timeStamp);
            };
            port2.postMessage(undefined);
          });
        });
        watcher.observe(document, { childList: true, characterData: true, subtree: true });
      },
      { capture: true, once: true },
    );
  });
  return { painted };
}
