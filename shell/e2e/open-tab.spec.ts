import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { RegisteredRelease } from '../formats/registry';
import { untilAlive } from './support/alive';
import {
  asLive,
  expectShop,
  followBasket,
  followBooks,
  isMarked,
  liveShop,
  mark,
  scriptsOf,
  shopArea,
  test,
} from './support/next-shop';
import { type Change, moveRegistry, withShop } from './support/releases';

interface Looking extends Window {
  /** How many answers of the site the tab has verified. */
  __verified?: number;
}

/** Opens a page whose tab can be made to wait, looks around and leaves it a while. */
async function openTab(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    const verify = SubtleCrypto.prototype.verify;
    SubtleCrypto.prototype.verify = async function (...args) {
      const genuine = await verify.apply(this, args);
      const looking: Looking = window;
      looking.__verified = (looking.__verified ?? 0) + 1;
      return genuine;
    };
  });
  await page.goto(address);
  await untilAlive(page);
  await mark(page);
}

/** Some minutes later the tab has looked for newer releases, and has made up its mind about the answer. */
async function waitUntilLooked(page: Page): Promise<void> {
  const verified = () => page.evaluate(() => (window as Looking).__verified ?? 0);
  const before = await verified();
  await page.clock.fastForward('07:00');
  await expect.poll(verified).toBeGreaterThan(before);
}

/** The page that the tab is on keeps its release with the next navigation; the one after that brings the new one. */
async function expectTakenWithTheSecondPage(
  page: Page,
  context: BrowserContext,
  next: RegisteredRelease,
): Promise<void> {
  const first = await liveShop(page);
  await moveRegistry(context, asLive(next));
  await waitUntilLooked(page);
  await followBooks(page);
  await expectShop(page, first);
  await followBasket(page);
  await expectShop(page, next.version);
  expect(await isMarked(page)).toBe(true);
}

const withBookShop =
  (next: RegisteredRelease): Change =>
  (registry) =>
    withShop(({ live, ...remote }) => ({
      ...remote,
      live: {
        ...live,
        menu: next.menu.map((entry) => (entry.label === 'Books' ? { ...entry, label: 'Book shop' } : entry)),
      },
    }))(asLive(next)(registry));

test('a promoted release comes with the next navigation, menu and all, without a reload', async ({
  page,
  context,
  next,
}) => {
  const first = await liveShop(page);
  await openTab(page, '/isa-books/all-books');
  await moveRegistry(context, withBookShop(next));
  await waitUntilLooked(page);
  await expectShop(page, first);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Books', exact: true })).toBeVisible();
  await followBasket(page);
  await expectShop(page, next.version);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Book shop' })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test.describe('an open tab is not touched', () => {
  test('while a form is half-typed', async ({ page, context, next }) => {
    await openTab(page, '/isa-books/all-books');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click();
    await expect(page).toHaveURL('/contact');
    await page.getByRole('main').getByRole('textbox').first().fill('Robin');
    await expectTakenWithTheSecondPage(page, context, next);
  });

  test('while a video plays', async ({ page, context, next }) => {
    await openTab(page, '/isa-books/all-books');
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).first().click();
    await expect(page).toHaveURL('/');
    await page
      .locator('video')
      .first()
      .evaluate((video: HTMLVideoElement) => video.play());
    await expectTakenWithTheSecondPage(page, context, next);
  });

  test('on its way out of the checkout', async ({ page, context, next }) => {
    await page.goto('/isa-books/1');
    await page
      .getByRole('main')
      .getByRole('button', { name: /add to (cart|basket)/i })
      .first()
      .click();
    await openTab(page, '/checkout');
    await expectTakenWithTheSecondPage(page, context, next);
  });
});

test('a moved shell makes an open tab load a document, and only one', async ({ page, context }) => {
  await openTab(page, '/isa-books/all-books');
  await moveRegistry(context, (registry) => ({ ...registry, shell: { live: '9.9.9' } }));
  await waitUntilLooked(page);
  await followBasket(page);
  await expect(page).toHaveURL('/isa-basket');
  await expect.poll(() => isMarked(page)).toBe(false);
  await expect(shopArea(page)).toBeVisible();
  // The site was not composed anew, so that the shell still seems to have moved.
  await mark(page);
  await waitUntilLooked(page);
  await followBooks(page);
  await expectShop(page, await liveShop(page));
  expect(await isMarked(page)).toBe(true);
});

for (const [why, options] of [
  ['is signed by a stranger', { forged: true }],
  ['is older than its own', { by: -1_000 }],
] as const) {
  test(`an open tab ignores a registry that ${why}`, async ({ page, context, next }) => {
    const first = await liveShop(page);
    await openTab(page, '/isa-books/all-books');
    await moveRegistry(context, asLive(next), options);
    await waitUntilLooked(page);
    await followBasket(page);
    await expectShop(page, first);
  });
}

test('an open tab looks once more for an address that nobody has, and stays calm', async ({
  page,
  context,
}) => {
  await openTab(page, '/isa-books/all-books');
  await moveRegistry(
    context,
    withShop((remote) => ({
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
  ['before it has loaded anything of it', '/isa-about-us'],
  ['with a page that it has not visited yet', '/isa-basket'],
] as const) {
  test(`an open tab heals after a prune of its release, ${when}`, async ({ page, context, next }) => {
    const first = await liveShop(page);
    await openTab(page, address);
    await context.route(scriptsOf(first), (route) =>
      route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' } }),
    );
    await moveRegistry(context, asLive(next));
    await followBooks(page);
    await expectShop(page, next.version);
    expect(await isMarked(page)).toBe(true);
  });
}
