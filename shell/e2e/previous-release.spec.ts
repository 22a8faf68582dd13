import { expect } from '@playwright/test';
import {
  asLive,
  errorCard,
  expectShop,
  isMarked,
  liveShop,
  mark,
  SCRIPT_KINDS,
  scriptsOf,
  test,
} from './support/next-shop';
import { composeWith, serveBrokenShop, withShop } from './support/releases';

test.describe('the previous release takes the place of one', () => {
  for (const kind of SCRIPT_KINDS) {
    test(`whose ${kind} is down`, async ({ page, context, next }) => {
      await composeWith(context, asLive(next));
      await context.route(scriptsOf(next.version, kind), (route) => route.abort('connectionrefused'));
      await page.goto('/isa-basket');
      await expectShop(page, await liveShop(page));
    });

    test(`whose ${kind} was tampered with`, async ({ page, context, next }) => {
      await composeWith(context, asLive(next));
      await context.route(scriptsOf(next.version, kind), async (route) => {
        await route.fulfill({
          body: 'window.__tampered = true;',
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' },
        });
      });
      await page.goto('/isa-basket');
      await expectShop(page, await liveShop(page));
      expect(await page.evaluate(() => '__tampered' in window)).toBe(false);
    });
  }

  test('that throws again and again, and stays in its place in the next document', async ({
    page,
    context,
  }) => {
    const first = await liveShop(page);
    const broken = await serveBrokenShop(context, `default() { throw new Error('drawn badly'); }`);
    await composeWith(
      context,
      withShop(({ name, live }) => ({ name, live: { ...live, ...broken }, previous: live })),
    );
    await page.goto('/isa-basket');
    await expect(errorCard(page)).toBeVisible();
    await mark(page);
    await errorCard(page).click();
    await expectShop(page, first);
    expect(await isMarked(page)).toBe(true);
    await page.reload();
    await expectShop(page, first);
  });

  test('that is not what the registry says', async ({ page, context }) => {
    const first = await liveShop(page);
    const broken = await serveBrokenShop(context, `default() { return null; }`);
    await composeWith(
      context,
      withShop(({ name, live }) => ({
        name,
        live: { ...live, ...broken, globalName: 'mf_shop_never' },
        previous: live,
      })),
    );
    await page.goto('/isa-basket');
    await expectShop(page, first);
  });
});
