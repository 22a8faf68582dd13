import type { Browser, Page } from '@playwright/test';

/** The header's links to pages of every remote, in the order in which they are followed. */
const LINKS = ['/isa-books/all-books', '/isa-online-courses', '/isa-services', '/isa-blog', '/isa-about-us'];
/** Milliseconds for which a visitor reads a page; visible links may be prefetched meanwhile. */
const READING = 3_000;
const HOVER = 300;
/** The slow 4G of Chromium's developer tools. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
/** How many times slower than this machine the visitor's is. */
const SLOWDOWN = 4;

/** Follows links of the header. @returns milliseconds from each click to the frame with the next heading. */
export async function measureClicks(browser: Browser, origin: string): Promise<readonly number[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    // The helper is defined here, because tsx keeps function names with it and it does not exist in the page.
    await page.addInitScript('globalThis.__name ??= (value) => value;');
    await page.goto(`${origin}/`, { timeout: 60_000 });
    await page.waitForFunction(() => performance.getEntriesByName('isa-alive').length > 0);
    const latencies: number[] = [];
    for (const path of LINKS) {
      await page.waitForTimeout(READING);
      latencies.push(await follow(page, path));
    }
    return latencies;
  } finally {
    await context.close();
  }
}

async function follow(page: Page, path: string): Promise<number> {
  await page.locator(`header nav a[href="${path}"]`).first().hover();
  await page.waitForTimeout(HOVER);
  const observed = await page.evaluateHandle(observeNextHeading, path);
  // The mouse is pressed where it is, because the locator's click would search for the link again.
  await page.mouse.down();
  await page.mouse.up();
  return observed.evaluate(({ painted }) => painted);
}

/** Measures to the frame after another heading was shown. Playwright would await a bare promise. */
function observeNextHeading(path: string): { painted: Promise<number> } {
  // A hidden page may be rendered before the click, so only visible headings count.
  const heading = () =>
    [...document.querySelectorAll('main h1')].find((element) => element.checkVisibility())?.textContent;
  const before = heading();
  const painted = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error(`${path} did not show its heading.`)), 30_000);
    const onClick = ({ timeStamp }: MouseEvent) => {
      // A frame that polls would cause frames that the page itself does not need, so changes are observed.
      const observer = new MutationObserver(() => {
        const now = heading();
        if (location.pathname !== path || !now || now === before) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          // A message posted in a frame arrives once that frame is painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
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
