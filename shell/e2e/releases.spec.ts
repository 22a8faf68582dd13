import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseTelemetry } from '@isa/api-contract';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { bucketsOf } from '../src/remotes/choice';
import type { RegisteredRelease } from '../src/remotes/registry';
import { untilAlive } from './support/alive';
import {
  composeWith,
  moveRegistry,
  packNextShop,
  serveBrokenShop,
  serveRelease,
  withShop,
} from './support/releases';
import { dataFolder } from './support/site';

let next: RegisteredRelease;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  next = await packNextShop();
});

test.beforeEach(async ({ context }) => {
  await serveRelease(context, next);
  // Nothing is fetched ahead for whoever saves data, so that each test sees what it asks for itself.
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
});

const card = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' });
const shop = (page: Page) => page.locator('main [data-remote="shop"]');
const scripts = (version: string, kind = '.*') =>
  new RegExp(`/shop/${version.replaceAll('.', '\\.')}/${kind}\\.js`);
const ENTRY = 'remote-entry\\.[\\da-f]+';
const EXPOSED = 'remote\\.[\\da-f]+';
const CHUNK = '\\d+\\.[\\da-f]+';

/** The shop's page is there, whole and drawn by this version. */
async function expectShop(page: Page, version: string): Promise<void> {
  await expect(shop(page)).toHaveAttribute('data-version', version);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(card(page)).toHaveCount(0);
}

const books = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Books' }).click();
const basket = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: /basket|cart/i })
    .click();

/** Anything that a new document would not have. */
const mark = (page: Page) => page.evaluate(() => Reflect.set(window, '__sameDocument', true));
const isMarked = (page: Page) => page.evaluate(() => '__sameDocument' in window);

/** The version of the shop that is live on this site. */
async function liveShop(page: Page): Promise<string> {
  const response = await page.request.get('/registry.json');
  const { registry } = (await response.json()) as {
    registry: { remotes: { name: string; live: { version: string } }[] };
  };
  return registry.remotes.find(({ name }) => name === 'shop')?.live.version ?? '';
}

/** Visitors in and out of a canary of half of them. */
function visitors(version: string) {
  const all = Array.from({ length: 50 }, (_, index) => `visitor-${index}`);
  const isIn = (visitor: string) => bucketsOf(visitor)('shop', version) < 50;
  return { inside: all.find(isIn) ?? '', outside: all.find((visitor) => !isIn(visitor)) ?? '' };
}

const becomeVisitor = (context: BrowserContext, visitor: string) =>
  context.addInitScript((id) => localStorage.setItem('isa-shell:visitor', id), visitor);

const withCanary = () => withShop((remote) => ({ ...remote, canary: { percent: 50, release: next } }));
const promoted = () => withShop((remote) => ({ name: remote.name, live: next, previous: remote.live }));

/** Opens a page whose tab can be made to wait, looks around and leaves it a while. */
async function openTab(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await page.goto(address);
  await untilAlive(page);
  await mark(page);
}

/** Some minutes later the tab has looked for newer releases. */
async function waitUntilLooked(page: Page): Promise<void> {
  const looked = page.waitForResponse('**/registry.json');
  await page.clock.fastForward('07:00');
  await looked;
  // The answer is verified in the browser's own time.
  await page.evaluate(() => crypto.subtle.digest('SHA-256', new Uint8Array(1)));
  await expect.poll(() => page.evaluate(() => true)).toBe(true);
}

test.describe('a canary', () => {
  test('is what some visitors get, and keep', async ({ page, context }) => {
    await composeWith(context, withCanary());
    await becomeVisitor(context, visitors(next.version).inside);
    await page.goto('/isa-basket');
    await expectShop(page, next.version);
    await page.reload();
    await expectShop(page, next.version);
    await books(page);
    await expectShop(page, next.version);
  });

  test('is nothing that the others ever load', async ({ page, context }) => {
    const loaded: string[] = [];
    page.on('request', (request) => scripts(next.version).test(request.url()) && loaded.push(request.url()));
    await composeWith(context, withCanary());
    await becomeVisitor(context, visitors(next.version).outside);
    await page.goto('/isa-basket');
    await expectShop(page, await liveShop(page));
    expect(loaded).toEqual([]);
  });

  for (const kind of [ENTRY, EXPOSED, CHUNK]) {
    test(`gives way to the live release when its ${kind.split('\\')[0] || 'chunk'} is down`, async ({
      page,
      context,
    }) => {
      await composeWith(context, withCanary());
      await becomeVisitor(context, visitors(next.version).inside);
      await context.route(scripts(next.version, kind), (route) => route.abort('connectionrefused'));
      await page.goto('/isa-basket');
      await expectShop(page, await liveShop(page));
      await books(page);
      await expectShop(page, await liveShop(page));
    });
  }
});

