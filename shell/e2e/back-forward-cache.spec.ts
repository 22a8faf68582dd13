import { type CDPSession, expect, test } from '@playwright/test';

/** Why a page was not kept, as Chromium's protocol tells it. */
interface NotUsed {
  readonly notRestoredExplanations: readonly { readonly reason: string; readonly type: string }[];
}

interface Navigated {
  readonly frame: { readonly url: string; readonly parentId?: string };
  readonly type: string;
}

/** Goes back by one. @returns the reasons why the page was loaded anew; none when it was there still. */
async function goBack(protocol: CDPSession): Promise<readonly string[]> {
  const { entries, currentIndex } = await protocol.send('Page.getNavigationHistory');
  const entryId = entries[currentIndex - 1]?.id;
  if (entryId === undefined) throw new Error('There is nothing to go back to.');
  let reasons: readonly string[] = [];
  const notUsed = ({ notRestoredExplanations }: NotUsed) => {
    reasons = notRestoredExplanations.map(({ type, reason }) => `${type}: ${reason}`);
  };
  protocol.once('Page.backForwardCacheNotUsed', notUsed);
  const type = new Promise<string>((resolve) => {
    protocol.once('Page.frameNavigated', (navigated: Navigated) => resolve(navigated.type));
  });
  await protocol.send('Page.navigateToHistoryEntry', { entryId });
  const how = await type;
  protocol.off('Page.backForwardCacheNotUsed', notUsed);
  return how === 'BackForwardCacheRestore' ? [] : reasons.length > 0 ? reasons : [`navigated by ${how}`];
}

/** One page of each kind: what may keep it from being kept is in the shell or in a remote, not in a single text. */
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
  // Playwright switches the cache off unless it is told not to.
  launchOptions: [
    ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    { scope: 'worker' },
  ],
  // What writes a trace holds on to the page.
  trace: 'off',
});

for (const address of ADDRESSES) {
  test(`${address} comes back from the back/forward cache`, async ({ page }) => {
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Page.enable');
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.goto('/robots.txt');
    expect(await goBack(protocol)).toEqual([]);
  });
}
