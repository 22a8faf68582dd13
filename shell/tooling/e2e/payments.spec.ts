import { messages } from '@isa/api-contract';
import { expect, type Page, type Response, test } from '@playwright/test';
import { z } from 'zod';
import { expectPaid, newAddress, payPalButton } from './support/customer';
import { ordersOf } from './support/database';
import { hasMail } from './support/mails';
import { addToCart, basketLink, heading, main, setBasket } from './support/page';
import { endReview } from './support/sandbox';

const CHECK = '**/api/order-links/*/check';
const CHARGED = /You have not been charged/;
const UNKNOWN = 'We don’t know yet whether your payment went through';
const createdSchema = z.object({ number: z.string() });

const isCreation = (response: Response) =>
  response.url().endsWith('/api/orders') && response.request().method() === 'POST';

/** Opens PayPal's window at the checkout. @returns the window, and the number of the order. */
async function openPayPal(page: Page) {
  const created = page.waitForResponse(isCreation);
  const opened = page.waitForEvent('popup');
  await payPalButton(page).click();
  const popup = await opened;
  const { number } = createdSchema.parse(await (await created).json());
  await popup.getByRole('button', { name: 'Log in' }).click();
  return { popup, number };
}

/** Approves the payment in PayPal's window. */
async function approve(popup: Page, { early = false, card = /1111/, email }: Approval = {}) {
  await popup.getByRole('radio', { name: card }).check();
  if (email !== undefined) await popup.getByRole('textbox', { name: /Email/ }).fill(email);
  if (early) await popup.getByRole('checkbox', { name: /Close this window/ }).check();
  await popup.getByRole('button', { name: /^Pay £/ }).click();
}
interface Approval {
  /** Whether the window closes before it tells the shop. */
  readonly early?: boolean;
  readonly card?: RegExp;
  readonly email?: string;
}

test.beforeEach(async ({ page, context, baseURL }) => {
  await setBasket(context, baseURL, [{ productId: 1, quantity: 1 }]);
  await page.goto('/checkout');
});

test('an approved payment whose window closes before it tells the shop is one paid order', async ({
  page,
}) => {
  let creations = 0;
  page.on('response', (response) => (creations += isCreation(response) ? 1 : 0));
  const { popup, number } = await openPayPal(page);
  await approve(popup, { early: true });
  await expectPaid(page);
  await expect(heading(page)).toHaveText(messages.shop.thanks);
  await expect(main(page).getByText(number, { exact: true })).toBeVisible();
  await expect(basketLink(page)).not.toContainText('1');
  expect(creations).toBe(1);
  expect(ordersOf(number).map(({ status }) => status)).toEqual(['captured']);
});

test('while it is unknown whether a payment went through, every tab says so and prevents a second one', async ({
  page,
  context,
}) => {
  await context.route(CHECK, (route) => route.abort('connectionreset'));
  const { popup, number } = await openPayPal(page);
  await approve(popup, { early: true });
  await expect(main(page).getByText(UNKNOWN)).toBeVisible();
  await expect(main(page).getByText(CHARGED)).toHaveCount(0);
  await expect(payPalButton(page)).toBeHidden();

  const other = await context.newPage();
  await other.goto('/checkout');
  await page.reload();
  for (const tab of [page, other]) {
    await expect(main(tab).getByText(UNKNOWN)).toBeVisible();
    await expect(payPalButton(tab)).toBeHidden();
    await expect(main(tab).getByRole('link', { name: 'Write to us' })).toBeVisible();
  }
  await other.goto('/isa-basket');
  await expect(main(other).getByText(UNKNOWN)).toBeVisible();
  const summary = main(other).getByRole('region', { name: 'Order summary' });
  await expect(summary.getByRole('button', { name: 'Check out' })).toBeDisabled();
  await expect(summary.getByText(/You can check out as soon as we know/)).toBeVisible();

  await context.unroute(CHECK);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expectPaid(page);
  await expect(main(other).getByText(`Order ${number}: Paid`)).toBeVisible();
  await expect(basketLink(other)).not.toContainText('1');
  expect(ordersOf(number).map(({ status }) => status)).toEqual(['captured']);
});

