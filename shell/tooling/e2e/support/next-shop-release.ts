import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import type { RegisteredRelease } from '../../../platform/formats/registry';
import { bucketsOf } from '../../../src/remotes/canary-buckets';
import { waitUntilHydrated } from './hydration';
import { banner, basketLink, errorCard, heading, saveData } from './page';
import { type RegistryEdit, changeShop, packNextShop, serveRelease } from './release-routes';
import { servedRegistry } from './requests';

/** Tests with another release of the shop, `next`, on the CDN. Prefetching is off, so that a test controls all requests. */
export const test = base.extend<{ withoutPrefetch: undefined }, { next: RegisteredRelease }>({
  next: [async ({}, use) => use(await packNextShop()), { scope: 'worker', timeout: 180_000 }],
  withoutPrefetch: [
    async ({ context, next }, use) => {
      await serveRelease(context, next);
      await saveData(context);
      await use(undefined);
    },
    { auto: true },
  ],
});

const NAMES = { entry: 'remote-entry\\.[\\da-f]+', remote: 'remote\\.[\\da-f]+', chunk: '\\d+\\.[\\da-f]+' };

/** The three kinds of scripts that a page of the shop needs. */
export const SCRIPT_KINDS = ['entry', 'remote', 'chunk'] as const;

/** Matches the scripts of a release of the shop that does not share them, or one kind of them. */
export const releaseScripts = (version: string, kind?: (typeof SCRIPT_KINDS)[number]) =>
  new RegExp(`/shop/${version.replaceAll('.', '\\.')}/${kind ? NAMES[kind] : '.*'}\\.js`);

/** Matches one kind of scripts in every release of the shop. */
export const shopScripts = (kind: (typeof SCRIPT_KINDS)[number]) =>
  new RegExp(`/shop/[^/]+/${NAMES[kind]}\\.js`);

export const shopArea = (page: Page) => page.locator('main [data-remote="shop"]');

/** Expects a complete, hydrated page of the shop that this version renders. */
export async function expectShop(page: Page, version: string): Promise<void> {
  await waitUntilHydrated(page);
  await expect(shopArea(page)).toHaveAttribute('data-version', version);
  await expect(heading(page)).toBeVisible();
  await expect(errorCard(page)).toHaveCount(0);
}

export const followBooks = (page: Page) => banner(page).getByRole('link', { name: 'Books' }).click();
export const followBasket = (page: Page) => basketLink(page).click();

/** The live version of the shop on this site. */
export async function liveShop(page: Page): Promise<string> {
  const { remotes } = await servedRegistry(page.request);
  return remotes.find(({ name }) => name === 'shop')?.live?.version ?? '';
}

/** Ids of visitors inside and outside a canary for 50 %. */
export function visitors({ version }: Pick<RegisteredRelease, 'version'>): {
  inside: string;
  outside: string;
} {
  const all = Array.from({ length: 50 }, (_, index) => `visitor-${index}`);
  const isIn = (visitor: string) => bucketsOf(visitor)('shop', version) < 50;
  return { inside: all.find(isIn) ?? '', outside: all.find((visitor) => !isIn(visitor)) ?? '' };
}

export const becomeVisitor = (context: BrowserContext, visitor: string) =>
  context.addInitScript((id) => localStorage.setItem('isa-shell:visitor', id), visitor);

export const asCanary = (release: RegisteredRelease): RegistryEdit =>
  changeShop((remote) => ({ ...remote, canary: { percent: 50, release } }));
/** An edit that leaves the shop without a live release. */
export const asFirst = (release: RegisteredRelease): RegistryEdit =>
  changeShop(({ name }) => ({ name, canary: { percent: 50, release: { ...release, menu: [] } } }));
export const asLive = (release: RegisteredRelease): RegistryEdit =>
  changeShop((remote) => ({ name: remote.name, live: release, previous: remote.live }));
