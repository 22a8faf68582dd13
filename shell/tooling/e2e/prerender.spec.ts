import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { sampleContact } from '@isa/api-contract';
import { otherContact } from '../../../api/testing/contact';
import { PAGE_ELEMENT } from '../../platform/formats/page-data';
import { signUp } from './support/customer';
import { SCRIPT_KINDS, shopScripts } from './support/next-shop-release';
import { addToCart, banner, heading, isSameDocument, main, markDocument } from './support/page';
import { routeTable, sampleLessons } from './support/site';

/** Every address of the site build, with values for parameters, and unknown addresses. */
const addresses = () => [
  ...sampleLessons(routeTable().routes.map(({ pattern }) => pattern.replaceAll(':', ''))),
  '/isa-books/99',
  '/isa-online-courses/4711',
  '/unknown/address',
];

declare global {
  interface Window {
    /** Contents of the document before any script ran. */
    prerendered?: { readonly heading: Element | null; readonly page: string | undefined };
  }
}

const pageSchema = z.object({ kind: z.string() }).partial();

/** Stores the prerendered contents in the page, and collects errors of React and the browser. */
async function watch(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // Unknown addresses respond 404, as do API requests of their pages.
    const { url } = message.location();
    if (/status of 404/.test(message.text()) && (url === page.url() || url.includes('/api/'))) return;
    errors.push(message.text());
  });
  await page.addInitScript((id) => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      window.prerendered = {
        heading: document.querySelector('main h1'),
        page: document.getElementById(id)?.textContent,
      };
      const observer = new MutationObserver(() => {
        if (!document.querySelector('title')) reportError(new Error('For a moment the page has no title.'));
      });
      observer.observe(document.head, { childList: true });
    });
  }, PAGE_ELEMENT);
  return errors;
}

/** Waits until React has attached its property to the first element. */
async function waitForReact(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const first = document.querySelector('#root > *');
    return first !== null && Object.keys(first).some((key) => key.startsWith('__reactFiber'));
  });
}

/** Visits addresses in one tab, each as a new document. @returns the number of pages that were hydrated. */
async function visit(page: Page, wanted: readonly string[]): Promise<number> {
  const errors = await watch(page);
  const failures: Record<string, unknown> = {};
  let hydrated = 0;
  for (const address of wanted) {
    errors.length = 0;
    await page.goto(address);
    await waitForReact(page);
    await expect(heading(page)).toBeVisible();
    const found = await page.evaluate(() => {
      const { prerendered } = window;
      return { page: prerendered?.page, sameHeading: prerendered?.heading?.isConnected };
    });
    const { kind } = pageSchema.parse(JSON.parse(found.page ?? '{}'));
    if (kind === 'page' && found.sameHeading) hydrated += 1;
    if (errors.length > 0) failures[address] = [...errors];
    else if (kind !== 'frame' && !found.sameHeading && new URL(page.url()).pathname === address) {
      failures[address] = 'The prerendered heading was replaced.';
    } else if ((await page.locator('head title').count()) !== 1)
      failures[address] = 'The number of titles is not 1.';
  }
  expect(failures).toEqual({});
  return hydrated;
}

test('every prerendered page is hydrated without an error', async ({ page }) => {
  test.setTimeout(600_000);
  expect(await visit(page, addresses())).toBeGreaterThan(40);
});

test(
  'every prerendered page is hydrated without an error for a customer with a product in the basket',
  { tag: '@all' },
  async ({ page }) => {
    test.setTimeout(600_000);
    await signUp(page);
    await page.goto('/isa-books/1');
    await addToCart(page);
    await expect(banner(page).getByRole('link', { name: /Cart, 1 item/ })).toBeVisible();
    // All lessons have the same page, so two are enough.
    const few = addresses().filter((address) => !/\/10(?:0[3-9]|[1-3]\d)$/.test(address));
    expect(await visit(page, few)).toBeGreaterThan(25);
  },
);

test('the contact details of the settings are in the HTML, and stay once the page is hydrated', async ({
  page,
  request,
}) => {
  const { email, hours, legalName, phone } = otherContact;
  const html = await (await request.get('/contact')).text();
  for (const text of [email, hours, phone]) expect(html).toContain(text);
  expect(html).not.toContain(sampleContact.email);

  await page.goto('/contact');
  await waitForReact(page);
  for (const part of [main(page), page.getByRole('contentinfo')]) {
    await expect(part.getByRole('link', { name: phone })).toHaveAttribute('href', 'tel:+441414960123');
    await expect(part.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
  }
  await expect(page.getByText(`© ${legalName}`)).toBeVisible();
  await page.goto('/terms-and-conditions');
  await expect(main(page)).toContainText(legalName);
  await expect(main(page).getByRole('link', { name: email }).first()).toBeVisible();
});

test('a page whose remote is unavailable stays readable, and a retry hydrates it', async ({ page }) => {
  for (const kind of SCRIPT_KINDS) {
    await page.route(shopScripts(kind), (route) => route.abort('connectionrefused'));
  }
  await page.goto('/isa-books/1');
  const notice = main(page).getByText('its buttons could not be loaded');
  await expect(notice).toBeVisible();
  await expect(main(page).getByRole('heading', { level: 1, name: /Volume 1/ })).toBeVisible();
  // The shell navigates without a new document, and removes the prerendered page's head elements.
  await markDocument(page);
  await banner(page).getByRole('link', { name: 'Blog' }).first().click();
  await expect(page).toHaveURL('/isa-blog');
  await expect(page).toHaveTitle(/^Blog/);
  expect(await isSameDocument(page)).toBe(true);
  expect(await page.locator('head title').count()).toBe(1);

  await page.goto('/isa-books/2');
  await expect(notice).toBeVisible();
  await page.unrouteAll();
  await notice.locator('xpath=ancestor::aside').getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toBeHidden();
  await addToCart(page);
  await expect(banner(page).getByRole('link', { name: /Cart, 1 item/ })).toBeVisible();
});

test('a page is revalidated with its ETag', async ({ request }) => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const headers = { 'accept-encoding': encoding };
    const first = await request.get('/isa-books/1', { headers });
    expect(first.headers()['cache-control']).toBe('no-cache');
    const etag = first.headers()['etag'] ?? '';
    const again = await request.get('/isa-books/1', { headers: { ...headers, 'if-none-match': etag } });
    expect(again.status()).toBe(304);
  }
});
