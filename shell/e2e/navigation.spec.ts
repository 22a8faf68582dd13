import { expect, type Page, test } from '@playwright/test';

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Counts what the page asks for, beacons apart. */
function watchRequests(page: Page) {
  const asked: string[] = [];
  const underWay = new Set<object>();
  page.on('request', (request) => {
    if (request.url().includes('/api/telemetry')) return;
    asked.push(request.url());
    underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return {
    asked,
    /** Whether one of these was asked for. */
    has: (part: string) => asked.some((url) => url.includes(part)),
    /** Resolves when nothing has been under way for half a second. */
    async quiet() {
      for (let calm = 0; calm < 5; calm = underWay.size === 0 ? calm + 1 : 0) await page.waitForTimeout(100);
    },
  };
}

test.describe('with a mouse', () => {
  test('after a hover, a click shows the next page with the network cut off', async ({ page, context }) => {
    const requests = watchRequests(page);
    await page.goto('/contact');
    await expect(heading(page)).toBeVisible();
    await menu(page).getByRole('link', { name: 'Books' }).hover();
    await expect.poll(() => requests.has('/api/books')).toBe(true);
    await requests.quiet();
    await context.setOffline(true);
    await menu(page).getByRole('link', { name: 'Books' }).click();
    await expect(heading(page)).toHaveText('Books');
    await expect(page).toHaveURL('/isa-books/all-books');
  });

  test('data that was fetched ahead serves one visit', async ({ page }) => {
    const requests = watchRequests(page);
    await page.goto('/contact');
    await expect(heading(page)).toBeVisible();
    const books = menu(page).getByRole('link', { name: 'Books' });
    await books.hover();
    await expect.poll(() => requests.has('/api/books')).toBe(true);
    await requests.quiet();
    await books.click();
    await expect(heading(page)).toHaveText('Books');
    expect(requests.asked.filter((url) => url.includes('/api/books'))).toHaveLength(1);
  });

  test('a link that is only seen brings code and no data', async ({ page }) => {
    const requests = watchRequests(page);
    await page.goto('/contact');
    await expect.poll(() => requests.has('/shop/'), { timeout: 20_000 }).toBe(true);
    await requests.quiet();
    expect(requests.has('/api/')).toBe(false);
  });

  test('nothing is fetched ahead for those who save data', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
    );
    const requests = watchRequests(page);
    await page.goto('/contact');
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState('load');
    await requests.quiet();
    const books = menu(page).getByRole('link', { name: 'Books' });
    await books.hover();
    await page.waitForTimeout(4_000);
    expect(requests.has('/shop/')).toBe(false);
    expect(requests.has('/api/')).toBe(false);
    await books.click();
    await expect(heading(page)).toHaveText('Books');
  });
});

for (const { motion, transitions } of [
  { motion: 'no-preference', transitions: 1 },
  { motion: 'reduce', transitions: 0 },
] as const) {
  test(`with motion "${motion}" a navigation makes ${transitions} transitions, and ends at the top with the focus on the heading`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await page.addInitScript(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const { transitions: before = '0' } = document.documentElement.dataset;
        document.documentElement.dataset.transitions = String(Number(before) + 1);
        return start(update);
      };
    });
    await page.goto('/isa-blog');
    await expect(heading(page)).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 300));
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: /disclaimer/i })
      .click();
    await expect(heading(page)).toHaveText(/disclaimer/i);
    await expect(heading(page)).toBeFocused();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    const made = await page.evaluate(() => Number(document.documentElement.dataset.transitions ?? '0'));
    expect(made).toBe(transitions);
  });
}