test('two releases of one remote live in one page without sharing globals, chunks or styles', async ({
  page,
  context,
}) => {
  const first = await liveShop(page);
  await page.goto('/isa-books/all-books');
  const looks = () =>
    shop(page)
      .getByRole('heading', { level: 1 })
      .evaluate((heading) => {
        const { color, fontSize, fontFamily } = getComputedStyle(heading);
        return { color, fontSize, fontFamily };
      });
  const alone = await looks();
  await composeWith(context, withCanary());
  await becomeVisitor(context, visitors(next.version).inside);
  await page.goto('/isa-books/1');
  await expectShop(page, next.version);
  const classes = () =>
    shop(page).evaluate((area) =>
      [...area.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]),
    );
  const bookClasses = await classes();
  await context.route(scripts(next.version, CHUNK), (route) => route.abort('connectionrefused'));
  await books(page);
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

test.describe('an open tab', () => {
  test('takes a promoted release with the next navigation, menu and all, without a reload', async ({
    page,
    context,
  }) => {
    const first = await liveShop(page);
    await openTab(page, '/isa-books/all-books');
    await moveRegistry(
      context,
      withShop((remote) => ({
        ...(promoted()({ revision: 0, shell: { live: '' }, remotes: [remote] }).remotes[0] ?? remote),
        live: {
          ...next,
          menu: next.menu.map((entry) =>
            entry.label === 'Books' ? { ...entry, label: 'Book shop' } : entry,
          ),
        },
      })),
    );
    await waitUntilLooked(page);
    await expectShop(page, first);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Books', exact: true })).toBeVisible();
    await basket(page);
    await expectShop(page, next.version);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Book shop' })).toBeVisible();
    expect(await isMarked(page)).toBe(true);
  });

  test('is not touched while a form is half-typed', async ({ page, context }) => {
    const first = await liveShop(page);
    await openTab(page, '/contact');
    await page.getByRole('main').getByRole('textbox').first().fill('Robin');
    await moveRegistry(context, promoted());
    await waitUntilLooked(page);
    await books(page);
    await expectShop(page, first);
    await basket(page);
    await expectShop(page, next.version);
    expect(await isMarked(page)).toBe(true);
  });

  test('is not touched while a video plays', async ({ page, context }) => {
    const first = await liveShop(page);
    await openTab(page, '/');
    await page
      .locator('video')
      .first()
      .evaluate((video: HTMLVideoElement) => video.play());
    await moveRegistry(context, promoted());
    await waitUntilLooked(page);
    await books(page);
    await expectShop(page, first);
    await basket(page);
    await expectShop(page, next.version);
  });

  test('is not touched on its way out of the checkout', async ({ page, context }) => {
    const first = await liveShop(page);
    await page.goto('/isa-books/1');
    await page
      .getByRole('main')
      .getByRole('button', { name: /add to (cart|basket)/i })
      .first()
      .click();
    await openTab(page, '/checkout');
    await moveRegistry(context, promoted());
    await waitUntilLooked(page);
    await books(page);
    await expectShop(page, first);
    await basket(page);
    await expectShop(page, next.version);
  });

  test('loads a document when the shell has moved, and only one', async ({ page, context }) => {
    await openTab(page, '/isa-books/all-books');
    await moveRegistry(context, (registry) => ({ ...registry, shell: { live: '9.9.9' } }));
    await waitUntilLooked(page);
    await basket(page);
    await expect(page).toHaveURL('/isa-basket');
    await expect.poll(() => isMarked(page)).toBe(false);
    await expect(shop(page)).toBeVisible();
    // The site was not composed anew, so that the shell still seems to have moved.
    await mark(page);
    await waitUntilLooked(page);
    await books(page);
    await expectShop(page, await liveShop(page));
    expect(await isMarked(page)).toBe(true);
  });

  for (const [why, options] of [
    ['is signed by a stranger', { forged: true }],
    ['is older than its own', { by: -1 }],
  ] as const) {
    test(`ignores a registry that ${why}`, async ({ page, context }) => {
      const first = await liveShop(page);
      await openTab(page, '/isa-books/all-books');
      await moveRegistry(context, promoted(), options);
      await waitUntilLooked(page);
      await basket(page);
      await expectShop(page, first);
    });
  }

  test('looks once more for an address that nobody has, and stays calm', async ({ page, context }) => {
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
    test(`heals after a prune of its release, ${when}`, async ({ page, context }) => {
      const first = await liveShop(page);
      await openTab(page, address);
      await context.route(scripts(first), (route) =>
        route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' } }),
      );
      await moveRegistry(context, promoted());
      await books(page);
      await expectShop(page, next.version);
      expect(await isMarked(page)).toBe(true);
    });
  }
});

test.describe('the previous release takes the place of one', () => {
  const asPrevious = () => promoted();

  for (const kind of [ENTRY, EXPOSED, CHUNK]) {
    const name = kind.split(/[\\]/)[0] || 'chunk';
    test(`whose ${name} is down`, async ({ page, context }) => {
      await composeWith(context, asPrevious());
      await context.route(scripts(next.version, kind), (route) => route.abort('connectionrefused'));
      await page.goto('/isa-basket');
      await expectShop(page, await liveShop(page));
    });

    test(`whose ${name} was tampered with`, async ({ page, context }) => {
      await composeWith(context, asPrevious());
      await context.route(scripts(next.version, kind), async (route) => {
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
    await expect(card(page)).toBeVisible();
    await mark(page);
    await card(page).click();
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

test('operators learn what failed, what stood in and how fast a canary is', async ({ page, context }) => {
  const first = await liveShop(page);
  const of = async (version: string, slot: string) => {
    const token = await readFile(path.join(dataFolder, 'ops-token'), 'utf8');
    const answer = await page.request.get('/api/telemetry/releases?minutes=60', {
      headers: { authorization: `Bearer ${token.trim()}` },
    });
    const { releases } = (await answer.json()) as { releases: ReleaseTelemetry[] };
    return releases.find((release) => release.version === version && release.slot === slot);
  };
  const before = await of(next.version, 'canary');
  const stoodIn = (await of(first, 'live'))?.views ?? 0;
  await composeWith(context, withCanary());
  await becomeVisitor(context, visitors(next.version).inside);
  await page.goto('/isa-basket');
  await expectShop(page, next.version);
  await expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /vitals/.test(name))),
    )
    .toBe(true);
  await context.route(scripts(next.version, ENTRY), (route) => route.abort('connectionrefused'));
  await page.goto('/isa-basket?from=elsewhere');
  await expectShop(page, first);
  await page.goto('about:blank');
  await expect
    .poll(async () => (await of(next.version, 'canary'))?.LCP.count ?? 0)
    .toBeGreaterThan(before?.LCP.count ?? 0);
  await expect
    .poll(async () => (await of(next.version, 'canary'))?.failedViews ?? 0)
    .toBe((before?.failedViews ?? 0) + 1);
  const after = await of(next.version, 'canary');
  expect(after?.views).toBe((before?.views ?? 0) + 2);
  expect(after?.errors.fetch).toBe((before?.errors.fetch ?? 0) + 1);
  await expect.poll(async () => (await of(first, 'live'))?.views ?? 0).toBeGreaterThan(stoodIn);
});

for (const [visitor, asks] of [
  ['asks for privacy sends nothing', true],
  ['does not ask for privacy sends beacons', false],
] as const) {
  test(`a visitor who ${visitor}`, async ({ page, context }) => {
    await context.addInitScript((globalPrivacyControl) => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: globalPrivacyControl });
      navigator.sendBeacon = (address) => Reflect.set(window, '__beacon', String(address));
    }, asks);
    await page.goto('/isa-basket');
    await expectShop(page, await liveShop(page));
    await books(page);
    await expectShop(page, await liveShop(page));
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
    expect(await page.evaluate(() => '__beacon' in window)).toBe(!asks);
  });
}
