import type { Page } from '@playwright/test';

/**
 * Follows a link and waits for the next page's heading.
 * @param follow presses the link; it gets no help from the page, which would cost time there.
 * @returns milliseconds from the click to the paint of the heading.
 */
export async function timeToNextHeading(
  page: Page,
  path: string,
  follow: () => Promise<void>,
): Promise<number> {
  const observed = await page.evaluateHandle(observeNextHeading, path);
  await follow();
  return observed.evaluate(({ painted }) => painted);
}

/** The marks (W3C User Timing) between which a trace shows the work of a click. */
export const MARKS = ['bench-click', 'bench-heading'] as const;

/**
 * Measures until another heading is painted (W3C Element Timing). A message or a further frame would wait for pictures that
 * the browser decodes after that paint. Playwright would await a bare promise.
 */
function observeNextHeading(path: string): { painted: Promise<number> } {
  // A hidden page may be rendered before the click, so only visible headings count.
  const heading = () =>
    [...document.querySelectorAll('main h1')].find((element) => element.checkVisibility());
  const before = heading()?.textContent;
  const painted = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error(`${path} did not show its heading.`)), 30_000);
    const onClick = ({ timeStamp }: MouseEvent) => {
      performance.mark('bench-click');
      const observer = new MutationObserver(() => {
        const now = heading();
        if (location.pathname !== path || !now?.textContent || now.textContent === before) return;
        observer.disconnect();
        now.setAttribute('elementtiming', 'bench');
        new PerformanceObserver((list, paints) => {
          paints.disconnect();
          const [{ startTime = NaN } = {}] = list.getEntries();
          performance.mark('bench-heading', { startTime });
          resolve(startTime - timeStamp);
        }).observe({ type: 'element' });
      });
      observer.observe(document, {
        childList: true,
        characterData: true,
        attributeFilter: ['style', 'hidden'],
        subtree: true,
      });
    };
    addEventListener('click', onClick, { capture: true, once: true });
  });
  return { painted };
}
