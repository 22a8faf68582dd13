import { expect, type Page, type Route, test } from '@playwright/test';
import { waitUntilHydrated } from './support/hydration';
import { SCRIPT_KINDS, shopArea, shopScripts } from './support/next-shop-release';
import {
  banner,
  basketLink,
  errorCard,
  heading,
  isSameDocument,
  main,
  markDocument,
  saveData,
} from './support/page';
import {
  changeServedRegistry,
  changeShop,
  prerenderWith,
  endRoutes,
  serveBrokenShop,
} from './support/release-routes';
import { watchRequests } from './support/requests';

test.afterEach(endRoutes);

/** Expects header, footer and menus to work without a remote. */
async function expectShell(page: Page): Promise<void> {
  await expect(banner(page)).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(banner(page).getByRole('link', { name: 'Books' })).toBeVisible();
}

/** An empty basket shows that the shop's remote works: the page needs nothing else. */
async function expectBasket(page: Page): Promise<void> {
  await expect(main(page).getByText('Your cart is empty')).toBeVisible();
}

for (const kind of SCRIPT_KINDS) {
  test(`only the shop’s pages fail while its ${kind} is unavailable, and a retry restores them`, async ({
    page,
  }) => {
    await page.route(shopScripts(kind), (route) => route.abort('connectionrefused'));
    await page.goto('/isa-basket');
    await expect(errorCard(page)).toBeVisible();
    await expect(main(page).getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    await expect(main(page).getByText(/^ChunkLoadError: Loading http.*\.js failed\.$/)).toBeVisible();
    await expectShell(page);
    await banner(page).getByRole('link', { name: 'Online Courses' }).first().click();
    await expect(page).toHaveURL('/isa-online-courses');
    await expect(heading(page)).toBeVisible();
    await page.goBack();
    await expect(errorCard(page)).toBeVisible();
    await page.unroute(shopScripts(kind));
    await errorCard(page).click();
    await expectBasket(page);
  });

  test(`a modified ${kind} is refused`, async ({ page }) => {
    const refusals: string[] = [];
    page.on('console', (message) => {
      if (/integrity/i.test(message.text())) refusals.push(message.text());
    });
    await page.route(shopScripts(kind), async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()};window.__tampered = true;` });
    });
    await page.goto('/isa-basket');
    await expect(errorCard(page)).toBeVisible();
    await expectShell(page);
    expect(await page.evaluate(() => '__tampered' in window)).toBe(false);
    expect(refusals.length).toBeGreaterThan(0);
    await page.unroute(shopScripts(kind));
    await errorCard(page).click();
    await expectBasket(page);
  });
}

test('a retry does not share the failure of a prefetch that began before it', async ({ page }) => {
  const scripts = shopScripts('entry');
  await page.route(scripts, (route) => route.abort('connectionrefused'));
  await page.goto('/isa-basket');
  await expect(errorCard(page)).toBeVisible();
  await page.unroute(scripts);
  const held: Route[] = [];
  await page.route(scripts, (route) => void held.push(route));
  await banner(page).getByRole('link', { name: 'Books' }).first().hover();
  await expect.poll(() => held.length).toBe(1);
  await errorCard(page).click();
  // The connection is lost for the prefetch, and for its second attempt, and then returns.
  const isRefetched = page.waitForRequest(scripts);
  await held[0]?.abort('connectionrefused');
  await isRefetched;
  await expect.poll(() => held.length).toBe(2);
  await held[1]?.abort('connectionrefused');
  await page.unroute(scripts);
  await expectBasket(page);
});

test('a release without a hash in the registry is refused', async ({ page, context }) => {
  await prerenderWith(
    context,
    changeShop(({ name, live }) => ({ name, live: { ...live, integrity: '' } })),
  );
  await page.goto('/isa-basket');
  await expect(errorCard(page)).toBeVisible();
  await expectShell(page);
});

test('only the page that throws while rendering fails, and a retry restores it', async ({
  page,
  context,
}) => {
  const broken = await serveBrokenShop(
    context,
    `default() { if (!window.__repaired) throw new Error('rendering failed'); return 'Your cart is empty'; }`,
  );
  await prerenderWith(
    context,
    changeShop(({ name, live }) => ({ name, live: { ...live, ...broken } })),
  );
  await page.goto('/isa-basket');
  await expect(errorCard(page)).toBeVisible();
  await expectShell(page);
  await page.evaluate(() => Reflect.set(window, '__repaired', true));
  await errorCard(page).click();
  await expectBasket(page);
});

test('a prerendered page stays readable when no release can render it', async ({ page, context }) => {
  const path = '/isa-books/:bookId';
  const broken = await serveBrokenShop(context, `default() { throw new Error('rendering failed'); }`, path);
  await prerenderWith(
    context,
    changeShop(({ name, live }) => ({ name, live: { ...live, ...broken } })),
  );
  await page.goto('/isa-books/1');
  await expect(main(page).getByText('You can read this page')).toBeVisible();
  await expect(heading(page)).toContainText('Volume 1');
  await expect(main(page).getByText('Unexpected Application Error!')).toHaveCount(0);
  await main(page).getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toContainText('Volume 1');
});

test('a remote that does not respond fails after a timeout', async ({ page }) => {
  await page.route(shopScripts('entry'), () => undefined);
  await page.goto('/isa-basket', { waitUntil: 'commit' });
  await expectShell(page);
  // The wait is longer than the timeouts of the live and of the previous release.
  await expect(errorCard(page)).toBeVisible();
  await page.unroute(shopScripts('entry'));
  await errorCard(page).click();
  await expectBasket(page);
});

test.describe('a link to another remote', () => {
  const books = (page: Page) => banner(page).getByRole('link', { name: 'Books' });

  // Prefetching is off, so that the click itself requests the registry.
  test.beforeEach(({ page }) => saveData(page));

  /** Opens a page without the shop's releases and follows a link to the shop. */
  async function goToBooks(page: Page): Promise<void> {
    await page.goto('/contact');
    await waitUntilHydrated(page);
    await markDocument(page);
    await books(page).click();
  }

  test('loads the shop’s releases with one request', async ({ page }) => {
    const requests = watchRequests(page);
    await page.goto('/contact');
    await waitUntilHydrated(page);
    await page.waitForLoadState('networkidle');
    expect(requests.includes('/registry.json')).toBe(false);
    await books(page).click();
    await expect(shopArea(page)).toBeVisible();
    await basketLink(page).click();
    await expectBasket(page);
    expect(requests.urls.filter((url) => url.endsWith('/registry.json'))).toHaveLength(1);
  });

  test('shows its progress, and opens the document when no release can be loaded', async ({ page }) => {
    const held: Route[] = [];
    let isDown = false;
    for (const kind of SCRIPT_KINDS) {
      await page.route(shopScripts(kind), async (route) => {
        if (isDown) await route.abort('connectionrefused');
        else held.push(route);
      });
    }
    await goToBooks(page);
    await expect(page.getByTestId('navigation-progress')).toBeVisible();
    isDown = true;
    await Promise.all(held.map((route) => route.abort('connectionrefused')));
    await expect(page).toHaveURL('/isa-books/all-books');
    await expect(shopArea(page)).toBeVisible();
    await expect(main(page).getByText('You can read this page')).toBeVisible();
    expect(await isSameDocument(page)).toBe(false);
    // The link of this page leads there, too.
    await main(page)
      .getByRole('link', { name: /Volume 1/ })
      .first()
      .click();
    await expect(heading(page)).toContainText('Volume 1');
    await expect(main(page).getByText('Unexpected Application Error!')).toHaveCount(0);
  });

  test('fails while the registry is unavailable, and a retry succeeds', async ({ page }) => {
    await page.route('**/registry.json', (route) => route.abort('connectionrefused'));
    await goToBooks(page);
    await expect(errorCard(page)).toBeVisible();
    await expectShell(page);
    await banner(page).getByRole('link', { name: 'About Us' }).first().click();
    await expect(heading(page)).toBeVisible();
    await expect(errorCard(page)).toHaveCount(0);
    await page.goBack();
    await page.goForward();
    await books(page).click();
    await expect(errorCard(page)).toBeVisible();
    await page.unroute('**/registry.json');
    await errorCard(page).click();
    await expect(shopArea(page)).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
  });

  test('survives a lost response of the registry', async ({ page }) => {
    let requests = 0;
    await page.route('**/registry.json', (route) => {
      requests += 1;
      return requests === 1 ? route.abort('connectionreset') : route.fallback();
    });
    await goToBooks(page);
    await expect(shopArea(page)).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
  });

  for (const [why, spoil] of [
    ['is outdated', (page: Page) => changeServedRegistry(page.context(), (same) => same, -1_000)],
    ['is missing', (page: Page) => page.route('**/registry.json', (route) => route.fulfill({ status: 404 }))],
  ] as const) {
    test(`loads a document when the registry ${why}`, async ({ page }) => {
      await spoil(page);
      await goToBooks(page);
      await expect(page).toHaveURL('/isa-books/all-books');
      await expect(shopArea(page)).toBeVisible();
      expect(await isSameDocument(page)).toBe(false);
      await waitUntilHydrated(page);
      await basketLink(page).click();
      await expectBasket(page);
    });
  }
});
