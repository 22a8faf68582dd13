import { expect } from '@playwright/test';
import { previewLink } from '../../platform/release/preview';
import { folderStorage } from '../../platform/store/storage/folder';
import { packedFolder } from '../../platform/store/locations';
import {
  asCanary,
  asFirst,
  becomeVisitor,
  expectShop,
  followBasket,
  followBooks,
  liveShop,
  SCRIPT_KINDS,
  releaseScripts,
  shopArea,
  test,
  visitors,
} from './support/next-shop-release';
import { waitUntilHydrated } from './support/hydration';
import { banner, heading } from './support/page';
import { prerenderWith, endRoutes } from './support/release-routes';
import { ports } from './support/site';

test.afterEach(endRoutes);

test.describe('a canary', () => {
  test('is served to some visitors on all their pages', async ({ page, context, next }) => {
    await prerenderWith(context, asCanary(next));
    await becomeVisitor(context, visitors(next).inside);
    await page.goto('/isa-basket');
    await expectShop(page, next.version);
    await page.reload();
    await expectShop(page, next.version);
    await followBooks(page);
    await expectShop(page, next.version);
  });

  test('is not loaded by other visitors', async ({ page, context, next }) => {
    const loaded: string[] = [];
    const scripts = releaseScripts(next.version);
    page.on('request', (request) => scripts.test(request.url()) && loaded.push(request.url()));
    await prerenderWith(context, asCanary(next));
    await becomeVisitor(context, visitors(next).outside);
    await page.goto('/isa-basket');
    await expectShop(page, await liveShop(page));
    expect(loaded).toEqual([]);
  });

  for (const kind of SCRIPT_KINDS) {
    test(`is replaced by the live release when its ${kind} is unavailable`, async ({
      page,
      context,
      next,
    }) => {
      await prerenderWith(context, asCanary(next));
      await becomeVisitor(context, visitors(next).inside);
      await context.route(releaseScripts(next.version, kind), (route) => route.abort('connectionrefused'));
      await page.goto('/isa-basket');
      await expectShop(page, await liveShop(page));
      await followBooks(page);
      await expectShop(page, await liveShop(page));
    });
  }
});

test.describe('a first release', () => {
  test.beforeEach(async ({ context, next }) => {
    await prerenderWith(context, asFirst(next));
    // Nothing of the release is prerendered.
    await context.route('**/isa-basket', (route) =>
      route.request().resourceType() === 'document'
        ? route.fallback({ url: new URL('/no-page', route.request().url()).href })
        : route.fallback(),
    );
  });

  test('is served to some visitors, without menu entries', async ({ page, context, next }) => {
    await becomeVisitor(context, visitors(next).inside);
    expect((await page.goto('/isa-basket'))?.status()).toBe(404);
    await expectShop(page, next.version);
    await expect(banner(page).getByRole('link', { name: 'Books' })).toHaveCount(0);
    await page.goto('/about');
    await followBasket(page);
    await expectShop(page, next.version);
  });

  test('does not exist for other visitors', async ({ page, context, next }) => {
    const loaded: string[] = [];
    page.on(
      'request',
      (request) => releaseScripts(next.version).test(request.url()) && loaded.push(request.url()),
    );
    await becomeVisitor(context, visitors(next).outside);
    await page.goto('/isa-basket');
    await waitUntilHydrated(page);
    await expect(heading(page)).toHaveText('Page not found');
    await page.goto('/about');
    await followBasket(page);
    await expect(heading(page)).toHaveText('Page not found');
    expect(loaded).toEqual([]);
  });
});

test('two releases of one remote share no globals, chunks or styles in one page', async ({
  page,
  context,
  next,
}) => {
  const first = await liveShop(page);
  await page.goto('/isa-books/all-books');
  const headingStyle = () =>
    shopArea(page)
      .getByRole('heading', { level: 1 })
      .evaluate((heading) => {
        const { color, fontSize, fontFamily } = getComputedStyle(heading);
        return { color, fontSize, fontFamily };
      });
  const alone = await headingStyle();
  await prerenderWith(context, asCanary(next));
  await becomeVisitor(context, visitors(next).inside);
  await page.goto('/isa-books/1');
  await expectShop(page, next.version);
  const classes = () =>
    shopArea(page).evaluate((area) =>
      [...area.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]),
    );
  const bookClasses = await classes();
  await context.route(releaseScripts(next.version, 'chunk'), (route) => route.abort('connectionrefused'));
  await followBooks(page);
  await expectShop(page, first);
  expect(await headingStyle()).toEqual(alone);
  const names = await page.evaluate(() => Object.keys(window));
  expect(names.filter((name) => name.startsWith('mf_shop_'))).toHaveLength(2);
  expect(names.filter((name) => /^webpackChunk.*shop/.test(name))).toHaveLength(2);
  // Class names of a remote's own styles contain its release; @isa/ui's are provided by the shell.
  const releases = (names: readonly string[]) =>
    new Set(names.flatMap((name) => /^(shop-[^_]+)__/.exec(name)?.[1] ?? []));
  const [before, after] = [releases(bookClasses), releases(await classes())];
  expect([before.size, after.size]).toEqual([1, 1]);
  expect([...after]).not.toEqual([...before]);
});

test('a preview link shows a release that is not promoted, in one tab and only as it was signed', async ({
  page,
  context,
  next,
}) => {
  const { url } = await previewLink({
    ...{ app: 'shop', version: next.version, hours: 1, page: '/isa-basket' },
    ...{ previewOrigin: `http://preview.localhost:${ports.site}`, storage: folderStorage(packedFolder) },
  });
  await page.goto(url);
  await expectShop(page, next.version);
  await followBooks(page);
  await expectShop(page, next.version);
  await page.reload();
  await expectShop(page, next.version);

  const other = await context.newPage();
  const live = await liveShop(other);
  await other.goto(url.replace(/(isa-preview=)\d+/, '$19999999999'));
  await expect(other.getByText('The preview link is not valid, or has expired.')).toBeVisible();
  await expectShop(other, live);

  await page.getByRole('link', { name: 'Use the released ones' }).click();
  await expectShop(page, live);
});
