import { chromium, expect, test } from '@playwright/test';

/** Playwright switches the cache off unless it is told not to. */
test('every public page comes back from the back/forward cache', async ({
  baseURL,
  request,
  launchOptions,
}) => {
  test.setTimeout(240_000);
  const map = await (await request.get('/sitemap.xml')).text();
  const addresses = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
  const browser = await chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await browser.newPage({ baseURL: baseURL ?? '' });
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => Reflect.set(window, '__persisted', persisted));
    });
    const failures: Record<string, unknown> = {};
    for (const address of addresses) {
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      await page.goto('/robots.txt');
      await page.goBack();
      const seen = await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation');
        return {
          persisted: Reflect.get(window, '__persisted') as unknown,
          reasons: navigation && (Reflect.get(navigation, 'notRestoredReasons') as unknown),
        };
      });
      if (seen.persisted !== true) failures[address] = seen.reasons ?? 'no reason given';
    }
    expect(failures).toEqual({});
  } finally {
    await browser.close();
  }
});
