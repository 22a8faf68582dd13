import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { bucketsOf } from '../../src/remotes/choice';
import type { RegisteredRelease } from '../../formats/registry';
import { type Change, packNextShop, serveRelease, withShop } from './releases';

/**
 * Tests for which the CDN has another release of the shop, `next`, and in which nothing is fetched ahead, as for
 * whoever saves data: so that each test sees what it asks for itself.
 */
export const test = base.extend<{ asksForItself: undefined }, { next: RegisteredRelease }>({
  next: [async ({}, use) => use(await packNextShop()), { scope: 'worker', timeout: 180_000 }],
  asksForItself: [
    async ({ context, next }, use) => {
      await serveRelease(context, next);
      await context.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
      );
      await use(undefined);
    },
    { auto: true },
  ],
});

const NAMES = { entry: 'remote-entry\\.[\\da-f]+', remote: 'remote\\.[\\da-f]+', chunk: '\\d+\\.[\\da-f]+' };

/** The three kinds of scripts that a page of the shop needs. */
export const SCRIPT_KINDS = ['entry', 'remote', 'chunk'] as const;

/** The scripts of one release of the shop, or those of one kind among them. */
export const scriptsOf = (version: string, kind?: (typeof SCRIPT_KINDS)[number]) =>
  new RegExp(`/shop/${version.replaceAll('.', '\\.')}/${kind ? NAMES[kind] : '.*'}\\.js`);

export const shopArea = (page: Page) => page.locator('main [data-remote="shop"]');
export const errorCard = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' });

/** The shop's page is there, whole and drawn by this version. */
export async function expectShop(page: Page, version: string): Promise<void> {
  await expect(shopArea(page)).toHaveAttribute('data-version', version);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(errorCard(page)).toHaveCount(0);
}

export const followBooks = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Books' }).click();
export const followBasket = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: /basket|cart/i })
    .click();

/** Leaves in the document what a new one would not have. */
export const mark = (page: Page) => page.evaluate(() => Reflect.set(window, '__sameDocument', true));
export const isMarked = (page: Page) => page.evaluate(() => '__sameDocument' in window);

/** The version of the shop that is live on this site. */
export async function liveShop(page: Page): Promise<string> {
  const response = await page.request.get('/registry.json');
  const { registry } = (await response.json()) as {
    registry: { remotes: { name: string; live: { version: string } }[] };
  };
  return registry.remotes.find(({ name }) => name === 'shop')?.live.version ?? '';
}

/** Visitors in and out of a canary of half of them. */
export function visitors({ version }: RegisteredRelease): { inside: string; outside: string } {
  const all = Array.from({ length: 50 }, (_, index) => `visitor-${index}`);
  const isIn = (visitor: string) => bucketsOf(visitor)('shop', version) < 50;
  return { inside: all.find(isIn) ?? '', outside: all.find((visitor) => !isIn(visitor)) ?? '' };
}

export const becomeVisitor = (context: BrowserContext, visitor: string) =>
  context.addInitScript((id) => localStorage.setItem('isa-shell:visitor', id), visitor);

export const asCanary = (release: RegisteredRelease): Change =>
  withShop((remote) => ({ ...remote, canary: { percent: 50, release } }));
export const asLive = (release: RegisteredRelease): Change =>
  withShop((remote) => ({ name: remote.name, live: release, previous: remote.live }));
