import { expect, type Page, test } from '@playwright/test';
import { otherContact } from '../../../api/testing/contact';
import { waitUntilHydrated } from './support/hydration';
import { heading, isSameDocument, main, markDocument } from './support/page';

declare global {
  interface Window {
    /** The policy's directives that this document has broken. */
    broken?: string[];
  }
}

/** Pages of the shell and of each remote, with running text, structured data, lists and forms. */
const PAGES = [
  '/',
  '/contact',
  '/isa-surveillance-course-6',
  '/isa-services/consultancy',
  '/isa-blog',
  '/isa-books/1',
  '/isa-online-courses/1001',
  '/isa-basket',
  '/login',
  '/privacy-policy',
];

const [street = ''] = otherContact.address.split(',');
const structuredData = (page: Page) => page.locator('script[type="application/ld+json"]');
const broken = (page: Page) => page.evaluate(() => window.broken);

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const directives: string[] = [];
    window.broken = directives;
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
      directives.push(`${violatedDirective} ${sample}`),
    );
  }),
);

for (const address of PAGES) {
  test(`text becomes no HTML in ${address}, as a document or after a navigation`, async ({ page }) => {
    await page.goto(address);
    await waitUntilHydrated(page);
    // The cart's title depends on what is in it.
    await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0);
    const title = await heading(page).textContent();
    expect(await broken(page)).toEqual([]);
    // Running text has no tag that `Prose` does not know. The contact details have one, which is shown as it is.
    const text = (await main(page).innerText()).replaceAll(street, '');
    expect(text).not.toMatch(/<\/?\w|&#?\w+;/);

    await page.goto('/copyright-policy');
    await waitUntilHydrated(page);
    await markDocument(page);
    // As if the visitor went back to it in the same document.
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    await expect(heading(page)).toHaveText(title ?? '');
    await expect(page).toHaveURL(address);
    expect(await isSameDocument(page)).toBe(true);
    expect(await broken(page)).toEqual([]);
  });
}

test('a page keeps its structured data until the visitor leaves it', async ({ page }) => {
  await page.goto('/isa-books/1');
  await expect(structuredData(page)).toHaveCount(2);
  await waitUntilHydrated(page);
  await expect(structuredData(page)).toHaveCount(2);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Books' }).click();
  await expect(heading(page)).toHaveText('Books');
  await expect(structuredData(page)).toHaveCount(0);
  expect(await broken(page)).toEqual([]);
});

test('text cannot become HTML, except on the checkout’s document', async ({ page }) => {
  const insert = () => page.evaluate(() => (document.createElement('p').innerHTML = '<b></b>'));
  await page.goto('/contact');
  await expect(insert()).rejects.toThrow('TrustedHTML');
  await expect.poll(() => broken(page)).toEqual([expect.stringMatching(/^require-trusted-types-for/)]);
  await expect(page.evaluate("trustedTypes.createPolicy('own', {})")).rejects.toThrow(
    'Policy "own" disallowed',
  );
  await page.goto('/checkout');
  await insert();
  expect(await broken(page)).toEqual([]);
});
