import { expect, type Page, test } from '@playwright/test';
import { waitUntilHydrated } from '../support/hydration';
import { addToCart, banner, heading, main, setBasket } from '../support/page';
import { pageAddresses } from '../support/site';

const headOf = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    return {
      titles: all('head > title').map((title) => title.textContent),
      canonicals: all('link[rel=canonical]').map((link) => new URL(link.getAttribute('href') ?? '').pathname),
      robots: all('meta[name=robots]').map((meta) => meta.getAttribute('content')),
      descriptions: all('meta[name=description]').length,
      shared: all('meta[property="og:title"], meta[property="og:url"]').length,
      structured: all('script[type="application/ld+json"]').map((script) => script.textContent),
    };
  });

test('has the head of one page after an extension has changed the document before hydration', async ({
  page,
}) => {
  await page.addInitScript(() =>
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      for (const input of document.querySelectorAll('input'))
        input.after(document.createElement('x-manager'));
      document.querySelector('form')?.remove();
    }),
  );
  await page.goto('/login');
  await waitUntilHydrated(page);
  await expect(page.getByRole('form', { name: 'Log in' })).toBeVisible();
  expect(await headOf(page)).toMatchObject({ canonicals: ['/login'], descriptions: 1, shared: 2 });

  await banner(page).getByRole('link', { name: 'Books', exact: true }).click();
  await expect(heading(page)).toHaveText('Books');
  const head = await headOf(page);
  expect(head).toMatchObject({
    canonicals: ['/isa-books/all-books'],
    robots: [],
    descriptions: 1,
    shared: 2,
    structured: [],
  });
  expect(head.titles).toEqual([expect.stringMatching(/^Books/)]);
});

test('has the structured data of the page that was served, and of no other after a navigation', async ({
  page,
}) => {
  await page.goto('/isa-books/1');
  const served = await headOf(page);
  expect(served.structured.join()).toContain('"Product"');
  await waitUntilHydrated(page);
  expect(await headOf(page)).toEqual(served);
  await banner(page).getByRole('link', { name: 'Books', exact: true }).click();
  await expect(heading(page)).toHaveText('Books');
  expect((await headOf(page)).structured).toEqual([]);
});

test('prints every card and every member of the team whole', async ({ page }) => {
  const width = 718;
  await page.setViewportSize({ width, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  await page.goto('/');
  await waitUntilHydrated(page);
  const slides = main(page).locator('.swiper-slide');
  await slides.first().scrollIntoViewIfNeeded();
  const places = await slides.evaluateAll((all) =>
    all.map((slide) => slide.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
  );
  expect(places.length).toBeGreaterThan(2);
  expect(places.filter(({ left, right }) => left < 0 || right > width)).toEqual([]);
  const cut = await main(page)
    .locator('article')
    .evaluateAll((all) => all.filter((card) => getComputedStyle(card).breakInside !== 'avoid').length);
  expect(cut).toBe(0);
});

test.describe('Back', () => {
  for (const [name, size] of [
    ['Search', { width: 1280, height: 900 }],
    ['Menu', { width: 390, height: 700 }],
  ] as const) {
    test(`closes an open dialog: ${name}`, async ({ page }) => {
      await page.setViewportSize(size);
      await page.goto('/login');
      await waitUntilHydrated(page);
      await main(page)
        .getByRole('link', { name: /register|sign up/i })
        .first()
        .click();
      await expect(page).toHaveURL('/register');
      await banner(page).getByRole('button', { name }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('dialog')).toBeHidden();
    });
  }

  test('and a new document bring back what was typed, except passwords', async ({ page }) => {
    await page.goto('/contact');
    await waitUntilHydrated(page);
    const form = main(page).getByRole('form');
    const typed = {
      'First name': 'Robin',
      'Last name': 'Fielder',
      Email: 'r@example.test',
      Message: 'Hello',
    };
    for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text);
    await form.getByLabel('Department').selectOption({ index: 2 });
    const department = await form.getByLabel('Department').inputValue();
    await page.goto('/register');
    await waitUntilHydrated(page);
    const register = page.getByRole('form', { name: 'Register' });
    await register.getByLabel('Full name').fill('Robin Fielder');
    await register.locator('[name=password]').fill('quiet-corner-7');
    await page.goto('/terms-and-conditions');
    await page.goBack();
    await waitUntilHydrated(page);
    await expect(register.getByLabel('Full name')).toHaveValue('Robin Fielder');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('quiet-corner');
    await page.goto('/contact');
    await waitUntilHydrated(page);
    for (const [label, text] of Object.entries(typed)) await expect(form.getByLabel(label)).toHaveValue(text);
    await expect(form.getByLabel('Department')).toHaveValue(department);
  });
});

test('says that cookies are needed where the browser blocks them', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined }),
  );
  await page.goto('/isa-books/1');
  await waitUntilHydrated(page);
  await addToCart(page);
  const notice = page.getByText(/blocks cookies.*allow them/);
  await expect(notice).toBeVisible();
  await expect(page.getByText(/is in your cart/)).toHaveCount(0);
  await expect(banner(page).getByRole('link', { name: 'Cart, empty' })).toBeVisible();
  await page.goto('/login');
  await waitUntilHydrated(page);
  const form = page.getByRole('form', { name: 'Log in' });
  await form.getByLabel('Email').fill('robin@example.test');
  await form.locator('[name=password]').fill('quiet-corner-7');
  await form.getByRole('button', { name: 'Login' }).click();
  await expect(form.getByText(/blocks cookies.*allow them/)).toBeVisible();
  await expect(form.getByLabel('Email')).toHaveValue('robin@example.test');
});

