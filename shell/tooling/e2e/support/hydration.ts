import type { Page } from '@playwright/test';

/** Waits until a page is hydrated; a prerendered page is visible before that. */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await page.locator('html[data-isa-alive]').waitFor({ state: 'attached' });
}
