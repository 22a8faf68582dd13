import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type SiteTable, TABLE_FILE } from '../formats/route-table';
import { dataFolder } from './support/site';

test.use({ javaScriptEnabled: false });

/** What stands in the place of a page that is not for everybody. */
const FRAME = 'main [aria-label="Loading the page"]';

/** Everything that the site map names. */
async function publicAddresses(page: Page): Promise<readonly string[]> {
  const response = await page.request.get('/sitemap.xml');
  return [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
}

test('every public page can be read', async ({ page }) => {
  test.setTimeout(240_000);
  const addresses = await publicAddresses(page);
  expect(addresses.length).toBeGreaterThan(50);
  const failures: Record<string, string> = {};
  for (const address of addresses) {
    const response = await page.goto(address);
    const main = page.getByRole('main');
    const words = (await main.innerText()).split(/\s+/).length;
    if (response?.status() !== 200) failures[address] = `status ${response?.status()}`;
    else if ((await main.getByRole('heading', { level: 1 }).count()) !== 1) failures[address] = 'no heading';
    else if (words < 60) failures[address] = `only ${words} words`;
    else if ((await page.locator(FRAME).count()) > 0) failures[address] = 'asks for scripts';
    else if ((await main.getByRole('link').count()) === 0) failures[address] = 'leads nowhere';
  }
  expect(failures).toEqual({});
});

test('links lead on and pictures show', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Books' }).click();
  await expect(page).toHaveURL('/isa-books/all-books');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Volume 1/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/isa-books\/\d$/);
  const picture = page.getByRole('main').locator('img').first();
  await expect(picture).toBeVisible();
  // No script of a page runs; the browser's own tools may still look.
  const source = await picture.getAttribute('src');
  expect((await page.request.get(source ?? '')).ok()).toBe(true);
});

test('the submenu opens under the pointer and for the keyboard', async ({ page }) => {
  await page.goto('/isa-blog');
  const menu = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  const entry = menu.getByRole('link', { name: 'Surveillance' });
  await expect(entry).toBeHidden();
  await menu.getByRole('button', { name: 'Training Courses' }).hover();
  await entry.click();
  await expect(page).toHaveURL('/isa-surveillance-courses');
  await page.getByRole('banner').getByRole('button', { name: 'Training Courses' }).focus();
  await expect(entry).toBeVisible();
});

test('on a phone the menu leads to the links of the footer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/isa-books/1');
  await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click();
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Services' });
  await expect(link).toBeInViewport();
  await link.click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: /services/i })).toBeVisible();
});

test('no button stands there that would need a script', async ({ page }) => {
  await page.goto('/');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('button', { name: 'Your account' })).toBeHidden();
  await expect(banner.getByRole('button', { name: /search/i })).toBeHidden();
});

test('the contact form posts', async ({ page }) => {
  await page.goto('/contact');
  const form = page.getByRole('main').locator('form');
  await form.locator('[name=name]').fill('Robin');
  await form.locator('[name=surname]').fill('Fielder');
  await form.locator('[name=email]').fill('robin@example.test');
  await form.locator('[name=department]').selectOption({ index: 1 });
  await form.locator('[name=message]').fill('When is the next surveillance course?');
  await form.getByRole('button', { name: /send/i }).click();
  await expect(page.getByText(/message has (?:arrived|been sent)/i).first()).toBeVisible();
});

test('what needs scripts says so, and nothing else does', async ({ page }) => {
  const table = JSON.parse(
    readFileSync(path.join(dataFolder, 'site/current', TABLE_FILE), 'utf8'),
  ) as SiteTable;
  const listed = new Set(await publicAddresses(page));
  const frames = table.routes.filter(
    ({ pattern, redirect }) => !redirect && !listed.has(pattern) && pattern !== '/Home',
  );
  expect(frames.length).toBeGreaterThan(5);
  for (const { pattern } of frames) {
    await page.goto(pattern.replaceAll(':', ''));
    // Playwright's texts leave `noscript` out, whether or not it shows.
    const said = page.locator(`${FRAME} noscript p`);
    await expect(said, pattern).toBeVisible();
    await expect(said, pattern).toHaveText('This page needs JavaScript');
  }
});

test('an unknown address says so with status 404', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible();
});

test('an address that has moved leads on', async ({ page }) => {
  await page.goto('/online-courses');
  await expect(page).toHaveURL('/isa-online-courses');
});