test('works without what browsers of 2023 lack', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    const remove = (owner: object | undefined, ...names: readonly string[]) => {
      for (const name of names) if (owner) Reflect.deleteProperty(owner, name);
    };
    remove(AbortSignal, 'any', 'timeout');
    remove(Promise, 'withResolvers', 'try');
    remove(Array, 'fromAsync');
    remove(Object, 'groupBy');
    remove(Map, 'groupBy');
    remove(URL, 'parse');
    remove(RegExp, 'escape');
    remove(
      Set.prototype,
      'union',
      'difference',
      'intersection',
      'isSubsetOf',
      'isSupersetOf',
      'isDisjointFrom',
    );
    remove(Document.prototype, 'startViewTransition');
    remove(Navigator.prototype, 'locks', 'scheduling', 'connection');
    // Not trustedTypes: a browser without them ignores the header that demands them, and this one does not.
    remove(window, 'Iterator', 'scheduler', 'requestIdleCallback', 'navigation');
    remove(HTMLScriptElement, 'supports');
  });
  await page.goto('/');
  await waitUntilHydrated(page);
  await banner(page).getByRole('link', { name: 'Books', exact: true }).click();
  await expect(heading(page)).toHaveText('Books');
  await banner(page).getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('foot');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /lesson/i })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
  // Until the lesson is shown, Back leads to the page before the books.
  await expect(page).toHaveURL(/\/isa-online-courses\/\d+$/);
  await expect(heading(page)).not.toHaveText('Books');
  await page.goBack();
  await expect(heading(page)).toHaveText('Books');
  expect(errors).toEqual([]);
});

test.describe('in forced colours', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));

  test('icons of the header are visible', async ({ page }) => {
    await page.goto('/');
    await waitUntilHydrated(page);
    for (const name of ['Search', 'Your account']) {
      const button = banner(page).getByRole('button', { name });
      const shown = await button.screenshot();
      await button.locator('svg').evaluate((icon) => icon.setAttribute('visibility', 'hidden'));
      expect(await button.screenshot(), name).not.toEqual(shown);
    }
  });

  test('chosen elements and the focus of the search differ from the others', async ({ page }) => {
    await page.goto('/isa-books/1');
    await waitUntilHydrated(page);
    const thumbnail = main(page).getByRole('button', { name: 'Show: Cover, Volume 1' });
    const before = await thumbnail.screenshot();
    await thumbnail.evaluate((element) => element.setAttribute('aria-pressed', 'true'));
    expect(await thumbnail.screenshot()).not.toEqual(before);

    const current = banner(page).getByRole('link', { name: 'Books', exact: true });
    await expect(current).toHaveAttribute('data-current', 'true');
    const marked = await current.screenshot();
    await current.evaluate((element) => element.setAttribute('data-current', 'false'));
    expect(await current.screenshot()).not.toEqual(marked);

    await banner(page).getByRole('button', { name: 'Search' }).click();
    const bar = page.getByRole('search').first();
    await expect(page.getByRole('searchbox')).toBeFocused();
    const style = { animations: 'disabled', caret: 'hide' } as const;
    const focused = await bar.screenshot(style);
    await page.getByRole('button', { name: 'Close search' }).focus();
    const close = page.getByRole('button', { name: 'Close search' });
    await close.evaluate((element) => element.style.setProperty('outline', 'none'));
    expect(await bar.screenshot(style)).not.toEqual(focused);
  });
});

