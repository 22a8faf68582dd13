import { expect, type Locator, type Page, test } from '@playwright/test';
import { SeededRandom } from '../../../api/testing/faults/seeded-random';
import { previewLink } from '../../platform/release/preview';
import { packedFolder } from '../../platform/store/locations';
import { folderStorage } from '../../platform/store/storage/folder';
import { waitUntilHydrated } from './support/hydration';
import { expectShop, test as withRelease } from './support/next-shop-release';
import { banner, heading, main } from './support/page';
import { ports } from './support/site';

/** The scripts that each page names itself: those of the shell and of the page's remote. */
const FIRST_SCRIPTS = 5;
/** How many moments each click is tried at: after how many scripts it is made. */
const MOMENTS = 3;

function momentsOf(seed: number): readonly number[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: MOMENTS }, () => random.below(FIRST_SCRIPTS));
}

/**
 * Opens a page whose scripts are held, except the bootstrap script, which remembers clicks.
 * @returns a function that lets a number of them pass.
 */
async function openWithHeldScripts(page: Page, path: string) {
  const held: (() => Promise<void>)[] = [];
  let allowed = 0;
  let passed = 0;
  const passAllowed = async () => {
    const passing = held.splice(0, allowed - passed);
    passed += passing.length;
    await Promise.all(passing.map((pass) => pass()));
  };
  await page.route('**/*.js', async (route) => {
    if (/\/bootstrap\.[^/]+$/.test(route.request().url())) return route.continue();
    // The script continues to other routes, which may serve it.
    held.push(() => route.fallback());
    await passAllowed();
  });
  // The bootstrap script is the only script that the document waits for.
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await expect(heading(page)).toBeVisible();
  return async (count: number) => {
    allowed = count;
    await passAllowed();
    if (count !== Infinity) await expect.poll(() => passed).toBe(count);
  };
}

/** Clicks after some of the page's scripts have arrived, and then lets all others arrive. */
async function clickAfterScripts(page: Page, path: string, count: number, target: Locator): Promise<void> {
  const pass = await openWithHeldScripts(page, path);
  await pass(count);
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to click.');
  // The click is that of a mouse, which does not wait until the element is enabled.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await pass(Infinity);
}

test('a link leads to its page, whenever it is clicked', async ({ context }) => {
  for (const count of momentsOf(17)) {
    const page = await context.newPage();
    const link = banner(page).getByRole('link', { name: 'Books' }).first();
    await clickAfterScripts(page, '/', count, link);
    await expect(page, `after ${count} scripts`).toHaveURL('/isa-books/all-books');
    await expect(heading(page)).toHaveText(/Books/);
    await page.close();
  }
});

for (const count of momentsOf(18)) {
  test(`the menu opens when it is clicked after ${count} scripts`, async ({ page }) => {
    await page.setViewportSize({ width: 412, height: 823 });
    const opener = banner(page).getByRole('button', { name: 'Menu' }).first();
    await clickAfterScripts(page, '/', count, opener);
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });

  test(`a book is in the cart when it is added after ${count} scripts`, async ({ page }) => {
    const button = main(page)
      .getByRole('button', { name: /Add to cart/i })
      .first();
    await clickAfterScripts(page, '/isa-books/1', count, button);
    await expect(banner(page).getByRole('link', { name: /Cart, 1 item/ })).toBeVisible();
  });
}

withRelease(
  'a book is in the cart when another release replaces the clicked button',
  async ({ page, next }) => {
    const { url } = await previewLink({
      ...{ app: 'shop', version: next.version, hours: 1, page: '/isa-books/1' },
      ...{ previewOrigin: `http://preview.localhost:${ports.site}`, storage: folderStorage(packedFolder) },
    });
    const button = main(page)
      .getByRole('button', { name: /Add to cart/i })
      .first();
    await clickAfterScripts(page, url, 0, button);
    await expectShop(page, next.version);
    await expect(banner(page).getByRole('link', { name: /Cart, 1 item/ })).toBeVisible();
  },
);

test('a click during hydration counts once', async ({ page }) => {
  await page.addInitScript(() => {
    const click = () =>
      [...document.querySelectorAll('main button')]
        .find(({ textContent }) => /Add to cart/i.test(textContent))
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    document.addEventListener(
      'readystatechange',
      () => {
        new MutationObserver((_, observer) => {
          observer.disconnect();
          setTimeout(click);
        }).observe(document.documentElement, { attributeFilter: ['data-isa-hydrating'] });
      },
      { once: true },
    );
  });
  await page.goto('/isa-books/1');
  await waitUntilHydrated(page);
  await expect(banner(page).getByRole('link', { name: /Cart, 1 item/ })).toBeVisible();
});
