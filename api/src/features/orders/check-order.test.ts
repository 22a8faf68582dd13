import { calls, emailKey } from '@isa/api-contract';
import { PayPalError } from '../../../paypal-sandbox/paypal-error';
import { createUser, signIn } from '../../../testing/factories';
import { changeContent } from '../../../testing/content';
import { Orders, Users } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { attachGuestOrders } from './fulfil';
import { createOrderLink } from './order-number';
import { type Shop, startShop } from './testing/shop';

const bookOne = [{ productId: 1, quantity: 1 }];
const bookTwo = [{ productId: 2, quantity: 1 }];

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop.close());

type Ordered = Awaited<ReturnType<Shop['order']>>;

const linkOf = async ({ providerOrderId }: Pick<Ordered, 'providerOrderId'>) =>
  createOrderLink(await shop.row(providerOrderId), shop.api.deps.env.secret);
const check = async (order: Pick<Ordered, 'providerOrderId'>, close = true) =>
  (await shop.api.call(calls.checkOrder, { params: { link: await linkOf(order) }, body: { close } })).body
    .order;
const refuseCheck = async (order: Ordered) =>
  (await shop.api.refuse(calls.checkOrder, { params: { link: await linkOf(order) }, body: {} })).body;
/** Pays the same or another basket in the browser of an earlier order. */
async function orderAgain(earlier: Ordered, items = bookOne) {
  const body = { items, expectedTotal: await shop.total(items) };
  return shop.api.refuse(calls.createOrder, { body }, { headers: earlier.headers });
}
const silence = {
  rest: (['read', 'capture'] as const).map(
    (operation) => ({ operation, kind: 'error-before', status: 503, times: 1000 }) as const,
  ),
};

