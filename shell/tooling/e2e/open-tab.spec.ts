import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { RegisteredRelease } from '../../platform/formats/registry';
import { waitUntilHydrated } from './support/hydration';
import {
  asLive,
  expectShop,
  followBasket,
  followBooks,
  liveShop,
  shopArea,
  test,
} from './support/next-shop-release';
import { banner, isSameDocument, main, markDocument } from './support/page';
import { type RegistryEdit, changeServedRegistry, changeShop, endRoutes } from './support/release-routes';

test.afterEach(endRoutes);

/** The scripts of the live release. The next one of these tests shares none with it. */
const SHARED_SCRIPTS = /\/shop\/files\/[^/]+\.js/;

declare global {
  interface Window {
    /** The number of registries that the tab has read. */
    __registries?: number;
  }
}

/** Opens a page in a tab with a controlled clock. */
async function openTab(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    const { text } = Response.prototype;
    Response.prototype.text = async function () {
      const body = await text.call(this);
      if (this.url.endsWith('/registry.json')) window.__registries = (window.__registries ?? 0) + 1;
      return body;
    };
  });
  await page.goto(address);
  await waitUntilHydrated(page);
  await markDocument(page);
}

/** Advances the clock until the tab has polled the registry and read the response. */
async function waitForPoll(page: Page): Promise<void> {
  await waitUntilHydrated(page);
  const read = () => page.evaluate(() => window.__registries ?? 0);
  const before = await read();
  await page.clock.fastForward('07:00');
  await expect.poll(read).toBeGreaterThan(before);
}

/** A page that must not be disturbed delays the new release until the second navigation. */
async function expectNewReleaseOnSecondNavigation(
  page: Page,
  context: BrowserContext,
  next: RegisteredRelease,
  [leave, goOn] = [followBooks, followBasket],
): Promise<void> {
  const first = await liveShop(page);
  await changeServedRegistry(context, asLive(next));
  await waitForPoll(page);
  await leave(page);
  await expectShop(page, first);
  await goOn(page);
  await expectShop(page, next.version);
  expect(await isSameDocument(page)).toBe(true);
}

/** Makes `next` live and renames its entry in the menu. */
const withBookShop =
  (next: RegisteredRelease): RegistryEdit =>
  (registry) =>
    changeShop(({ live, ...remote }) => ({
      ...remote,
      live: {
        ...live,
        menu: next.menu.map((entry) => (entry.label === 'Books' ? { ...entry, label: 'Book shop' } : entry)),
      },
    }))(asLive(next)(registry));

test('the next navigation loads a promoted release with its menu, without a reload', async ({
  page,
  context,
  next,
}) => {
  const first = await liveShop(page);
  await openTab(page, '/isa-books/all-books');
  await changeServedRegistry(context, withBookShop(next));
  await waitForPoll(page);
  await expectShop(page, first);
  await expect(banner(page).getByRole('link', { name: 'Books', exact: true })).toBeVisible();
  await followBasket(page);
  await expectShop(page, next.version);
  await expect(banner(page).getByRole('link', { name: 'Book shop' })).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
});

test.describe('an open tab', () => {
  test('keeps its release while a form is half-typed', async ({ page, context, next }) => {
    await openTab(page, '/isa-books/all-books');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click();
    await expect(page).toHaveURL('/contact');
    await main(page).getByRole('textbox').first().fill('Robin');
    await expectNewReleaseOnSecondNavigation(page, context, next);
  });

  test('keeps its release while a video plays', async ({ page, context, next }) => {
    await openTab(page, '/isa-books/all-books');
    await banner(page).getByRole('link', { name: 'Home' }).first().click();
    await expect(page).toHaveURL('/');
    await page
      .locator('video')
      .first()
      .evaluate((video: HTMLVideoElement) => video.play());
    await expectNewReleaseOnSecondNavigation(page, context, next);
  });

  test('keeps its release when leaving the checkout', async ({ page, context, next }) => {
    await page.goto('/isa-books/1');
    await main(page)
      .getByRole('button', { name: /add to (cart|basket)/i })
      .first()
      .click();
    await openTab(page, '/checkout');
    // The enclosed checkout has no menu.
    const change = (tab: Page) => main(tab).getByRole('link', { name: 'Change' }).click();
    await expectNewReleaseOnSecondNavigation(page, context, next, [change, followBooks]);
  });
});

test('a new shell release makes an open tab load one document', async ({ page, context }) => {
  await openTab(page, '/isa-books/all-books');
  await changeServedRegistry(context, (registry) => ({ ...registry, shell: { live: '9.9.9' } }));
  await waitForPoll(page);
  await followBasket(page);
  await expect(page).toHaveURL('/isa-basket');
  await expect.poll(() => isSameDocument(page)).toBe(false);
  await expect(shopArea(page)).toBeVisible();
  // The site was not built again, so the registry still names another shell.
  await markDocument(page);
  await waitForPoll(page);
  await followBooks(page);
  await expectShop(page, await liveShop(page));
  expect(await isSameDocument(page)).toBe(true);
});

test('an open tab ignores a registry that is older than its document’s', async ({ page, context, next }) => {
  const first = await liveShop(page);
  await openTab(page, '/isa-books/all-books');
  await changeServedRegistry(context, asLive(next), -1_000);
  await waitForPoll(page);
  await followBasket(page);
  await expectShop(page, first);
});

test('an open tab refreshes the registry once for an unknown address', async ({ page, context }) => {
  await openTab(page, '/isa-books/all-books');
  await changeServedRegistry(
    context,
    changeShop((remote) => ({
      ...remote,
      live: {
        ...remote.live,
        routes: [...remote.live.routes, { path: '/isa-wish-list', title: 'Wish list' }],
      },
    })),
  );
  const documents: string[] = [];
  page.on(
    'request',
    (request) => request.resourceType() === 'document' && documents.push(new URL(request.url()).pathname),
  );
  await page.evaluate(() => {
    history.pushState(null, '', '/isa-wish-list');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  expect(documents).toEqual(['/isa-wish-list']);
});

for (const [when, address] of [
  ['before it loaded any of its scripts', '/isa-about-us'],
  ['on a page that it has not visited yet', '/isa-basket'],
] as const) {
  test(`an open tab recovers after its release was pruned, ${when}`, async ({ page, context, next }) => {
    await openTab(page, address);
    await context.route(SHARED_SCRIPTS, (route) =>
      route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' } }),
    );
    await changeServedRegistry(context, asLive(next));
    await followBooks(page);
    await expectShop(page, next.version);
    expect(await isSameDocument(page)).toBe(true);
  });
}
