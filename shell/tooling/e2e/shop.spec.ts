import { messages } from '@isa/api-contract';
import { expect, type Page, test } from '@playwright/test';
import { waitUntilHydrated } from './support/hydration';
import { buy, expectPaid, logIn, newCustomer, pay, payPalButton, register } from './support/customer';
import { addToCart, basketLink, heading, main, setBasket } from './support/page';
import { fulfilProblem } from './support/requests';

const line = (page: Page, text: string | RegExp) =>
  main(page)
    .getByRole('list', { name: 'Products in your cart' })
    .getByRole('listitem')
    .filter({ hasText: text });

/** Adds a style element as an injected script would. */
const acceptsNewStyle = (page: Page) =>
  page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = ':root { --added: 1; }';
    document.head.append(style);
    return style.sheet !== null;
  });

const volume1 = [{ productId: 1, quantity: 1 }];

test.describe('the basket', () => {
  test('is the same in every tab, survives a reload and can undo a removal', async ({ page, context }) => {
    await page.goto('/isa-books/1');
    await waitUntilHydrated(page);
    await addToCart(page);
    await expect(page.getByRole('status').filter({ hasText: 'is in your cart' })).toBeVisible();

    const other = await context.newPage();
    await other.goto('/isa-basket');
    await expect(line(other, 'Volume 1')).toBeVisible();
    await line(other, 'Volume 1')
      .getByRole('button', { name: /One more copy/ })
      .click();
    await expect(basketLink(other)).toContainText('2');
    await expect(basketLink(page)).toContainText('2');

    await page.goto('/isa-basket');
    await page.reload();
    await expect(line(page, 'Volume 1').getByText('£69.48')).toBeVisible();
    await line(page, 'Volume 1')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(main(page).getByText(messages.shop.emptyBasket)).toBeVisible();
    await expect(line(other, 'Volume 1')).toHaveCount(0);
    await main(page).getByRole('button', { name: /^Undo/ }).click();
    await expect(line(page, 'Volume 1').getByText('£69.48')).toBeVisible();
    await expect(basketLink(other)).toContainText('2');
  });

  test('treats an invalid cookie as empty', async ({ page, context, baseURL }) => {
    for (const invalid of [
      'garbage',
      '{"productId":1}',
      '[{"productId":"<b>","quantity":1},null,[]]',
      '[{"productId":{"$gt":0},"quantity":1e9}]',
      '%E0%A4%A',
      'x'.repeat(3500),
    ]) {
      await setBasket(context, baseURL, invalid);
      await page.goto('/isa-basket');
      await expect(main(page).getByText(messages.shop.emptyBasket)).toBeVisible();
      await expect(main(page).getByText('Check out')).toHaveCount(0);
    }
    await page.goto('/checkout');
    await expect(page).toHaveURL('/');
  });

  test('works while the API is unavailable, and recovers', async ({ page, context, baseURL }) => {
    await setBasket(context, baseURL, volume1);
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await page.goto('/isa-basket');
    await expect(main(page).getByRole('alert')).toContainText('We can’t check today’s prices right now');
    await line(page, 'Book no. 1')
      .getByRole('button', { name: /One more copy/ })
      .click();
    await expect(basketLink(page)).toContainText('2');
    await page.unroute('**/api/**');
    await main(page).getByRole('button', { name: 'Try again' }).click();
    await expect(line(page, 'Volume 1').getByText('£69.48')).toBeVisible();
    await expect(main(page).getByText('£84.48')).toBeVisible();
  });

  test('opens the checkout as a document of its own, the only one that accepts styles of other scripts', async ({
    page,
    context,
    baseURL,
  }) => {
    await setBasket(context, baseURL, volume1);
    await page.goto('/isa-basket');
    await waitUntilHydrated(page);
    expect(await acceptsNewStyle(page)).toBe(false);
    await main(page).getByRole('link', { name: 'Check out' }).click();
    await expect(heading(page)).toHaveText('Secure Checkout');
    expect(await acceptsNewStyle(page)).toBe(true);
  });

  test('offers a cheaper pack instead of single volumes', async ({ page, context, baseURL }) => {
    await setBasket(context, baseURL, [...volume1, { productId: 2, quantity: 1 }]);
    await page.goto('/isa-basket');
    await expect(main(page).getByText('£4.48 less as a pack')).toBeVisible();
    await main(page).getByRole('button', { name: 'Swap for the pack' }).click();
    await expect(line(page, 'Volumes 1 and 2')).toBeVisible();
    await expect(main(page).getByText('£80.00')).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('the main action stays visible and nothing scrolls horizontally', async ({
    page,
    context,
    baseURL,
  }) => {
    await setBasket(context, baseURL, [...volume1, { productId: 8, quantity: 2 }]);
    for (const address of ['/isa-books/all-books', '/isa-books/7', '/isa-basket', '/checkout']) {
      await page.goto(address);
      await expect(heading(page)).toBeVisible();
      await expect(main(page).getByText('£').first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(
        320,
      );
    }
    await page.goto('/isa-books/8');
    await waitUntilHydrated(page);
    await main(page).getByRole('heading', { name: 'Related volumes' }).scrollIntoViewIfNeeded();
    const bar = main(page).getByRole('group', { name: 'Buy this book' });
    await bar.getByRole('button', { name: /Pre-order/ }).click();
    await expect(basketLink(page)).toContainText('4');
  });
});

test.describe('a guest at the checkout', () => {
  test.beforeEach(async ({ page, context, baseURL }) => {
    await setBasket(context, baseURL, volume1);
    await page.goto('/checkout');
  });

  test('buys a book for a company, opens the receipt again by its link, and asks a question', async ({
    page,
  }) => {
    await expect(main(page).getByText('Pay £49.74 today')).toBeVisible();
    await main(page).getByText('Buying for a company?').click();
    await main(page)
      .getByLabel(/^Company/)
      .fill('Reed Ltd');
    await main(page)
      .getByLabel(/^Purchase order number/)
      .fill('PO-4711');
    await page.reload();
    await expect(main(page).getByLabel(/^Company/)).toHaveValue('Reed Ltd');
    await buy(page);
    await expect(main(page).getByText(messages.shop.thanks)).toBeVisible();
    const number =
      (await main(page)
        .getByText(/^ISA-\d{4}-\d+$/)
        .textContent()) ?? '';
    await main(page).getByRole('link', { name: 'Follow this order' }).click();
    await expect(page).toHaveURL(/\/my-orders\/.+/);
    await page.context().clearCookies();
    await page.reload();
    await expect(main(page).getByText(number)).toBeVisible();
    await expect(main(page).getByText('Paid', { exact: true })).toBeVisible();
    await expect(main(page).getByText('£49.74', { exact: true })).toBeVisible();
    await expect(main(page).getByText('Reed Ltd')).toBeVisible();
    await expect(main(page).getByText('PO-4711')).toBeVisible();
    await expect(main(page).getByText(/VAT \(|VAT within|VAT number/)).toHaveCount(0);
    await main(page).getByRole('link', { name: 'Ask a question' }).click();
    await expect(main(page).getByLabel(/^Department/)).toHaveValue('Customer Support');
    await expect(main(page).getByLabel(/^Message/)).toHaveValue(`About: Order ${number}\n\n`);
  });

  test('can cancel without losing the basket', async ({ page }) => {
    const opened = page.waitForEvent('popup');
    await payPalButton(page).click();
    await (await opened).getByRole('button', { name: 'Cancel and return to the shop' }).click();
    await expect(main(page).getByText('You cancelled the payment')).toBeVisible();
    await expect(main(page).getByText('Quantity 1')).toBeVisible();
    await buy(page);
  });

  test('can choose another card when one is declined', async ({ page }) => {
    await pay(page, payPalButton(page), /Visa ending 0002/);
    await expect(main(page).getByText('The payment was declined')).toBeVisible();
    await pay(page, payPalButton(page), /Visa ending 1111/);
    await expectPaid(page);
  });

  test('sees a changed price before paying it', async ({ page }) => {
    await page.route('**/api/basket-prices', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('3474', '3374').replaceAll('4974', '4874');
      await route.fulfill({ response, body });
    });
    await page.reload();
    await expect(main(page).getByText('Pay £48.74 today')).toBeVisible();
    await page.unroute('**/api/basket-prices');
    await payPalButton(page).click();
    await expect(main(page).getByText('A price changed while you were here')).toBeVisible();
    await expect(main(page).getByText('Pay £49.74 today')).toBeVisible();
    await buy(page);
  });

  test('sees which script failed, and can retry', async ({ page }) => {
    await page.route('**/sdk/js?**', (route) => route.abort('blockedbyclient'));
    await page.reload();
    const alert = main(page).getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect(alert).toContainText('/sdk/js');
    await page.unroute('**/sdk/js?**');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(payPalButton(page)).toBeVisible();
  });

  test('sees a message when the shop is busy', async ({ page }) => {
    await page.route('**/api/orders', (route) => fulfilProblem(route, 'busy', 503, 'We are busy right now.'));
    await payPalButton(page).click();
    await expect(main(page).getByText('We are very busy right now')).toBeVisible();
    await expect(main(page).getByText(/You have not been charged/)).toBeVisible();
    await expect(main(page).getByText('Quantity 1')).toBeVisible();
  });
});

test('a customer pre-orders premium access, pays once and sees the order in the history', async ({
  page,
  context,
  baseURL,
}) => {
  test.slow();
  const customer = newCustomer();
  await setBasket(context, baseURL, [{ productId: 1007, quantity: 3 }]);

  await test.step('premium access requires a login, which leads back', async () => {
    await page.goto('/checkout');
    await expect(main(page).getByText('Please log in to buy premium access')).toBeVisible();
    await register(page, customer);
    await page.goto('/checkout');
    await main(page).getByRole('link', { name: 'Log in' }).click();
    await logIn(page, customer);
    await expect(page).toHaveURL('/checkout');
  });

  await test.step('a pre-order asks for no waiver of the right to cancel', async () => {
    await expect(main(page).getByText(/Full refund until lesson 1 opens/)).toBeVisible();
    await expect(main(page).getByRole('checkbox')).toHaveCount(0);
    await buy(page);
    await expect(main(page).getByText(/Premium access is reserved for you/)).toBeVisible();
    await expect(main(page).getByText(/access is open/)).toHaveCount(0);
  });

  await test.step('the order is in the history', async () => {
    await page.goto('/my-orders');
    const order = main(page).getByRole('article');
    await expect(order).toContainText('£77.00');
    await order.getByRole('link', { name: /View order/ }).click();
    await expect(main(page).getByText('Paid', { exact: true })).toBeVisible();
  });

  await test.step('the same access cannot be bought twice', async () => {
    await setBasket(context, baseURL, [{ productId: 1999, quantity: 1 }]);
    await page.goto('/checkout');
    await payPalButton(page).click();
    await expect(main(page).getByText('You already have premium access')).toBeVisible();
    await main(page).getByRole('button', { name: 'Remove it from the cart' }).click();
    await expect(page).toHaveURL('/');
  });
});
