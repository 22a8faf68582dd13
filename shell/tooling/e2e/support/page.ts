import type { BrowserContext, Locator, Page } from '@playwright/test';

export const main = (page: Page): Locator => page.getByRole('main');
export const banner = (page: Page): Locator => page.getByRole('banner');
export const heading = (page: Page): Locator => main(page).getByRole('heading', { level: 1 });
/** The header's link, which contains the number of items. */
export const basketLink = (page: Page): Locator => banner(page).getByRole('link', { name: /cart|basket/i });
/** The card that replaces a remote's page after a failure. */
export const errorCard = (page: Page): Locator => main(page).getByRole('button', { name: 'Try again' });
export const video = (page: Page): Locator => page.locator('video');

export const addToCart = (page: Page): Promise<void> =>
  main(page).getByRole('button', { name: 'Add to cart' }).first().click();

/** Sets a returning visitor's basket cookie. */
export async function setBasket(
  context: BrowserContext,
  baseURL: string | undefined,
  items: unknown,
): Promise<void> {
  const value = encodeURIComponent(typeof items === 'string' ? items : JSON.stringify(items));
  await context.addCookies([{ name: 'basket', value, url: baseURL ?? 'http://localhost' }]);
}

/** Simulates a browser that saves data, for which the site prefetches nothing. */
export async function saveData(target: BrowserContext | Page): Promise<void> {
  await target.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', {
      value: { saveData: true, effectiveType: '4g' },
      configurable: true,
    }),
  );
}

/** Marks the document, so that a later load of another one is recognised. */
export const markDocument = (page: Page) => page.evaluate(() => Reflect.set(window, '__sameDocument', true));
export const isSameDocument = (page: Page) => page.evaluate(() => '__sameDocument' in window);

/** Collects console errors with the page's address, and uncaught exceptions. */
export function collectErrors(page: Page, types: readonly string[] = ['error']): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (types.includes(message.type())) errors.push(`${page.url()}: ${message.text()}`);
  });
  return errors;
}
