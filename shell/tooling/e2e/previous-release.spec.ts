import { expect } from '@playwright/test';
import {
  asLive,
  expectShop,
  liveShop,
  SCRIPT_KINDS,
  releaseScripts,
  test,
} from './support/next-shop-release';
import { errorCard, main } from './support/page';
import { serveShopOfOwnBuild } from './support/own-build';
import {
  changeShop,
  prerenderWith,
  endRoutes,
  fulfilScript,
  serveBrokenShop,
} from './support/release-routes';

test.afterEach(endRoutes);

test('a release built without federation’s package is loaded', async ({ page, context }) => {
  const built = await serveShopOfOwnBuild(context);
  await prerenderWith(
    context,
    changeShop(({ name, live }) => ({ name, live: { ...live, ...built } })),
  );
  await page.goto('/isa-basket');
  await expectShop(page, 'own-build');
  await main(page).getByRole('button', { name: 'clicks: 0' }).click();
  await expect(main(page).getByRole('button', { name: 'clicks: 1' })).toBeVisible();
});

test.describe('the previous release', () => {
  for (const kind of SCRIPT_KINDS) {
    test(`replaces a release whose ${kind} is unavailable`, async ({ page, context, next }) => {
      await prerenderWith(context, asLive(next));
      await context.route(releaseScripts(next.version, kind), (route) => route.abort('connectionrefused'));
      await page.goto('/isa-basket');
      await expectShop(page, await liveShop(page));
    });

    test(`replaces a release whose ${kind} was modified`, async ({ page, context, next }) => {
      await prerenderWith(context, asLive(next));
      await context.route(releaseScripts(next.version, kind), (route) =>
        fulfilScript(route, 'window.__tampered = true;'),
      );
      await page.goto('/isa-basket');
      await expectShop(page, await liveShop(page));
      expect(await page.evaluate(() => '__tampered' in window)).toBe(false);
    });
  }

  test('replaces a release that throws while rendering, even in the next document', async ({
    page,
    context,
  }) => {
    const first = await liveShop(page);
    const broken = await serveBrokenShop(context, `default() { throw new Error('rendering failed'); }`);
    await prerenderWith(
      context,
      changeShop(({ name, live }) => ({ name, live: { ...live, ...broken }, previous: live })),
    );
    await page.goto('/isa-basket');
    await expectShop(page, first);
    await expect(errorCard(page)).toHaveCount(0);
    await page.reload();
    await expectShop(page, first);
  });

  test('replaces a release without the global variable of its registry entry', async ({ page, context }) => {
    const first = await liveShop(page);
    const broken = await serveBrokenShop(context, `default() { return null; }`);
    await prerenderWith(
      context,
      changeShop(({ name, live }) => ({
        name,
        live: { ...live, ...broken, globalName: 'mf_shop_never' },
        previous: live,
      })),
    );
    await page.goto('/isa-basket');
    await expectShop(page, first);
  });
});
