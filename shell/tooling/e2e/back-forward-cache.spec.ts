import { type CDPSession, expect, test } from '@playwright/test';

/** Chromium's reasons why a page was not restored from the cache. */
interface NotUsed {
  readonly notRestoredExplanations: readonly { readonly reason: string; readonly type: string }[];
}

interface Navigated {
  readonly frame: { readonly url: string };
  readonly type: string;
}

/** Goes back by one entry. @returns the reasons why the page was loaded again; none when it was restored. */
async function goBack(protocol: CDPSession): Promise<readonly string[]> {
  const { entries, currentIndex } = await protocol.send('Page.getNavigationHistory');
  const entry = entries[currentIndex - 1];
  if (entry === undefined) throw new Error('The history has no previous entry.');
  let reasons: readonly string[] = [];
  const collectReasons = ({ notRestoredExplanations }: NotUsed) => {
    reasons = notRestoredExplanations.map(({ type, reason }) => `${type}: ${reason}`);
  };
  protocol.once('Page.backForwardCacheNotUsed', collectReasons);
  const type = new Promise<string>((resolve) => {
    // The event of the navigation before may arrive late.
    const resolveWhenBack = (navigated: Navigated) => {
      if (navigated.frame.url !== entry.url) return;
      protocol.off('Page.frameNavigated', resolveWhenBack);
      resolve(navigated.type);
    };
    protocol.on('Page.frameNavigated', resolveWhenBack);
  });
  await protocol.send('Page.navigateToHistoryEntry', { entryId: entry.id });
  const navigation = await type;
  protocol.off('Page.backForwardCacheNotUsed', collectReasons);
  if (navigation === 'BackForwardCacheRestore') return [];
  return reasons.length > 0 ? reasons : [`navigated by ${navigation}`];
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
    await page.goto('/robots.txt');
    expect(await goBack(protocol)).toEqual([]);
  });
}
