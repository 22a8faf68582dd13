import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type SiteTable, TABLE_FILE } from '../formats/route-table';
import { type ComposedPage, PAGE_ELEMENT } from '../formats/page-data';
import { logIn, newPerson, register } from './support/customer';
import { dataFolder } from './support/site';

const table = () =>
  JSON.parse(readFileSync(path.join(dataFolder, 'site/current', TABLE_FILE), 'utf8')) as SiteTable;

/** Every address of the composition, with something in place of parameters. */
const addresses = () => [
  ...table().routes.map(({ pattern }) => pattern.replaceAll(':', '')),
  '/isa-books/99',
  '/isa-online-courses/4711',
  '/addresses/of/nobody',
];

interface Watched extends Window {
  /** What stood in the document before any script had run. */
  prerendered?: { readonly heading: Element | null; readonly page: string | undefined };
}

/** Remembers the document as it came, and collects everything that React or the browser complains about. */
async function watch(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // What is made up is said to be missing, by the page itself or by the API.
    const { url } = message.location();
    if (/status of 404/.test(message.text()) && (url === page.url() || url.includes('/api/'))) return;
    errors.push(message.text());
  });
  await page.addInitScript((id) => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      const watched: Watched = window;
      watched.prerendered = {
        heading: document.querySelector('main h1'),
        page: document.getElementById(id)?.textContent,
      };
    });
  }, PAGE_ELEMENT);
  return errors;
}

/** React keeps a note on every element that it has taken over. */
async function whenAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const first = document.querySelector('#root > *');
    return first !== null && Object.keys(first).some((key) => key.startsWith('__reactFiber'));
  });
}

/** Visits addresses in one tab, each as a new document. @returns how many were taken over as they came. */
async function visit(page: Page, wanted: readonly string[]): Promise<number> {
  const errors = await watch(page);
  const failures: Record<string, unknown> = {};
  let taken = 0;
  for (const address of wanted) {
    errors.length = 0;
    await page.goto(address);
    await whenAlive(page);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    const kept = await page.evaluate(() => {
      const { prerendered }: Watched = window;
      return { page: prerendered?.page, sameHeading: prerendered?.heading?.isConnected };
    });
    const { kind } = JSON.parse(kept.page ?? '{}') as Partial<ComposedPage>;
    if (kind === 'page' && kept.sameHeading) taken += 1;
    if (errors.length > 0) failures[address] = [...errors];
    else if (kind !== 'frame' && !kept.sameHeading && new URL(page.url()).pathname === address) {
      failures[address] = 'The prerendered heading was drawn anew.';
    } else if ((await page.locator('head title').count()) !== 1) failures[address] = 'More than one title.';
  }
  expect(failures).toEqual({});
  return taken;
}

test('every page is taken over as it was prerendered, without one complaint', async ({ page }) => {
  test.setTimeout(600_000);
  expect(await visit(page, addresses())).toBeGreaterThan(50);
});

test('also for a customer with a full basket', async ({ page }) => {
  test.setTimeout(600_000);
  const person = newPerson();
  await register(page, person);
  await logIn(page, person);
  await page.goto('/isa-books/1');
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(page.getByRole('banner').getByRole('link', { name: /Basket, 1 item/ })).toBeVisible();
  // Lessons are of one kind: two of them stand for all.
  const few = addresses().filter((address) => !/\/10(?:0[3-9]|[1-3]\d)$/.test(address));
  expect(await visit(page, few)).toBeGreaterThan(25);
});

const shopScripts = /\/shop\/[^/]+\/(?:remote-entry|remote|\d+)\.[\da-f]+\.js/;

test('a page whose remote cannot be had stays readable, in a living shell, until it can', async ({
  page,
}) => {
  await page.route(shopScripts, (route) => route.abort('connectionrefused'));
  await page.goto('/isa-books/1');
  const main = page.getByRole('main');
  const notice = main.getByText('its buttons could not be loaded');
  await expect(notice).toBeVisible({ timeout: 30_000 });
  await expect(main.getByRole('heading', { level: 1, name: /Volume 1/ })).toBeVisible();
  // The shell lives: it navigates without a new document, and leaves no head of the kept page behind.
  await page.evaluate(() => Reflect.set(window, '__sameDocument', true));
  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).first().click();
  await expect(page).toHaveURL('/isa-blog');
  await expect(page).toHaveTitle(/^Blog/);
  expect(await page.evaluate(() => Reflect.get(window, '__sameDocument') as unknown)).toBe(true);
  expect(await page.locator('head title').count()).toBe(1);

  await page.goto('/isa-books/2');
  await expect(notice).toBeVisible({ timeout: 30_000 });
  await page.unroute(shopScripts);
  await notice.locator('xpath=ancestor::aside').getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toBeHidden();
  await main.getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(page.getByRole('banner').getByRole('link', { name: /Basket, 1 item/ })).toBeVisible();
});

test('a page is asked for again with its tag, and sent only when it has changed', async ({ request }) => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const headers = { 'accept-encoding': encoding };
    const first = await request.get('/isa-books/1', { headers });
    expect(first.headers()['cache-control']).toBe('no-cache');
    const tag = first.headers()['etag'] ?? '';
    const again = await request.get('/isa-books/1', { headers: { ...headers, 'if-none-match': tag } });
    expect(again.status()).toBe(304);
  }
});
