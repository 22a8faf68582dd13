import type { LargestPaint } from './hops';

/** How to find the element whose hydration is awaited, or which is tapped. */
export interface Marker {
  readonly selector: string;
  /** Part of its text, in lower case. */
  readonly text?: string;
}

interface Timed {
  readonly start: number;
  readonly duration: number;
}

/** Observations within a page; times in milliseconds since the navigation. */
export interface Observed {
  readonly fcp?: number;
  readonly lcp?: LargestPaint;
  readonly cls: number;
  /** Events that count as interactions (W3C Event Timing). */
  readonly interactions: readonly Timed[];
  /** First frame in which the marker had React's props. */
  readonly hydrated?: number;
}

declare global {
  interface Window {
    pageObservations: () => Observed;
  }
}

/** Runs in the page before its own scripts. Playwright serialises its source, so it refers to nothing outside itself. */
export function observe(marker: Marker): void {
  const found: { fcp?: number; lcp?: LargestPaint; hydrated?: number } = {};
  const interactions: Timed[] = [];
  let cls = 0;
  const parsed = new WeakSet<Element>();

  function watch(type: string, onEntry: (entry: PerformanceEntry) => void, more: object = {}) {
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({
      type,
      buffered: true,
      ...more,
    });
  }
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') found.fcp = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    if (!(entry instanceof LargestContentfulPaint)) return;
    const { startTime, url, element } = entry;
    const text = element?.textContent.trim().slice(0, 40) ?? '';
    found.lcp = {
      time: startTime,
      // An element that was removed by now did not come with the document.
      parsed: element !== null && parsed.has(element),
      what: `${element?.localName ?? 'gone'} ${url || text}`,
      ...(url && { url }),
    };
  });
  watch('layout-shift', (entry) => {
    if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput) cls += Number(entry.value);
  });
  watch(
    'event',
    (entry) => {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) return;
      interactions.push({ start: entry.startTime, duration: entry.duration });
    },
    { durationThreshold: 16 },
  );

  // Deferred scripts run after this event, so all elements that exist now came with the document.
  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return;
    for (const element of document.querySelectorAll('body *')) parsed.add(element);
  });

  function isHydrated(): boolean {
    return [...document.querySelectorAll(marker.selector)].some(
      (element) =>
        (!marker.text || element.textContent.toLowerCase().includes(marker.text)) &&
        Object.keys(element).some((key) => key.startsWith('__reactProps$')),
    );
  }
  function checkHydration() {
    if (isHydrated()) found.hydrated = performance.now();
    else requestAnimationFrame(checkHydration);
  }
  requestAnimationFrame(checkHydration);

  window.pageObservations = () => ({ ...found, cls, interactions });
}
