import type { Page } from '@playwright/test';

/** Resolves when a page answers: one that was prerendered is seen before that. */
export async function untilAlive(page: Page): Promise<void> {
  await page.locator('html[data-isa-alive]').waitFor({ state: 'attached' });
}
