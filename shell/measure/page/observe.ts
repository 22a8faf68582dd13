import type { LargestPaint } from './hops';

/** How to find the element whose liveliness says that a page can be used. */
export interface Marker {
  readonly selector: string;
  /** A part of its text, in lower case. */
  readonly text?: string;
}

/** What a page saw of itself; times in milliseconds since the navigation. */
export interface Observed {
  readonly fcp?: number;
  readonly lcp?: LargestPaint;
  readonly cls: number;
  readonly longTasks: readonly { readonly start: number; readonly duration: number }[];
  /** Event durations (W3C Event Timing) of what counts as an interaction. */
  readonly interactions: readonly { readonly start: number; readonly duration: number }[];
  /** First frame in which the marker had React's props. */
  readonly hydrated?: number;
}

declare global {
  interface Window {
    benchObserved: () => Observed;
  }
}

/**
 * Runs in the page before anything else. It must not refer to anything outside itself: its text is what
 * reaches the page.
 */
export function observe(marker: Marker): void {
  const found: { fcp?: number; lcp?: LargestPaint; hydrated?: number } = {};
  const longTasks: { start: number; duration: number }[] = [];
  const interactions: { start: number; duration: number }[] = [];
  let cls = 0;
  const parsed = new WeakSet<Element>();

  function watch(type: string, see: (entry: PerformanceEntry) => void, more: object = {}) {
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({
      type,
      buffered: true,
      ...more,
    });
  }
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') found.fcp = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    const { startTime, url, element } = entry as PerformanceEntry & { url: string; element: Element | null };
    // An element that is gone by now was none that the document brought.
    const inDocument = element !== null && parsed.has(element);
    const words = element?.textContent.trim().slice(0, 40) ?? '';
    const what = `${element?.localName ?? 'gone'} ${url || words}`;
    found.lcp = { time: startTime, parsed: inDocument, what, ...(url && { url }) };
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) cls += value;
  });
  watch('longtask', ({ startTime, duration }) => longTasks.push({ start: startTime, duration }));
  watch(
    'event',
    (entry) => {
      const { startTime, duration, interactionId } = entry as PerformanceEntry & { interactionId: number };
      if (interactionId > 0) interactions.push({ start: startTime, duration });
    },
    { durationThreshold: 16 },
  );

  // Deferred scripts run after this event, so whatever is there now came with the document.
  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return;
    for (const element of document.querySelectorAll('body *')) parsed.add(element);
  });

  function isAlive(): boolean {
    for (const element of document.querySelectorAll(marker.selector)) {
      if (marker.text && !element.textContent.toLowerCase().includes(marker.text)) continue;
      if (Object.keys(element).some((key) => key.startsWith('__reactProps$'))) return true;
    }
    return false;
  }
  function look() {
    if (isAlive()) found.hydrated = performance.now();
    else requestAnimationFrame(look);
  }
  requestAnimationFrame(look);

  window.benchObserved = () => ({ ...found, cls, longTasks, interactions });
}
