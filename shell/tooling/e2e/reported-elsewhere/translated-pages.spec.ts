import { expect, test } from '@playwright/test';
import { newCustomer, fillRegistration, submitLogin } from '../support/customer';
import { waitUntilHydrated } from '../support/hydration';
import { addToCart, banner, basketLink, heading, main } from '../support/page';
import { pageAddresses } from '../support/site';
import { translate } from '../support/translator';

for (const when of ['parsed', 'hydrated'] as const) {
  test.describe(`a page that is translated once it is ${when}`, () => {
    let errors: string[];
    test.beforeEach(async ({ page }) => {
      errors = [];
      page.on('pageerror', ({ message }) => errors.push(`${page.url()}: ${message}`));
      await translate(page, when);
    });
    test.afterEach(() => expect(errors).toEqual([]));

    test('opens by its address and by every link of the menu', async ({ page }) => {
      for (const address of pageAddresses()) {
        await page.goto(address);
        await waitUntilHydrated(page);
        await expect(heading(page)).toBeVisible();
      }
      await page.goto('/');
      await waitUntilHydrated(page);
      for (const name of ['Books', 'Online Courses', 'About', 'Blog', 'Home']) {
        const link = banner(page).getByRole('navigation').getByRole('link', { name, exact: true });
        if ((await link.count()) === 0) continue;
        await link.first().click();
        await expect(heading(page)).toBeVisible();
      }
    });

    test('shows every change of an account: errors, registration, login and logout', async ({ page }) => {
      const customer = newCustomer();
      await page.goto('/register');
      await waitUntilHydrated(page);
      await fillRegistration(page, customer);
      await waitUntilHydrated(page);
      const form = await submitLogin(page, { ...customer, password: 'not the password' });
      await expect(form.getByRole('alert')).toBeVisible();
      await submitLogin(page, customer);
      await expect(form).toBeHidden();
      await banner(page)
        .getByRole('button', { name: /account/i })
        .click();
      await expect(page.getByText(customer.name)).toBeVisible();
      await page.goto('/account');
      await waitUntilHydrated(page);
      await expect(heading(page)).toBeVisible();
      await banner(page)
        .getByRole('button', { name: /account/i })
        .click();
      await page.getByRole('button', { name: 'Log out', exact: true }).click();
      await expect(page).toHaveURL(/\/login/);
    });

    test('sends a message and subscribes', async ({ page }) => {
      await page.goto('/contact');
      await waitUntilHydrated(page);
      const form = main(page).getByRole('form');
      await form.getByRole('button', { name: 'Send message' }).click();
      await form.getByLabel('First name').fill('Robin');
      await form.getByLabel('Last name').fill('Fielder');
      await form.getByLabel('Email').fill('robin@example.test');
      await form.getByLabel('Department').selectOption({ index: 1 });
      await form.getByLabel('Message').fill('When is the next course?');
      await form.getByRole('button', { name: 'Send message' }).click();
      await expect(main(page).getByText('Your message has been sent.')).toBeVisible();
      await main(page).getByRole('button', { name: 'Write another message' }).click();
      const newsletter = page.getByRole('form', { name: 'Newsletter' });
      await newsletter.getByLabel(/Email/).fill(newCustomer().email);
      await newsletter.getByRole('button').click();
      await expect(newsletter.getByLabel(/Email/)).toHaveValue('');
    });

    test('shows new numbers and prices from the search to the checkout', async ({ page }) => {
      await page.goto('/');
      await waitUntilHydrated(page);
      await banner(page).getByRole('button', { name: 'Search' }).click();
      const search = page.getByRole('dialog', { name: 'Search' });
      await search.getByRole('searchbox').fill('zeppelin');
      await expect(search.getByText(/No results for “zeppelin”/)).toBeVisible();
      await search.getByRole('searchbox').fill('volume 1');
      await search.getByRole('link', { name: /^Book/ }).first().click();
      await expect(page).toHaveURL(/\/isa-books\/\d+$/);
      await addToCart(page);
      await expect(page.getByText(/is in your cart/).first()).toBeVisible();
      await basketLink(page).click();
      const total = main(page).locator('dd.total');
      const before = await total.textContent();
      await main(page)
        .getByRole('button', { name: /^One more copy/ })
        .click();
      await expect(basketLink(page)).toHaveAccessibleName(/2 items/);
      await expect(banner(page).getByText('2', { exact: true })).toBeVisible();
      await expect(total).not.toHaveText(before ?? '');
      await main(page)
        .getByRole('link', { name: /check ?out/i })
        .click();
      await expect(page).toHaveURL('/checkout');
      await waitUntilHydrated(page);
      await expect(main(page).getByRole('button', { name: 'PayPal', exact: true })).toBeVisible();
      await page.goBack();
      await main(page)
        .getByRole('button', { name: /^One fewer copy/ })
        .click();
      await expect(banner(page).getByText('1', { exact: true })).toBeVisible();
    });
  });
}

test('a page that is translated before it is interactive keeps what was typed, and the focus', async ({
  page,
}) => {
  await translate(page, 'parsed');
  let release = () => {};
  const typed = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.js(?:\?|$)/, async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto('/contact', { waitUntil: 'commit' });
  const form = main(page).getByRole('form').first();
  await form.getByLabel('First name').fill('Jörg');
  await form.locator('[name=message]').fill('Grüße aus Łódź');
  release();
  await waitUntilHydrated(page);
  await expect(form.getByLabel('First name')).toHaveValue('Jörg');
  await expect(form.locator('[name=message]')).toHaveValue('Grüße aus Łódź');
  await expect(form.locator('[name=message]')).toBeFocused();
});
