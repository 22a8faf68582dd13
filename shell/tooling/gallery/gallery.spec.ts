import { existsSync } from 'node:fs';
import type { Stories } from '@isa/contract/testing';
import { expect, type Page, test } from '@playwright/test';
import { violations } from '../e2e/support/axe';
import { storyFiles } from './story-files';

declare global {
  interface Window {
    /** Those of the feature in the page's address. */
    stories?: Stories;
  }
}

/** Without motion, because elements that are fading in have too little contrast. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function open(page: Page, parameters: Record<string, string>): Promise<void> {
  await page.goto(`/?${new URLSearchParams(parameters).toString()}`);
  await page.waitForFunction(() => window.stories);
}

/** Nothing can be compared with a new state. */
function isCompared(picture: string): boolean {
  if (!process.env.GALLERY_PICTURES) return false;
  const info = test.info();
  const isTaken = ['all', 'changed'].includes(info.config.updateSnapshots);
  return isTaken || existsSync(info.snapshotPath(picture, { kind: 'screenshot' }));
}

for (const feature of storyFiles().keys()) {
  for (const width of [375, 1440]) {
    test.describe(`${feature} at ${width} px`, () => {
      test.use({ viewport: { width, height: 900 } });

      test('every state is shown, accessible, and as wide as the screen', async ({ page }) => {
        await open(page, { feature });
        const stories = await page.evaluate(() =>
          Object.entries(window.stories ?? {}).map(([story, { shows }]) => ({ story, shows })),
        );
        expect(stories).not.toEqual([]);
        for (const { story, shows } of stories) {
          await open(page, { feature, story });
          await expect.soft(page.getByText(shows).first(), story).toBeVisible();
          // PayPal's script disables its buttons a moment after the page has dimmed them.
          const enabled = page.locator('.paypal-buttons-disabled:not(:has(> button:disabled))');
          await expect.soft(enabled, story).toHaveCount(0);
          expect.soft(await violations(page), story).toEqual([]);
          const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
          expect.soft(scrollWidth, `${story} scrolls sideways`).toBeLessThanOrEqual(width);
          const picture = `${feature}-${story.replaceAll(/\W+/g, '-')}-${width}.png`;
          if (isCompared(picture)) await expect.soft(page).toHaveScreenshot(picture, { fullPage: true });
        }
      });
    });
  }
}