describe('after the payment window has closed', () => {
  it('captures what the buyer had approved, once', async () => {
    const order = await shop.order(bookOne);
    shop.approve(order.providerOrderId);
    expect(await check(order)).toMatchObject({ status: 'captured', money: 'taken' });
    expect(await check(order)).toMatchObject({ status: 'captured', money: 'taken' });
    expect(shop.moneyTaken()).toBe(4974);
  });

  it('says that nothing was taken, and a late approval of the order takes nothing', async () => {
    shop.connectWebhooks();
    const order = await shop.order(bookOne);
    expect(await check(order)).toMatchObject({
      status: 'cancelled',
      money: 'none',
      shown: { label: 'Not paid', text: 'This order was closed before it was paid. Nothing was taken.' },
    });
    shop.approve(order.providerOrderId);
    await shop.sandbox.deliveries.settled();
    await shop.sweep();
    expect((await shop.refuseCapture(order.providerOrderId, order.headers)).body.id).toBe(
      'order-not-payable',
    );
    expect(shop.moneyTaken()).toBe(0);
  });

  it('leaves the order payable while the window may still be open', async () => {
    const order = await shop.order(bookOne);
    expect(await check(order, false)).toMatchObject({ status: 'created', money: 'none' });
    shop.approve(order.providerOrderId);
    expect(await check(order, false)).toMatchObject({ status: 'captured' });
  });

  it('closes an order whose payment was declined, and never captures it later', async () => {
    const order = await shop.order(bookOne);
    shop.approve(order.providerOrderId, { instrument: 'declined' });
    expect(await check(order, false)).toMatchObject({ status: 'created', lastFailure: 'declined' });
    expect(await check(order)).toMatchObject({ status: 'cancelled', lastFailure: 'declined', money: 'none' });
    shop.approve(order.providerOrderId);
    await shop.sweep();
    expect(shop.moneyTaken()).toBe(0);
  });

  it('does not capture a declined order again before its buyer approves another way to pay', async () => {
    const order = await shop.order(bookOne);
    shop.approve(order.providerOrderId, { instrument: 'declined' });
    await check(order, false);
    // The bank would accept it now, but the buyer was told that nothing was taken.
    const { approval } = shop.sandbox.payments.order(order.providerOrderId);
    expect(approval?.instrument).toBe('declined');
    shop.approve(order.providerOrderId);
    await shop.sweep();
    expect(shop.moneyTaken()).toBe(0);
    shop.connectWebhooks();
    shop.approve(order.providerOrderId);
    await shop.sandbox.deliveries.settled();
    expect(shop.moneyTaken()).toBe(4974);
  });

  // The reasons that PayPal documents are more than the shop knows.
  it.each([
    'CARD_EXPIRED',
    'COMPLIANCE_VIOLATION',
    'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
    'PAYER_ACCOUNT_RESTRICTED',
    'A_REASON_OF_TOMORROW',
  ])('says that nothing was taken when PayPal refuses the payment for the reason %s', async (issue) => {
    const order = await shop.order(bookOne);
    shop.approve(order.providerOrderId);
    const capture = jest.spyOn(shop.sandbox.payments, 'capture').mockImplementation(() => {
      throw new PayPalError(422, [{ issue }]);
    });
    expect(await check(order, false)).toMatchObject({ status: 'created', lastFailure: 'declined' });
    const refused = await shop.refuseCapture(order.providerOrderId, order.headers);
    expect(refused).toMatchObject({ status: 402, body: { id: 'payment-declined' } });
    expect(await check(order)).toMatchObject({ status: 'cancelled', lastFailure: 'declined', money: 'none' });
    capture.mockRestore();
    await shop.sweep();
    expect(shop.moneyTaken()).toBe(0);
    expect((await shop.buy(bookOne, order.headers)).order.status).toBe('captured');
    expect(shop.moneyTaken()).toBe(4974);
  });

  it('says that it does not know while PayPal is silent, and mails a customer the result', async () => {
    const customer = await signIn(
      shop.api.deps,
      await createUser(shop.api.deps, { email: 'cora@example.org', emailVerifiedAt: shop.api.deps.now() }),
    );
    const order = await shop.order(bookOne, customer.headers);
    shop.sandbox.setFaults(silence);
    const { id, message } = await refuseCheck(order);
    expect(id).toBe('payment-unavailable');
    expect(message).toContain('we do not know yet');
    expect(message).toContain('We will write to cora@example.org as soon as we know.');
    shop.sandbox.setFaults({});
    shop.api.advance(8 * 60 * 60_000);
    await shop.sweep();
    const subjects = (await shop.api.mails('cora@example.org')).map(({ subject }) => subject);
    expect(subjects).toEqual([
      expect.stringMatching(/^Your payment for order ISA-\d{4}-\d{6} was not taken$/),
    ]);
  });

  it('promises a guest no mail that cannot be sent', async () => {
    const order = await shop.order(bookOne);
    shop.sandbox.setFaults(silence);
    expect((await refuseCheck(order)).message).toContain(
      'This page shows the result as soon as we know it. If PayPal gives us your email address, we also send it there.',
    );
  });

  it('mails a guest the result at the payer’s address, even when the payment was not taken', async () => {
    const order = await shop.order(bookOne);
    shop.approve(order.providerOrderId, { instrument: 'declined' });
    shop.sandbox.setFaults(silence);
    expect((await refuseCheck(order)).id).toBe('payment-unavailable');
    shop.sandbox.setFaults({});
    expect((await check(order, true)).status).toBe('cancelled');
    const mails = await shop.api.mails('alex.morgan@buyer.example');
    expect(mails.map(({ kind }) => kind)).toEqual(['payment-not-taken']);
  });

  it('promises no mail to a payer without an address while PayPal reviews the payment', async () => {
    const order = await shop.order(bookOne);
    shop.approve(order.providerOrderId, { instrument: 'reviewed', email: undefined });
    const { shown, mailTo } = await check(order, false);
    expect(mailTo).toBeNull();
    expect(shown.text).toContain('This page shows the result as soon as we know it.');
    expect(shown.text).not.toMatch(/email|mail|write to/i);
  });
});

