import { messages } from '@isa/api-contract';
import { expect, test } from '@playwright/test';
import { banner, heading, main } from './support/page';
import { siteMapPaths } from './support/requests';
import { routeTable, sampleLessons } from './support/site';

test.use({ javaScriptEnabled: false });

/** The placeholder of a page that differs from visitor to visitor. */
const FRAME = 'main [aria-label="Loading the page"]';

test('every public page is readable', async ({ page }) => {
  const addresses = await siteMapPaths(page.request);
  expect(addresses.length).toBeGreaterThan(50);
  const failures: Record<string, string> = {};
  for (const address of sampleLessons(addresses)) {
    const response = await page.goto(address);
    const words = (await main(page).innerText()).split(/\s+/).length;
    if (response?.status() !== 200) failures[address] = `status ${response?.status()}`;
    else if ((await heading(page).count()) !== 1) failures[address] = 'no heading';
    else if (words < 60)
      failures[address] = `only ${words} words; a private page needs \`addresses: []\` in its route`;
    else if ((await page.locator(FRAME).count()) > 0) failures[address] = 'a placeholder';
    else if ((await main(page).getByRole('link').count()) === 0) failures[address] = 'no link';
  }
  expect(failures).toEqual({});
});

test('a lesson shows that it is locked, and what it costs', async ({ page }) => {
  await page.goto('/isa-online-courses/1007');
  await expect(main(page).getByText('£24.99')).toBeVisible();
  // The elements are found by selector, because Playwright's text assertions ignore `noscript`.
  const notices = page.locator('main noscript');
  const texts = await notices.allInnerTexts();
  expect(texts.at(0)).toContain(messages.lesson.locked);
  expect(texts.at(-1)).toContain('£77');
  for (const notice of await notices.all()) await expect(notice.locator('p').first()).toBeVisible();
});

test('a book says what its cart needs, instead of a button without effect', async ({ page }) => {
  for (const address of ['/isa-books/1', '/isa-books/all-books']) {
    await page.goto(address);
    await expect(page.locator('main noscript p')).toContainText('Cart and payment need JavaScript');
    await expect(main(page).getByRole('button', { name: /Add to cart/ })).toHaveCount(0);
  }
});

test('links work and pictures are visible', async ({ page }) => {
  await page.goto('/');
  await banner(page).getByRole('link', { name: 'Books' }).click();
  await expect(page).toHaveURL('/isa-books/all-books');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Volume 1/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/isa-books\/\d$/);
  const picture = main(page).locator('img').first();
  await expect(picture).toBeVisible();
  const source = await picture.getAttribute('src');
  expect((await page.request.get(source ?? '')).ok()).toBe(true);
});

test('the submenu opens on hover and on focus', async ({ page }) => {
  await page.goto('/isa-blog');
  const menu = banner(page).getByRole('navigation', { name: 'Main' });
  const entry = menu.getByRole('link', { name: 'Surveillance' });
  await expect(entry).toBeHidden();
  await menu.getByRole('button', { name: 'Training Courses' }).hover();
  await entry.click();
  await expect(page).toHaveURL('/isa-surveillance-courses');
  await banner(page).getByRole('button', { name: 'Training Courses' }).focus();
  await expect(entry).toBeVisible();
});

test('the menu leads to the links of the footer on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/isa-books/1');
  await banner(page).getByRole('link', { name: 'Menu' }).click();
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Services' });
  await expect(link).toBeInViewport();
  await link.click();
  await expect(main(page).getByRole('heading', { level: 1, name: /services/i })).toBeVisible();
});

test('the bar over a picture becomes opaque below the top of the page', async ({ page }) => {
  await page.goto('/');
  const bar = banner(page).locator('> div').first();
  await expect(bar).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.getByRole('link', { name: 'Latest courses' }).click();
  await expect(bar).toHaveCSS('background-color', 'rgb(13, 20, 32)');
});

test('buttons that need scripts are hidden', async ({ page }) => {
  await page.goto('/');
  await expect(banner(page).getByRole('button', { name: 'Your account' })).toBeHidden();
  await expect(banner(page).getByRole('button', { name: /search/i })).toBeHidden();
});

test('the contact form can be submitted', async ({ page }) => {
  await page.goto('/contact');
  const form = main(page).locator('form');
  await form.locator('[name=name]').fill('Robin');
  await form.locator('[name=surname]').fill('Fielder');
  await form.locator('[name=email]').fill('robin@example.test');
  await form.locator('[name=department]').selectOption({ index: 1 });
  await form.locator('[name=message]').fill('When is the next surveillance course?');
  await form.getByRole('button', { name: /send/i }).click();
  await expect(page.getByText(/message has (?:arrived|been sent)/i).first()).toBeVisible();
});

test('exactly the pages that need scripts show a notice', async ({ page }) => {
  const listed = new Set(await siteMapPaths(page.request));
  const others = routeTable().routes.filter(
    ({ pattern, redirect }) => !redirect && !listed.has(pattern) && pattern !== '/Home',
  );
  expect(others.length).toBeGreaterThan(10);
  for (const { pattern } of others) {
    // Parameters called …Id are numbers.
    await page.goto(pattern.replaceAll(/:\w+Id\b/g, '999').replaceAll(':', ''));
    await expect(page.locator('meta[name="robots"]'), pattern).toHaveAttribute('content', 'noindex');
    // The notice is found by selector, because Playwright's text locators ignore `noscript`.
    const notice = page.locator('main noscript p');
    await expect(notice, pattern).toBeVisible();
    // There is no form, because one that does nothing would be worse than none.
    await expect(page.locator('main form input').filter({ visible: true }), pattern).toHaveCount(0);
    await expect(notice, pattern).toHaveText('This page needs JavaScript');
    // The largest text of the empty cart is there before scripts.
    if (pattern === '/isa-basket')
      await expect(page.getByText('that you add stay here for 30 days')).toBeVisible();
  }
});

test('an unknown address shows an error page with status 404', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
});

test('a former address redirects', async ({ page }) => {
  await page.goto('/online-courses');
  await expect(page).toHaveURL('/isa-online-courses');
});