test('a buyer who cancels is told that nothing was charged, and a later approval charges nothing', async ({
  page,
  context,
}) => {
  const { popup, number } = await openPayPal(page);
  const forgotten = await context.newPage();
  await forgotten.goto(popup.url());
  await popup.getByRole('button', { name: 'Cancel and return to the shop' }).click();
  await expect(main(page).getByText('You cancelled the payment')).toBeVisible();
  await expect(main(page).getByText(CHARGED)).toBeVisible();
  await expect(main(page).getByText('Quantity 1')).toBeVisible();

  await approve(forgotten);
  await expect(forgotten.getByText('Thank you')).toBeVisible();
  expect(ordersOf(number).map(({ status }) => status)).toEqual(['cancelled']);
  const next = await openPayPal(page);
  await approve(next.popup);
  await expectPaid(page);
});

test('two tabs that pay for the same cart make one paid order', async ({ page, context }) => {
  const first = await openPayPal(page);
  const other = await context.newPage();
  await other.goto('/checkout');
  await expect(main(other).getByText(`Order ${first.number} is not paid yet`)).toBeVisible();
  const second = await openPayPal(other);
  await approve(second.popup);
  await expectPaid(other);

  // The first tab learns that its order was closed and what was paid instead, and leaves PayPal's window.
  await expectPaid(page);
  await expect(main(page).getByText(second.number, { exact: true })).toBeVisible();
  expect(first.popup.isClosed()).toBe(true);
  expect(ordersOf(second.number)[0]?.status).toBe('captured');
  expect(ordersOf(first.number)[0]?.status).toBe('cancelled');
});

test('two clicks on PayPal’s button at once make one order', async ({ page }) => {
  let creations = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/orders') && request.method() === 'POST') creations += 1;
  });
  const opened = page.waitForEvent('popup');
  await payPalButton(page).dblclick();
  const popup = await opened;
  await popup.getByRole('button', { name: 'Log in' }).click();
  await popup.getByRole('button', { name: /^Pay £/ }).dblclick();
  await expectPaid(page);
  expect(creations).toBe(1);
});

test('Back from the thank-you page offers nothing to pay a second time', async ({ page }) => {
  await page.goto('/isa-basket');
  await main(page).getByRole('link', { name: 'Check out' }).first().click();
  const { popup, number } = await openPayPal(page);
  await approve(popup);
  await expectPaid(page);
  await page.goBack();
  await expect(main(page).getByText(messages.shop.emptyBasket)).toBeVisible();
  await expect(payPalButton(page)).toHaveCount(0);
  await page.goForward();
  await expect(main(page).getByText(number, { exact: true })).toBeVisible();

  // Another document, and back: the browser may show the page as it was.
  await page.goto('/privacy-policy');
  await page.goBack();
  await expect(main(page).getByText(number, { exact: true })).toBeVisible();
  await page.goto('/checkout');
  await expect(page).not.toHaveURL(/checkout/);
  expect(ordersOf(number).map(({ status }) => status)).toEqual(['captured']);
});

test('a page that is loaded again during the capture learns that it is paid', async ({ page, context }) => {
  let isHeld = true;
  await context.route(CHECK, async (route) => {
    if (!isHeld) return route.continue();
    isHeld = false;
    // The server captures, and its answer never arrives.
    await route.fetch();
  });
  const { popup, number } = await openPayPal(page);
  await approve(popup);
  await expect.poll(() => ordersOf(number)[0]?.status).toBe('captured');
  await page.reload();
  await expectPaid(page);
  await expect(main(page).getByText(number, { exact: true })).toBeVisible();
  expect(ordersOf(number).map(({ status }) => status)).toEqual(['captured']);
});

test('on a slow network the page says what it waits for, and offers no second payment', async ({
  page,
  context,
}) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await context.route(CHECK, async (route) => {
    await arrived;
    await route.continue();
  });
  const { popup, number } = await openPayPal(page);
  await approve(popup);
  await expect(main(page).getByText(`Asking PayPal about order ${number}`)).toBeVisible();
  await expect(payPalButton(page)).toBeHidden();
  await expect(main(page).getByText(CHARGED)).toHaveCount(0);
  arrive();
  await expectPaid(page);
});

