import type { Page } from '@playwright/test';
import { withEmptyTab } from './browser';
import type { ThrottledVisit } from './load';

/** Milliseconds after the tap until its interaction is reported: it is painted and measured by then on a slow processor. */
const REPORTED = 1_500;

/** The first tap of a visit. Milliseconds. */
export interface FirstClick {
  /** From the first paint to the tap. */
  readonly moment: number;
  /** From the tap to the next paint (W3C Event Timing), at least one frame of 16 ms. */
  readonly latency: number;
}

declare global {
  interface Window {
    /** Reports the duration of an interaction to the measurement, also when its page is left. */
    reportInteraction?: (duration: number) => void;
  }
}

/**
 * Loads a page over a throttled connection, and taps its interactive element at a moment after the first paint, whether or
 * not scripts have run.
 */
export async function measureFirstClick(visit: ThrottledVisit, moment: number): Promise<FirstClick> {
  visit.server.throttle(visit.conditions);
  return withEmptyTab(visit, 'phone', async ({ page }, open) => {
    const durations: number[] = [];
    await page.exposeFunction('reportInteraction', (duration: number) => void durations.push(duration));
    await page.addInitScript(reportInteractions);
    const opened = open();
    const { x, y, waited } = await locate(page, visit);
    await page.waitForTimeout(Math.max(0, moment - waited));
    // Raw events, because a locator would wait for the element to be stable and enabled.
    await page.touchscreen.tap(x, y);
    // A tap on a link cancels the load event that `open` awaits.
    await opened.catch(() => undefined);
    await page.waitForTimeout(REPORTED);
    return { moment, latency: Math.max(16, ...durations) };
  });
}

/** Waits for the first paint. @returns the middle of the interactive element, and how long ago the paint was. */
async function locate(
  page: Page,
  { page: { path, marker, interaction = marker } }: ThrottledVisit,
): Promise<{ x: number; y: number; waited: number }> {
  await page.waitForFunction(
    ({ pathname }) =>
      location.pathname === pathname && performance.getEntriesByName('first-contentful-paint').length > 0,
    { pathname: path },
    { timeout: 60_000, polling: 16 },
  );
  const { selector, text } = interaction;
  const target = page.locator(selector, text ? { hasText: new RegExp(text, 'i') } : {}).first();
  return target.evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const waited = performance.now() - (paint?.startTime ?? 0);
    return { x: x + width / 2, y: y + height / 2, waited };
  });
}

/** Runs in the page before its own scripts. */
function reportInteractions(): void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue;
      window.reportInteraction?.(entry.duration);
    }
  });
  observer.observe({ type: 'event', buffered: true, durationThreshold: 16 });
}
