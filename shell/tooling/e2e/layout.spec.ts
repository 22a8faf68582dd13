import { expect, type Page, test } from '@playwright/test';
import { waitUntilHydrated } from './support/hydration';
import { newAddress } from './support/customer';
import { linkFrom } from './support/mails';
import { banner, heading } from './support/page';

const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

test('an unknown address responds 404 with the error screen between header and footer', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(heading(page)).toHaveText('Page not found');
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  await expect(page.getByText('404 Not Found')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Home page' }).click();
  await expect(page).toHaveURL('/');
});

test('the content, the menus and a course are reachable by keyboard', async ({ page }) => {
  await page.goto('/contact');
  await waitUntilHydrated(page);
  await expect(heading(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  const opener = banner(page).getByRole('button', { name: 'Training Courses' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(banner(page).getByRole('link', { name: 'Surveillance', exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/isa-surveillance-courses');
  await expect(heading(page)).toBeFocused();
});

test('the header turns compact without a layout shift', async ({ page }) => {
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    document.documentElement.dataset.shift = '0';
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const before = Number(document.documentElement.dataset.shift);
        document.documentElement.dataset.shift = String(
          before + ('value' in entry ? Number(entry.value) : 0),
        );
      }
    }).observe({ type: 'layout-shift' });
  });
  const bar = page.locator('header > div').first();
  for (const top of [40, 81, 120, 60, 0]) {
    await page.evaluate((y) => window.scrollTo(0, y), top);
    await expect(bar).toHaveAttribute('data-compact', String(top > 80));
  }
  expect(await page.evaluate(() => document.documentElement.dataset.shift)).toBe('0');
});

test('a navigation starts at the top, and going back restores the scroll position', async ({ page }) => {
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 900));
  await expect(page.getByRole('button', { name: 'Back to top' })).toBeVisible();
  const left = await scrolled(page);
  await banner(page).getByRole('link', { name: 'Books' }).click();
  await expect(page).toHaveURL('/isa-books/all-books');
  await expect(heading(page)).toBeFocused();
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(left);
  await page.getByRole('button', { name: 'Back to top' }).click();
  await expect.poll(() => scrolled(page)).toBe(0);
  await expect(page.getByRole('button', { name: 'Back to top' })).toBeHidden();
});

test('the search opens with Control+K, finds a lesson despite a typing error and is used by keyboard', async ({
  page,
}) => {
  await page.goto('/contact');
  await waitUntilHydrated(page);
  await expect(heading(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  // The results' code is not loaded yet.
  await page.keyboard.type('vehicel');
  await expect(page.getByRole('searchbox')).toHaveValue('vehicel');
  const results = page.getByRole('dialog').getByRole('listitem');
  await expect(results.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(results.first().getByRole('link')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the link of its mail confirms a newsletter subscription', async ({ page }) => {
  const address = newAddress('reader');
  await page.goto('/isa-services');
  const form = page.getByRole('form', { name: 'Newsletter' });
  await form.getByLabel('Email address').fill('not an address');
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(form.getByLabel('Email address')).toBeFocused();
  await expect(form.getByText('Nearly there')).toBeHidden();
  await form.getByLabel('Email address').fill(address);
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(form.getByText('Nearly there')).toBeVisible();

  await page.goto(await linkFrom(page.request, address));
  await page.getByRole('button', { name: 'Yes, subscribe me' }).click();
  await expect(page.getByText('Welcome! Your subscription is confirmed.')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true });

  test('the menu traps the focus, prevents scrolling and restores the focus', async ({ page }) => {
    await page.goto('/');
    await waitUntilHydrated(page);
    await expect(heading(page)).toBeVisible();
    const opener = page.getByRole('button', { name: 'Menu', exact: true });
    await opener.tap();
    const sheet = page.getByRole('dialog', { name: 'Menu' });
    await expect(sheet).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Close menu' })).toBeFocused();
    for (let press = 0; press < 30; press += 1) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      );
      expect(outside).toBe(false);
    }
    await page.mouse.move(180, 400);
    await page.mouse.wheel(0, 4000);
    expect(await scrolled(page)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(opener).toBeFocused();

    await opener.tap();
    await sheet.getByRole('button', { name: 'Training Courses' }).tap();
    await sheet.getByRole('link', { name: 'Intelligence' }).tap();
    await expect(page).toHaveURL('/isa-intelligence-courses');
    await expect(sheet).toBeHidden();
    await expect(heading(page)).toBeFocused();
  });

  test('no element is wider than a screen of 320 pixels', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['/login', '/register', '/no-such-page', '/contact']) {
      await page.goto(path);
      await expect(heading(page)).toBeVisible();
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('header *, main *, footer *')]
          .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
          .filter((element) => !element.closest('[aria-hidden=true], dialog:not([open])'))
          .map((element) => element.outerHTML.slice(0, 80)),
      );
      expect(wide, path).toEqual([]);
    }
  });
});