describe('a second payment of the same basket', () => {
  it('is not created when the first was approved: its order is captured and named', async () => {
    const first = await shop.order(bookOne);
    shop.approve(first.providerOrderId);
    const { status, body } = await orderAgain(first);
    expect([status, body.id]).toEqual([409, 'payment-open']);
    const { number } = await shop.row(first.providerOrderId);
    expect(body.order).toEqual({ number, link: await linkOf(first) });
    expect(body.message).toContain('You have already paid for these products');
    expect(shop.moneyTaken()).toBe(4974);
  });

  it('is refused when a webhook has captured the first, until its buyer has seen that', async () => {
    shop.connectWebhooks();
    const first = await shop.order(bookOne);
    shop.approve(first.providerOrderId);
    await shop.sandbox.deliveries.settled();
    expect((await orderAgain(first)).body.id).toBe('payment-open');
    await check(first);
    const second = await shop.order(bookOne, first.headers);
    expect(second.providerOrderId).not.toBe(first.providerOrderId);
  });

  it('waits while PayPal does not tell what became of the first', async () => {
    const first = await shop.order(bookOne);
    shop.sandbox.setFaults(silence);
    const { body } = await orderAgain(first);
    expect(body.id).toBe('payment-open');
    expect(body.message).toContain('Please do not pay again');
  });

  it('waits while PayPal reviews the first, but other products can be bought', async () => {
    const first = await shop.order(bookOne);
    shop.sandbox.setFaults({ capture: 'pending' });
    shop.approve(first.providerOrderId);
    await shop.capture(first.providerOrderId, first.headers);
    shop.sandbox.setFaults({});
    expect((await orderAgain(first)).body.message).toContain('PayPal is still checking your payment');
    expect((await shop.buy(bookTwo, first.headers)).order.status).toBe('captured');
  });

  it('replaces the first when it was never approved', async () => {
    const first = await shop.order(bookOne);
    const second = await shop.order(bookOne, first.headers);
    expect((await shop.row(first.providerOrderId)).status).toBe('cancelled');
    for (const { providerOrderId } of [first, second]) shop.approve(providerOrderId);
    expect((await shop.refuseCapture(first.providerOrderId, first.headers)).body.id).toBe(
      'order-not-payable',
    );
    expect((await shop.capture(second.providerOrderId, second.headers)).status).toBe('captured');
    expect(shop.moneyTaken()).toBe(4974);
  });

  it('of two tabs at the same moment leaves one order payable', async () => {
    const { headers } = await shop.order(bookTwo);
    const body = { items: bookOne, expectedTotal: await shop.total(bookOne) };
    const answers = await Promise.allSettled(
      [1, 2, 3, 4].map(() => shop.api.call(calls.createOrder, { body }, { headers })),
    );
    for (const answer of answers)
      if (answer.status === 'fulfilled') shop.approve(answer.value.body.providerOrderId);
    await shop.sweep();
    expect(shop.moneyTaken()).toBe(4974);
  });

  it('is found in another browser of the same customer', async () => {
    const customer = await signIn(shop.api.deps);
    const first = await shop.order(bookOne, customer.headers);
    shop.approve(first.providerOrderId);
    const body = { items: bookOne, expectedTotal: await shop.total(bookOne) };
    const refused = await shop.api.refuse(calls.createOrder, { body }, { headers: customer.headers });
    expect(refused.body.id).toBe('payment-open');
  });
});

describe('a payment that PayPal reviews', () => {
  const review = async () => {
    const customer = await signIn(shop.api.deps);
    const order = await shop.order(bookOne, customer.headers);
    shop.sandbox.setFaults({ capture: 'pending' });
    shop.approve(order.providerOrderId);
    expect((await shop.capture(order.providerOrderId, order.headers)).shown.label).toBe(
      'PayPal is checking your payment',
    );
    shop.sandbox.setFaults({});
    shop.connectWebhooks();
    const { captureId } = await shop.row(order.providerOrderId);
    return { order, captureId: captureId ?? '', email: customer.user.email };
  };
  const subjects = async (email: string) => (await shop.api.mails(email)).map(({ subject }) => subject);

  it('and refuses is told by mail and page, with nothing taken', async () => {
    const { order, captureId, email } = await review();
    shop.sandbox.payments.review(captureId, 'DECLINED');
    await shop.sandbox.deliveries.settled();
    expect(await check(order)).toMatchObject({
      status: 'refused',
      money: 'none',
      dispatchBy: null,
      shown: {
        label: 'Payment refused',
        text: expect.stringContaining('Nothing was taken. Please order again') as string,
      },
    });
    expect(await subjects(email)).toEqual([
      expect.stringMatching(/^PayPal is checking your payment/),
      expect.stringMatching(/^Payment refused for your order/),
    ]);
    expect((await shop.api.mails(email)).at(-1)?.body).toContain('Nothing was taken');
  });

  it('and accepts is confirmed by mail, even when its events come late, twice and in the wrong order', async () => {
    shop.sandbox.setFaults({ webhooks: { copies: 2, delayMs: 20 } });
    const { order, captureId, email } = await review();
    shop.sandbox.setFaults({ webhooks: { copies: 3, delayMs: 20 } });
    shop.sandbox.payments.review(captureId, 'COMPLETED');
    await shop.sandbox.deliveries.settled();
    await shop.sweep();
    expect(await check(order)).toMatchObject({ status: 'captured', money: 'taken' });
    expect(await subjects(email)).toEqual([
      expect.stringMatching(/^PayPal is checking your payment/),
      expect.stringMatching(/^Your order/),
    ]);
  });
});

