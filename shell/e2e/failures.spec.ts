import { expect, type Page, test } from '@playwright/test';
import { untilAlive } from './support/alive';
import { composeWith, moveRegistry, serveBrokenShop, withShop } from './support/releases';

const card = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' });
const shopScripts = (kind: 'remote-entry' | 'remote' | 'chunk') =>
  kind === 'chunk' ? /\/shop\/[^/]+\/\d+\.[\da-f]+\.js/ : new RegExp(`/shop/[^/]+/${kind}\\.[\\da-f]+\\.js`);

/** What must be left of the site when one remote is not. */
async function expectLivingShell(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Books' })).toBeVisible();
}

/** The basket needs nothing but its remote, so its heading says that the remote lives. */
async function expectBasket(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByText('Your cart is empty')).toBeVisible();
}

for (const kind of ['remote-entry', 'remote', 'chunk'] as const) {
  test(`a remote whose ${kind} is down costs its pages, and a retry brings them back`, async ({ page }) => {
    await page.route(shopScripts(kind), (route) => route.abort('connectionrefused'));
    await page.goto('/isa-basket');
    await expect(card(page)).toBeVisible();
    await expectLivingShell(page);
    await page.getByRole('banner').getByRole('link', { name: 'Online Courses' }).first().click();
    await expect(page).toHaveURL('/isa-online-courses');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await page.goBack();
    await expect(card(page)).toBeVisible();
    await page.unroute(shopScripts(kind));
    await card(page).click();
    await expectBasket(page);
  });

  test(`tampered bytes of a ${kind} are refused`, async ({ page }) => {
    const refusals: string[] = [];
    page.on('console', (message) => {
      if (/integrity/i.test(message.text())) refusals.push(message.text());
    });
    await page.route(shopScripts(kind), async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()};window.__tampered = true;` });
    });
    await page.goto('/isa-basket');
    await expect(card(page)).toBeVisible();
    await expectLivingShell(page);
    expect(await page.evaluate(() => '__tampered' in window)).toBe(false);
    expect(refusals.length).toBeGreaterThan(0);
    await page.unroute(shopScripts(kind));
    await card(page).click();
    await expectBasket(page);
  });
}

test('a remote without a hash in the registry is refused', async ({ page, context }) => {
  await composeWith(
    context,
    withShop(({ name, live }) => ({ name, live: { ...live, integrity: '' } })),
  );
  await page.goto('/isa-basket');
  await expect(card(page)).toBeVisible();
  await expectLivingShell(page);
});

test('a remote that throws while rendering costs its own page, and a retry works once it is well', async ({
  page,
  context,
}) => {
  const broken = await serveBrokenShop(
    context,
    `default() { if (!window.__well) throw new Error('drawn badly'); return 'Your cart is empty'; }`,
  );
  await composeWith(
    context,
    withShop(({ name, live }) => ({ name, live: { ...live, ...broken } })),
  );
  await page.goto('/isa-basket');
  await expect(card(page)).toBeVisible();
  await expectLivingShell(page);
  await page.evaluate(() => Reflect.set(window, '__well', true));
  await card(page).click();
  await expectBasket(page);
});

test('a remote that hangs is given up after a while', async ({ page }) => {
  await page.route(shopScripts('remote-entry'), () => undefined);
  await page.goto('/isa-basket', { waitUntil: 'commit' });
  await expectLivingShell(page);
  // The live release, and the previous one after it.
  await expect(card(page)).toBeVisible({ timeout: 30_000 });
  await page.unroute(shopScripts('remote-entry'));
  await card(page).click();
  await expectBasket(page);
});

test.describe('a page that another remote draws', () => {
  const books = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Books' });
  const shopPage = (page: Page) => page.locator('main [data-remote="shop"]');

  test.beforeEach(async ({ page }) => {
    // Nothing is fetched ahead, so that the click itself asks for the registry.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
    );
  });

  /** Opens a page without the shop's releases and follows a link to the shop. */
  async function goToBooks(page: Page): Promise<void> {
    await page.goto('/contact');
    await untilAlive(page);
    await page.evaluate(() => Reflect.set(window, '__sameDocument', true));
    await books(page).click();
  }
  const isSameDocument = (page: Page) => page.evaluate(() => '__sameDocument' in window);

  test('learns the shop’s releases with the click, in one request', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/contact');
    await untilAlive(page);
    await page.waitForLoadState('networkidle');
    expect(asked).not.toContain('/registry.json');
    await books(page).click();
    await expect(shopPage(page)).toBeVisible();
    await page
      .getByRole('banner')
      .getByRole('link', { name: /basket|cart/i })
      .click();
    await expectBasket(page);
    expect(asked.filter((pathname) => pathname === '/registry.json')).toHaveLength(1);
  });

  test('costs that click while the registry cannot be reached, and a retry brings it', async ({ page }) => {
    await page.route('**/registry.json', (route) => route.abort('connectionrefused'));
    await goToBooks(page);
    await expect(card(page)).toBeVisible();
    await expectLivingShell(page);
    await page.getByRole('banner').getByRole('link', { name: 'About Us' }).first().click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    await page.goBack();
    await page.goForward();
    await books(page).click();
    await expect(card(page)).toBeVisible();
    await page.unroute('**/registry.json');
    await card(page).click();
    await expect(shopPage(page)).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
  });

  test('survives a lost answer of the registry', async ({ page }) => {
    let asked = 0;
    await page.route('**/registry.json', (route) => {
      asked += 1;
      return asked === 1 ? route.abort('connectionreset') : route.fallback();
    });
    await goToBooks(page);
    await expect(shopPage(page)).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
  });

  for (const [why, forge] of [
    [
      'is signed by a stranger',
      (page: Page) => moveRegistry(page.context(), (same) => same, { forged: true }),
    ],
    ['is an old one', (page: Page) => moveRegistry(page.context(), (same) => same, { by: -1_000 })],
    [
      'is not there',
      (page: Page) => page.route('**/registry.json', (route) => route.fulfill({ status: 404 })),
    ],
  ] as const) {
    test(`becomes a document when the registry ${why}`, async ({ page }) => {
      await forge(page);
      await goToBooks(page);
      await expect(page).toHaveURL('/isa-books/all-books');
      await expect(shopPage(page)).toBeVisible();
      expect(await isSameDocument(page)).toBe(false);
      await untilAlive(page);
      await page
        .getByRole('banner')
        .getByRole('link', { name: /basket|cart/i })
        .click();
      await expectBasket(page);
    });
  }

  test('becomes a document in a browser that cannot verify signatures', async ({ page }) => {
    await page.addInitScript(() => {
      SubtleCrypto.prototype.importKey = async () =>
        Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));
    });
    await goToBooks(page);
    await expect(shopPage(page)).toBeVisible();
    expect(await isSameDocument(page)).toBe(false);
  });
});
