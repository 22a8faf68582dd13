import { type ObservedTab, waitUntilHydrated, withVisitor } from './browser';
import type { ThrottledVisit } from './load';
import { type Span, workBetween } from './main-thread';
import { traced } from './trace';

/** The header's links to pages of every remote, in the order in which they are followed. */
export const LINKS = [
  '/isa-books/all-books',
  '/isa-online-courses',
  '/isa-services',
  '/isa-blog',
  '/isa-about-us',
];
/** Time for which a visitor reads the first page, in milliseconds; visible links may be prefetched meanwhile. */
const READING = 3_000;
/** Time for which the pointer hovers over a link before the click, in milliseconds. */
const HOVER = 300;

/** The marks of a click and of the frame with the next heading. */
const SPAN: Span = { from: 'bench-click', to: 'bench-painted' };

/** How the link is followed: hovered before a click, or touched. */
export type Pointer = 'hover' | 'touch';

/** One click on a link. Milliseconds. */
export interface NavigationFigures {
  readonly path: string;
  /** From the click or the touch to the frame with the next page's heading. */
  readonly latency: number;
  /** Work of the main thread between the two: scripts, styles, layout and paint. Later prefetching is excluded. */
  readonly work: number;
}

/** Follows links of the header over a throttled connection. */
export async function measureNavigations(
  visit: ThrottledVisit,
  pointer: Pointer,
): Promise<NavigationFigures[]> {
  visit.server.throttle(visit.conditions);
  return withVisitor(visit, pointer === 'hover' ? 'desktop' : 'tablet', async (tab) => {
    await waitUntilHydrated(tab, visit.page);
    await tab.page.waitForTimeout(READING);
    await tab.requests.quiet();
    const figures: NavigationFigures[] = [];
    for (const path of LINKS) {
      figures.push(await follow(tab, path, pointer));
      await tab.requests.quiet();
    }
    return figures;
  });
}

async function follow(
  { page, session }: ObservedTab,
  path: string,
  pointer: Pointer,
): Promise<NavigationFigures> {
  const link = page.locator(`header nav a[href="${path}"]`).first();
  const isHovered = pointer === 'hover';
  if (isHovered) {
    await link.hover();
    await page.waitForTimeout(HOVER);
  }
  const { x, y, width, height } = (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  let latency = 0;
  const events = await traced(session, async () => {
    const observed = await page.evaluateHandle(observeNextHeading, {
      path,
      span: SPAN,
      // What a page prepares when it is touched is work for this navigation, too.
      begin: isHovered ? 'click' : 'pointerdown',
    });
    // The locator's click would search for the link again.
    if (isHovered) {
      await page.mouse.down();
      await page.mouse.up();
    } else {
      await page.touchscreen.tap(x + width / 2, y + height / 2);
    }
    latency = await observed.evaluate(({ painted }) => painted);
  });
  return { path, latency, work: workBetween(events, SPAN) };
}

/**
 * Runs in the page: measures from the next event `begin` to the frame after another heading was shown. The promise is wrapped in
 * an object because Playwright would await a bare one.
 */
function observeNextHeading({ path, span, begin }: { path: string; span: Span; begin: string }): {
  painted: Promise<number>;
} {
  // A page may be rendered ahead of the click, hidden.
  const heading = () =>
    [...document.querySelectorAll('main h1')].find((element) => element.checkVisibility())?.textContent;
  const before = heading();
  const painted = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error(`${path} did not show its heading.`)), 30_000);
    addEventListener(
      begin,
      ({ timeStamp }) => {
        performance.mark(span.from, { startTime: timeStamp });
        // Polling every frame would cause frames that the page itself does not need.
        const observer = new MutationObserver(() => {
          if (location.pathname !== path) return;
          const now = heading();
          if (!now || now === before) return;
          observer.disconnect();
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
        observer.observe(document, {
          childList: true,
          characterData: true,
          attributeFilter: ['style', 'hidden'],
          subtree: true,
        });
      },
      { capture: true, once: true },
    );
  });
  return { painted };
}