it('tells buyer and staff that premium access is paid for an account that was deleted meanwhile', async () => {
  const { user, headers } = await signIn(shop.api.deps);
  const { providerOrderId, ...order } = await shop.order([{ productId: 1999, quantity: 1 }], headers);
  shop.sandbox.setFaults({ capture: 'pending' });
  shop.approve(providerOrderId, { email: 'payer@example.org' });
  await shop.capture(providerOrderId, order.headers);
  const { db } = shop.api.deps;
  await db.getRepository(Users).delete({ id: user.id });
  shop.connectWebhooks();
  shop.sandbox.payments.review((await shop.row(providerOrderId)).captureId ?? '', 'COMPLETED');
  await shop.sandbox.deliveries.settled();

  const row = await shop.row(providerOrderId);
  expect(row).toMatchObject({
    status: 'captured',
    attention: expect.stringContaining('no account') as string,
  });
  const mail = (await shop.api.mails('payer@example.org')).at(-1);
  expect(mail?.kind).toBe('order-confirmation');
  expect(mail?.body).toContain('nobody has premium access yet');
  expect(mail?.body).not.toMatch(/access is open|my lessons/i);

  // What the mail advises opens the access.
  const again = await createUser(shop.api.deps, { email: 'payer@example.org' });
  await transaction(db, (manager) =>
    attachGuestOrders(manager, { userId: again.id, emailKey: emailKey(again.email) }, shop.api.deps.now()),
  );
  expect(await shop.entitlements(again.id)).toMatchObject([{ productId: 1999, revokedAt: null }]);
});

describe('a book that cannot be ordered', () => {
  const soldOut = { soldOut: true };

  it('is named with the prices of the others', async () => {
    await changeContent(shop.api.deps.db, 'book', soldOut, { itemIds: [2] });
    const { body } = await shop.api.call(calls.priceBasket, { body: { items: [...bookOne, ...bookTwo] } });
    expect(body.lines.map(({ productId }) => productId)).toEqual([1]);
    expect(body.unavailable).toEqual([
      { productId: 2, title: expect.stringContaining('Volume 2') as string, reason: 'sold-out' },
    ]);
  });

  it('is named when it is sold out during the checkout, and nothing is ordered', async () => {
    const items = [...bookOne, ...bookTwo];
    const expectedTotal = await shop.total(items);
    await changeContent(shop.api.deps.db, 'book', soldOut, { itemIds: [2] });
    const { body } = await shop.api.refuse(calls.createOrder, { body: { items, expectedTotal } });
    expect(body.id).toBe('sold-out');
    expect(body.message).toMatch(
      /Volume 2.*” is sold out\. It is not part of the order, and you have not been charged\./,
    );
    expect(await shop.api.deps.db.getRepository(Orders).count()).toBe(0);
  });
});

it('tells a payer without an email address that no mail is sent', async () => {
  const { providerOrderId, headers } = await shop.order(bookOne);
  shop.approve(providerOrderId, { email: undefined });
  expect(await shop.capture(providerOrderId, headers)).toMatchObject({ mailTo: null, buyerEmail: null });
  expect((await shop.api.mails()).filter(({ kind }) => kind === 'order-confirmation')).toEqual([]);
});

it('prints PayPal’s code of China as the name of the country', async () => {
  const { providerOrderId, headers } = await shop.order(bookOne);
  const shipping = {
    fullName: 'Li Wei',
    line1: '1 Road',
    city: 'Shanghai',
    postcode: '200000',
    countryCode: 'C2',
  };
  shop.approve(providerOrderId, { shipping });
  expect((await shop.capture(providerOrderId, headers)).shippingAddress.at(-1)).toBe('China');
});
