import { expect } from '@playwright/test';
import {
  asCanary,
  becomeVisitor,
  expectShop,
  followBooks,
  liveShop,
  SCRIPT_KINDS,
  scriptsOf,
  shopArea,
  test,
  visitors,
} from './support/next-shop';
import { composeWith } from './support/releases';

test.describe('a canary', () => {
  test('is what some visitors get, and keep', async ({ page, context, next }) => {
    await composeWith(context, asCanary(next));
    await becomeVisitor(context, visitors(next).inside);
    await page.goto('/isa-basket');
    await expectShop(page, next.version);
    await page.reload();
    await expectShop(page, next.version);
    await followBooks(page);
    await expectShop(page, next.version);
  });

  test('is nothing that the others ever load', async ({ page, context, next }) => {
    const loaded: string[] = [];
    const scripts = scriptsOf(next.version);
    page.on('request', (request) => scripts.test(request.url()) && loaded.push(request.url()));
    await composeWith(context, asCanary(next));
    await becomeVisitor(context, visitors(next).outside);
    await page.goto('/isa-basket');
    await expectShop(page, await liveShop(page));
    expect(loaded).toEqual([]);
  });

  for (const kind of SCRIPT_KINDS) {
    test(`gives way to the live release when its ${kind} is down`, async ({ page, context, next }) => {
      await composeWith(context, asCanary(next));
      await becomeVisitor(context, visitors(next).inside);
      await context.route(scriptsOf(next.version, kind), (route) => route.abort('connectionrefused'));
      await page.goto('/isa-basket');
      await expectShop(page, await liveShop(page));
      await followBooks(page);
      await expectShop(page, await liveShop(page));
    });
  }
});

test('two releases of one remote live in one page without sharing globals, chunks or styles', async ({
  page,
  context,
  next,
}) => {
  const first = await liveShop(page);
  await page.goto('/isa-books/all-books');
  const looks = () =>
    shopArea(page)
      .getByRole('heading', { level: 1 })
      .evaluate((heading) => {
        const { color, fontSize, fontFamily } = getComputedStyle(heading);
        return { color, fontSize, fontFamily };
      });
  const alone = await looks();
  await composeWith(context, asCanary(next));
  await becomeVisitor(context, visitors(next).inside);
  await page.goto('/isa-books/1');
  await expectShop(page, next.version);
  const classes = () =>
    shopArea(page).evaluate((area) =>
      [...area.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]),
    );
  const bookClasses = await classes();
  await context.route(scriptsOf(next.version, 'chunk'), (route) => route.abort('connectionrefused'));
  await followBooks(page);
  await expectShop(page, first);
  expect(await looks()).toEqual(alone);
  const names = await page.evaluate(() => Object.keys(window));
  expect(names.filter((name) => name.startsWith('mf_shop_'))).toHaveLength(2);
  expect(names.filter((name) => /^webpackChunk.*shop/.test(name))).toHaveLength(2);
  // The kit is the shell's; what the remote styles itself carries its release.
  const owners = (names: readonly string[]) =>
    new Set(names.flatMap((name) => /^(shop-[^_]+)__/.exec(name)?.[1] ?? []));
  const [before, after] = [owners(bookClasses), owners(await classes())];
  expect([before.size, after.size]).toEqual([1, 1]);
  expect([...after]).not.toEqual([...before]);
});
