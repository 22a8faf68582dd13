import { type CDPSession, expect, test } from '@playwright/test';
import { waitUntilHydrated } from './support/hydration';

/**
 * Goes back by one entry. Chromium reports either the restored page or why it loads the page again; other events of
 * navigations may be late. @returns nothing when the page was restored, otherwise the reasons.
 */
async function goBack(protocol: CDPSession): Promise<readonly string[]> {
  const { entries, currentIndex } = await protocol.send('Page.getNavigationHistory');
  const entry = entries[currentIndex - 1];
  if (entry === undefined) throw new Error('The history has no previous entry.');
  const outcome = new Promise<readonly string[]>((resolve) => {
    protocol.on('Page.frameNavigated', ({ type }) => {
      if (type === 'BackForwardCacheRestore') resolve([]);
    });
    protocol.once('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      resolve(['loaded again', ...notRestoredExplanations.map(({ type, reason }) => `${type}: ${reason}`)]),
    );
  });
  await protocol.send('Page.navigateToHistoryEntry', { entryId: entry.id });
  return outcome;
}

/** One page of each kind, because code of the shell or of a remote prevents caching, not single texts. */
const ADDRESSES = [
  '/',
  '/isa-about-us',
  '/contact',
  '/isa-surveillance-courses',
  '/isa-surveillance-course-6',
  '/isa-books/all-books',
  '/isa-books/1',
  '/isa-services/consultancy',
  '/isa-blog',
  '/isa-online-courses',
  '/isa-online-courses/1001',
  '/privacy-policy',
  '/isa-basket',
  '/login',
];

test.use({
  // The cache is enabled, which Playwright disables by default.
  launchOptions: [
    ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    { scope: 'worker' },
  ],
  // Recording is off, because it prevents caching.
  trace: 'off',
});

for (const address of ADDRESSES) {
  test(`${address} is restored from the back/forward cache`, async ({ page }) => {
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Page.enable');
    await page.goto(address, { waitUntil: 'networkidle' });
    // A page that is left while it still starts may be loaded again.
    await waitUntilHydrated(page);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await page.goto('/robots.txt');
    expect(await goBack(protocol)).toEqual([]);
  });
}