test('a pre-order is cancelled once, and its receipt names what came back', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const email = newAddress('cancelled');
  await setBasket(context, baseURL, [{ productId: 8, quantity: 1 }]);
  await page.reload();
  const { popup, number } = await openPayPal(page);
  await approve(popup, { email });
  await expectPaid(page);
  await main(page).getByRole('link', { name: 'Follow this order' }).click();
  await main(page).getByRole('button', { name: 'Cancel this order' }).click();
  await main(page)
    .getByRole('button', { name: /^Yes, cancel and refund £/ })
    .dblclick();
  await expect(main(page).getByRole('region', { name: 'Refunds' })).toContainText(/refunded on .*Volume 5/);
  await expect(main(page).getByRole('button', { name: 'Cancel this order' })).toHaveCount(0);
  expect(ordersOf(number).map(({ status }) => status)).toEqual(['refunded']);
  await hasMail(request, email, 'order-refunded');
});

test('what another tab adds during a payment stays in the cart', async ({ page, context }) => {
  const { popup } = await openPayPal(page);
  const other = await context.newPage();
  await other.goto('/isa-books/2');
  await addToCart(other);
  await expect(basketLink(other)).toContainText('2');
  await expect(main(page).getByText('What you are paying for')).toBeVisible();
  await expect(
    main(page).getByRole('list', { name: 'Products in this order' }).getByRole('listitem'),
  ).toHaveCount(1);
  await approve(popup);
  await expectPaid(page);
  await expect(basketLink(page)).toContainText('1');
  await expect(main(page).getByText(/what is in it is not part of this order/)).toBeVisible();
});

test('a payment that PayPal reviews and refuses promises nothing, and the cart can be filled again', async ({
  page,
  request,
}) => {
  const email = newAddress('reviewed');
  const { popup, number } = await openPayPal(page);
  await approve(popup, { card: /0003/, email });
  await expectPaid(page);
  await expect(heading(page)).toHaveText('PayPal is checking your payment');
  await expect(main(page).getByText(/We deliver to|dispatch the books? by/)).toHaveCount(0);
  await expect(basketLink(page)).not.toContainText('1');

  await endReview(request, number, 'deny');
  await expect(heading(page)).toHaveText('Payment refused');
  await expect(
    main(page)
      .getByText(/Nothing was taken/)
      .first(),
  ).toBeVisible();
  await hasMail(request, email, 'payment-refused');
  await page.reload();
  await expect(heading(page)).toHaveText('Payment refused');
  await main(page).getByRole('button', { name: 'Order again' }).click();
  await expect(page).toHaveURL('/isa-basket');
  await expect(basketLink(page)).toContainText('1');
});

test('a payer without an email address is promised no mail', async ({ page }) => {
  const { popup } = await openPayPal(page);
  await approve(popup, { email: '' });
  await expectPaid(page);
  await expect(main(page).getByText(/PayPal did not give us your email address/)).toBeVisible();
  await expect(main(page).getByText(/confirmation goes/)).toHaveCount(0);
});

test('the order survives a closed tab', async ({ page, context }) => {
  await context.route(CHECK, (route) => route.abort('connectionreset'));
  const { popup, number } = await openPayPal(page);
  await approve(popup);
  await expect(main(page).getByText(UNKNOWN)).toBeVisible();
  await page.close();
  // PayPal's webhook completes the order.
  await expect.poll(() => ordersOf(number)[0]?.status).toBe('captured');
  await context.unroute(CHECK);
  const later = await context.newPage();
  await later.goto('/checkout');
  await expectPaid(later);
  await expect(main(later).getByText(number, { exact: true })).toBeVisible();
});

test('the thank-you page without an order thanks for nothing', async ({ browser, baseURL }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${baseURL ?? ''}/payment-successful`);
  await expect(heading(page)).toHaveText('Find your order');
  await expect(main(page).getByText(messages.shop.thanks)).toHaveCount(0);
  await context.close();
});
