import type { Page } from '@playwright/test';

/**
 * Follows a link and waits for the next page's heading.
 * @param follow presses the link; it gets no help from the page, which would cost time there.
 * @returns milliseconds from the click to the frame with the heading.
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

/** Measures to the frame after another heading was shown. Playwright would await a bare promise. */
function observeNextHeading(path: string): { painted: Promise<number> } {
  // A hidden page may be rendered before the click, so only visible headings count.
  const heading = () =>
    [...document.querySelectorAll('main h1')].find((element) => element.checkVisibility())?.textContent;
  const before = heading();
  const painted = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error(`${path} did not show its heading.`)), 30_000);
    const onClick = ({ timeStamp }: MouseEvent) => {
      performance.mark('bench-click');
      // A frame that polls would cause frames that the page itself does not need, so changes are observed.
      const observer = new MutationObserver(() => {
        const now = heading();
        if (location.pathname !== path || !now || now === before) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          // A message posted in a frame arrives once that frame is painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            performance.mark('bench-heading');
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
    };
    addEventListener('click', onClick, { capture: true, once: true });
  });
  return { painted };
}
