import { expect, test } from '@playwright/test';
import { violations } from './support/axe';
import { signUp } from './support/customer';
import { waitUntilHydrated } from './support/hydration';
import { heading } from './support/page';

/** `npm test` tests the narrowest and the widest, and `npm test -- all` those between them, too. */
const widths = [
  { width: 320, onlyInAll: false },
  { width: 375, onlyInAll: true },
  { width: 768, onlyInAll: true },
  { width: 1440, onlyInAll: false },
] as const;

/** One page of every kind, whose pages differ only in their data. */
const pages = [
  '/',
  '/isa-about-us',
  '/contact',
  '/isa-all-training-courses',
  '/isa-surveillance-courses',
  '/isa-investigations-courses',
  '/isa-intelligence-courses',
  '/isa-surveillance-course-6',
  '/isa-surveillance-course-8',
  '/isa-investigations-course-1',
  '/isa-investigations-course-3',
  '/isa-intelligence-course-1',
  '/isa-intelligence-course-2',
  '/isa-books/all-books',
  '/isa-books/1',
  '/isa-books/3',
  '/isa-books/8',
  '/isa-services',
  '/isa-services/investigations',
  '/isa-services/consultancy',
  '/isa-blog',
  '/isa-blog/1',
  '/isa-online-courses',
  '/isa-online-courses/1007',
  '/isa-basket',
  '/payment-successful',
  '/my-orders',
  '/login',
  '/register',
  '/forgot-password',
  '/reset/token',
  '/verify-email',
  '/terms-and-conditions',
  '/disclaimer',
  '/privacy-policy',
  '/copyright-policy',
  '/cookie-policy',
  '/no-such-page',
] as const;

/** Motion is off, because elements that are fading in have too little contrast. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { width, onlyInAll } of widths) {
  test.describe(`at ${width} px`, { tag: onlyInAll ? '@all' : [] }, () => {
    test.use({ viewport: { width, height: 900 } });

    // The contents are the same at each width, so `npm test -- all` tests the wider ones.
    const tag = width === 320 ? [] : '@all';
    test('public pages have no violations and do not scroll sideways', { tag }, async ({ page }) => {
      test.setTimeout(pages.length * 10_000);
      for (const path of pages) {
        await page.goto(path);
        await expect(heading(page)).toBeVisible();
        expect.soft(await violations(page), path).toEqual([]);
        const content = await page.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(content, `${path}: width of the content`).toBeLessThanOrEqual(width);
        const squeezed = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('main :is(p, dd, li, h2, h3)')]
            .filter(({ offsetWidth, offsetHeight }) => offsetWidth > 1 && offsetHeight > 4 * offsetWidth)
            .map((element) => element.outerHTML.slice(0, 80)),
        );
        expect.soft(squeezed, `${path}: texts of one word per line`).toEqual([]);
      }
    });

    test('customers’ pages have no violations', async ({ page }) => {
      test.slow();
      await signUp(page);
      for (const path of ['/account', '/my-courses', '/my-orders', '/isa-online-courses/1007']) {
        await page.goto(path);
        await expect(heading(page)).toBeVisible();
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
        expect.soft(await violations(page), path).toEqual([]);
      }
    });

    test('menus, search and form errors have no violations', async ({ page }) => {
      await page.goto('/register');
      await waitUntilHydrated(page);
      await page.getByLabel('User name').press('Enter');
      await expect(page.getByText('Please accept Terms of service')).toBeVisible();
      expect.soft(await violations(page), 'all errors').toEqual([]);

      await page.getByRole('button', { name: 'Your account' }).click();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
      expect.soft(await violations(page), 'user menu').toEqual([]);
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByRole('searchbox').fill('foot');
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
      expect.soft(await violations(page), 'search').toEqual([]);
      await page.keyboard.press('Escape');

      if (width < 1200) {
        await page.getByRole('button', { name: 'Menu', exact: true }).click();
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      } else {
        await page.getByRole('banner').getByRole('button', { name: 'Training Courses' }).click();
        await expect(page.getByRole('banner').getByRole('link', { name: 'Intelligence' })).toBeVisible();
      }
      expect.soft(await violations(page), 'menu').toEqual([]);
    });
  });
}
