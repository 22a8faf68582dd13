import { expect, type Page, test } from '@playwright/test';
import { waitUntilHydrated } from './support/hydration';
import { signUp } from './support/customer';
import { setBasket } from './support/page';

declare global {
  interface Window {
    /** Shifts without user input (W3C Layout Instability), each with the moved elements. */
    shifts?: string[];
  }
}

/**
 * The largest shift that is ignored: glyphs of a font and its fallback differ slightly, which moves words
 * within a line.
 */
const IGNORED_SHIFT = 0.001;

/** Delays in milliseconds, with which pictures, scripts, fonts and API responses arrive late. */
const DELAYS: readonly (readonly [RegExp, number])[] = [
  [/\/art\/.*\.svg$/, 700],
  [/\.(?:js|woff2)$/, 900],
  [/\/api\/(?!telemetry)/, 700],
];

async function delayResponses(page: Page): Promise<void> {
  for (const [pattern, milliseconds] of DELAYS) {
    await page.route(pattern, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      // The page may be closed by then.
      await route.continue().catch(() => undefined);
    });
  }
  await page.addInitScript((least) => {
    const shifts: string[] = (window.shifts = []);
    // TypeScript's DOM library does not declare the entries of this type.
    type Shift = PerformanceEntry & {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as Shift;
        if (hadRecentInput || value < least) continue;
        const moved = sources.map(
          ({ node }) => `${node?.nodeName} "${node?.textContent?.trim().slice(0, 40)}"`,
        );
        shifts.push(`${value.toFixed(4)}: ${moved.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, IGNORED_SHIFT);
}

/** Layout shifts until everything was loaded, and while scrolling down. */
async function shiftsOf(
  page: Page,
  path: string,
  awaited = page.locator('main h1'),
): Promise<readonly string[]> {
  await page.goto(path);
  await waitUntilHydrated(page);
  await awaited.waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      for (let frames = 0; frames < 6; frames += 1) await frame();
    }
  });
  return page.evaluate(() => window.shifts ?? ['The observer was not installed.']);
}

const BASKET = [
  { productId: 1, quantity: 2 },
  { productId: 2, quantity: 1 },
  { productId: 8, quantity: 1 },
];

/** The sizes are those of the bench's phone, a small one and a desktop. */
for (const [width, height] of [
  [412, 823],
  [375, 720],
  [1440, 900],
] as const) {
  test.describe(`layout at ${width} pixels`, { tag: width === 375 ? [] : '@all' }, () => {
    test.use({ viewport: { width, height } });

    for (const path of [
      '/',
      '/isa-about-us',
      '/isa-investigations-courses',
      '/isa-books/1',
      '/isa-online-courses',
      '/isa-online-courses/1001',
      '/isa-online-courses/1021',
    ]) {
      test(`there is no layout shift on ${path} at ${width} pixels`, async ({ page }) => {
        await delayResponses(page);
        expect(await shiftsOf(page, path)).toEqual([]);
      });
    }

    test(`there is no layout shift at ${width} pixels in a basket, of which the browser stores only ids and quantities`, async ({
      page,
      baseURL,
    }) => {
      await delayResponses(page);
      await setBasket(page.context(), baseURL, BASKET);
      const lastLine = page
        .getByRole('main')
        .getByRole('listitem')
        .nth(BASKET.length - 1);
      expect(await shiftsOf(page, '/isa-basket', lastLine)).toEqual([]);
    });
  });
}

test('there is no layout shift on a lesson that a customer has not bought', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 720 });
  await signUp(page);
  await delayResponses(page);
  expect(await shiftsOf(page, '/isa-online-courses/1001')).toEqual([]);
  // Both pages lead away, so the visitor is known to each.
  for (const path of ['/login', '/checkout']) {
    const home = page.locator('[data-remote=marketing] h1');
    expect(await shiftsOf(page, path, home), path).toEqual([]);
  }
});

test('there is no layout shift on /login in a browser without passkeys', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 720 });
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await delayResponses(page);
  expect(await shiftsOf(page, '/login')).toEqual([]);
  await expect(page.getByText('Continue with a passkey')).toBeHidden();
});