test.describe('with letters as readers may set them', () => {
  // The readers' own style is not subject to the site's policy.
  test.use({ bypassCSP: true });

  test('shows the whole notice of a closed lesson', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/isa-online-courses/1001');
    await waitUntilHydrated(page);
    const line = main(page).getByText('Purchase premium access to watch this course!');
    await expect(line).toBeVisible();
    // WCAG 2.2, 1.4.12.
    await page.addStyleTag({
      content:
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    });
    const isWhole = () =>
      line.evaluate(({ parentElement: notice }) => {
        const frame = notice?.parentElement?.getBoundingClientRect();
        const parts = [...(notice?.children ?? [])].filter((part) => part.checkVisibility());
        return parts
          .map((part) => part.getBoundingClientRect())
          .every(({ top, bottom }) => frame !== undefined && top >= frame.top && bottom <= frame.bottom);
      });
    await expect.poll(isWhole).toBe(true);
  });

  test('fits letters of twice the size into tablets and laptops', async ({ page, context, baseURL }) => {
    await setBasket(context, baseURL, [{ productId: 1, quantity: 1 }]);
    for (const address of pageAddresses()) {
      await page.goto(address);
      await waitUntilHydrated(page);
      await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
      for (const width of [768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const content = await page.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(content, `${address} at ${width} px`).toBeLessThanOrEqual(width);
      }
    }
  });

  test('keeps the facts of courses inside their cards', async ({ page }) => {
    await page.goto('/isa-all-training-courses');
    await waitUntilHydrated(page);
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
    const wider = () =>
      main(page)
        .locator('article')
        .evaluateAll((cards) => cards.filter((card) => card.scrollWidth > card.clientWidth + 1).length);
    await expect.poll(wider).toBe(0);
  });
});

for (const [width, height] of [
  [390, 700],
  [320, 256],
] as const) {
  test(`shows a part of what has the focus on every page at ${width}×${height}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await setBasket(context, baseURL, [{ productId: 1, quantity: 1 }]);
    for (const address of pageAddresses()) {
      await page.goto(address);
      await waitUntilHydrated(page);
      const covered = await page.evaluate(() => {
        const all = [
          ...document.querySelectorAll('a, button, input, select, textarea, [tabindex="0"]'),
        ].filter(
          (element): element is HTMLElement => element instanceof HTMLElement && element.tabIndex >= 0,
        );
        // Forwards, what has the focus comes in from below; backwards from above, where the bar is.
        return [...all, ...all.toReversed()].flatMap((element) => {
          element.focus();
          if (document.activeElement !== element) return [];
          const isShown = [...element.getClientRects()].some((box) =>
            Array.from({ length: 25 }, (_, point) => [point % 5, Math.floor(point / 5)] as const).some(
              ([x, y]) => {
                const at = document.elementFromPoint(
                  box.left + 1 + ((box.width - 2) * x) / 4,
                  box.top + 1 + ((box.height - 2) * y) / 4,
                );
                return at !== null && (element.contains(at) || at.contains(element));
              },
            ),
          );
          return isShown ? [] : [element.textContent || element.outerHTML.slice(0, 80)];
        });
      });
      expect([address, covered]).toEqual([address, []]);
    }
  });

  test(`shows a part of what the Tab key reaches at ${width}×${height}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height });
    await setBasket(context, baseURL, [{ productId: 1, quantity: 1 }]);
    for (const address of ['/isa-books/1', '/contact']) {
      await page.goto(address);
      await waitUntilHydrated(page);
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let step = 0; step < 60; step += 1) {
          await page.keyboard.press(key);
          const covered = await page.evaluate(async () => {
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
            const focused = document.activeElement;
            if (!focused || focused === document.body) return undefined;
            const isShown = [...focused.getClientRects()].some(({ left, top, width, height }) =>
              Array.from({ length: 25 }, (_, point) => [point % 5, Math.floor(point / 5)] as const).some(
                ([x, y]) => {
                  const at = document.elementFromPoint(
                    left + 1 + ((width - 2) * x) / 4,
                    top + 1 + ((height - 2) * y) / 4,
                  );
                  return at !== null && (focused.contains(at) || at.contains(focused));
                },
              ),
            );
            return isShown ? undefined : focused.textContent || focused.getAttribute('name');
          });
          expect([address, key, covered]).toEqual([address, key, undefined]);
        }
      }
    }
  });
}
