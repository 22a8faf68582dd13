import { expect, type Page, test } from '@playwright/test';
import { violations } from './support/axe';
import { waitUntilHydrated } from './support/hydration';
import { heading, saveData } from './support/page';
import { watchRequests } from './support/requests';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test.describe('with a mouse', () => {
  test('a click after a hover shows the next page without a network', async ({ page, context }) => {
    const requests = watchRequests(page);
    await page.goto('/contact');
    await waitUntilHydrated(page);
    await menu(page).getByRole('link', { name: 'Books' }).hover();
    await expect.poll(() => requests.includes('/api/books')).toBe(true);
    await expect.poll(requests.isQuiet).toBe(true);
    await context.setOffline(true);
    const main = await page.getByRole('main').elementHandle();
    await menu(page).getByRole('link', { name: 'Books' }).click();
    await expect(heading(page)).toHaveText('Books');
    await expect(page).toHaveURL('/isa-books/all-books');
    // The page is the same element; below another header a page that is not rendered speculatively gets a new
    // one.
    expect(await main?.evaluate((element) => element.isConnected)).toBe(true);
    await expect(page).toHaveTitle(/^Books/);
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(heading(page)).toBeFocused();
  });

  test('nothing finds, focuses or announces a page that is laid out for the next click', async ({ page }) => {
    await page.goto('/contact');
    await waitUntilHydrated(page);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    await menu(page).getByRole('link', { name: 'Books' }).hover();
    const speculative = page.locator('[data-isa-page="speculative"]');
    await expect(speculative.locator('h1')).toHaveText('Books');
    const link = speculative.getByRole('link', { includeHidden: true }).first();
    expect(await link.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(0);

    expect(await height()).toBe(before);
    await expect(page).toHaveTitle(/^Contact/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await link.focus();
    await expect(link).not.toBeFocused();
    const text = await speculative.locator('h2, h3').first().textContent();
    // TypeScript's DOM library does not declare it.
    const findInPage = () => page.evaluate<boolean>(`find(${JSON.stringify(text)})`);
    expect(await findInPage()).toBe(false);
    expect(await violations(page)).toEqual([]);
    await menu(page).getByRole('link', { name: 'Books' }).click();
    await expect(heading(page)).toHaveText('Books');
    expect(await findInPage()).toBe(true);
  });

  test('prefetched data is used for one visit', async ({ page }) => {
    const requests = watchRequests(page);
    await page.goto('/contact');
    await waitUntilHydrated(page);
    const books = menu(page).getByRole('link', { name: 'Books' });
    await books.hover();
    await expect.poll(() => requests.includes('/api/books')).toBe(true);
    await expect.poll(requests.isQuiet).toBe(true);
    await books.click();
    await expect(heading(page)).toHaveText('Books');
    expect(requests.urls.filter((url) => url.includes('/api/books'))).toHaveLength(1);
  });

  test('a visible link prefetches code but no data', async ({ page }) => {
    const requests = watchRequests(page);
    await page.goto('/contact');
    await expect.poll(() => requests.includes('/shop/')).toBe(true);
    await expect.poll(requests.isQuiet).toBe(true);
    expect(requests.includes('/api/')).toBe(false);
  });

  test('nothing is prefetched in a browser that saves data', async ({ page }) => {
    await page.clock.install();
    await saveData(page);
    const requests = watchRequests(page);
    await page.goto('/contact');
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState('load');
    await expect.poll(requests.isQuiet).toBe(true);
    const books = menu(page).getByRole('link', { name: 'Books' });
    await books.hover();
    // This is beyond the delay after which visible links are prefetched, and long enough for intent.
    await page.clock.runFor(4_000);
    // Requests that the page began before this one are recorded once it has ended.
    await page.evaluate(() => fetch('/robots.txt'));
    expect(requests.includes('/shop/')).toBe(false);
    expect(requests.includes('/api/')).toBe(false);
    await books.click();
    await expect(heading(page)).toHaveText('Books');
  });
});

for (const { motion, transitions } of [
  { motion: 'no-preference', transitions: 1 },
  { motion: 'reduce', transitions: 0 },
] as const) {
  test(`a navigation with motion "${motion}" makes ${transitions} transitions, and ends at the top with the focus on the heading`, async ({
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
    await waitUntilHydrated(page);
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
