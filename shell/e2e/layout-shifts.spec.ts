import { expect, type Page, test } from '@playwright/test';
import { untilAlive } from './support/alive';
import { logIn, newPerson, register } from './support/customer';

interface Watched extends Window {
  /** Shifts without a visitor's doing (W3C Layout Instability), each with what has moved. */
  shifts?: string[];
}

/** Letters of a font and of its stand-in differ by hairs, which moves the next word on a line and no line. */
const A_HAIR = 0.001;

/** Everything that can come late does, in this order: pictures, scripts, answers. */
const LATE: readonly (readonly [RegExp, number])[] = [
  [/\/art\/.*\.svg$/, 700],
  [/\.js$/, 900],
  [/\/api\/(?!telemetry)/, 700],
];

async function slow(page: Page): Promise<void> {
  for (const [pattern, milliseconds] of LATE) {
    await page.route(pattern, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      // The page may be gone by then.
      await route.continue().catch(() => undefined);
    });
  }
  await page.addInitScript((least) => {
    const watched: Watched = window;
    const shifts: string[] = (watched.shifts = []);
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
  }, A_HAIR);
}

/** What has moved on a page until everything had come, and on the way down to its end. */
async function shiftsOf(
  page: Page,
  path: string,
  here = page.locator('main h1'),
): Promise<readonly string[]> {
  await page.goto(path);
  await untilAlive(page);
  await here.waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      for (let frames = 0; frames < 6; frames += 1) await frame();
    }
  });
  return page.evaluate(() => (window as Watched).shifts ?? ['Nobody has watched.']);
}

const BASKET = [
  { productId: 1, quantity: 2 },
  { productId: 2, quantity: 1 },
  { productId: 8, quantity: 1 },
];

/** The bench's phone, a small one and a desk. */
for (const [width, height] of [
  [412, 823],
  [375, 720],
  [1440, 900],
] as const) {
  test.describe(`at ${width} pixels nothing moves by itself`, () => {
    test.use({ viewport: { width, height } });

    for (const path of [
      '/',
      '/isa-about-us',
      '/isa-books/1',
      '/isa-online-courses',
      '/isa-online-courses/1001',
      '/isa-online-courses/1021',
    ]) {
      test(`on ${path}`, async ({ page }) => {
        await slow(page);
        expect(await shiftsOf(page, path)).toEqual([]);
      });
    }

    test('in a basket of which the browser remembers no more than the numbers', async ({ page, baseURL }) => {
      await slow(page);
      const value = encodeURIComponent(JSON.stringify(BASKET));
      await page.context().addCookies([{ name: 'basket', value, url: baseURL ?? '' }]);
      const lastLine = page
        .getByRole('main')
        .getByRole('listitem')
        .nth(BASKET.length - 1);
      expect(await shiftsOf(page, '/isa-basket', lastLine)).toEqual([]);
    });
  });
}

test('nothing moves on a lesson that a customer has not bought', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 720 });
  const person = newPerson();
  await register(page, person);
  await logIn(page, person);
  await slow(page);
  expect(await shiftsOf(page, '/isa-online-courses/1001')).toEqual([]);
});
