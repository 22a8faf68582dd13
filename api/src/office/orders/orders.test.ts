import { randomUUID } from 'node:crypto';
import { calls } from '@isa/api-contract';
import { PayPalError } from '../../../paypal-sandbox/paypal-error';
import { otherContactSettings } from '../../../testing/contact';
import { changeContent } from '../../../testing/content';
import { createUser, signIn } from '../../../testing/factories';
import { type OfficeBrowser, startOffice, type TestOffice } from '../../../testing/office';
import { type OrderRow, Orders, Refunds } from '../../database/entities';
import { addressLines } from '../../features/orders/address-lines';
import { recordDispute } from '../../features/orders/record-payment';
import { refundOrder } from '../../features/orders/refund-order';
import { type Shop, startShop } from '../../features/orders/testing/shop';
import { mailSummary } from './daily-summary';
import { PAGE_SIZE } from './find-orders';

const books = [
  { productId: 1, quantity: 2 },
  { productId: 4, quantity: 1 },
];

let shop: Shop;
let office: TestOffice;
let browser: OfficeBrowser;
beforeEach(async () => {
  shop = await startShop(otherContactSettings);
  office = await startOffice(shop.api);
  browser = await office.logIn();
});
afterEach(() => shop.close());

const buy = async (items = books): Promise<OrderRow> => shop.row((await shop.buy(items)).providerOrderId);
const again = ({ id }: OrderRow) => shop.api.deps.db.getRepository(Orders).findOneByOrFail({ id });
const refunds = () => shop.api.deps.db.getRepository(Refunds).find();
const numbersIn = ({ text }: { readonly text: string }) => [...new Set(text.match(/ISA-\d{4}-\d{6}/g))];

test('lists orders by what has to be done with them', async () => {
  const [book, preOrder] = [await buy(), await buy([{ productId: 8, quantity: 1 }])];
  const listed = async (list: string) => numbersIn(await browser.get(`/orders?list=${list}`));
  expect(await listed('to-send')).toEqual([book.number]);
  expect(await listed('pre-orders')).toEqual([preOrder.number]);
  await browser.post('/orders', { order: String(book.id) });
  expect(await listed('to-send')).toEqual([]);
  expect(await listed('sent')).toEqual([book.number]);
  expect(await listed('all')).toEqual([preOrder.number, book.number]);
});

test('says on the list what to pack and where it goes, and offers all of them at once', async () => {
  const order = await buy();
  const refund = { lines: [{ productId: 1, quantity: 1 }], reason: 'Damaged', by: null, key: randomUUID() };
  await refundOrder(shop.api.deps, order.id, refund);
  await buy([{ productId: 3, quantity: 2 }]);
  const { text } = await browser.get('/orders?list=to-send');
  expect(text).toContain('<div>1 × Vol. 1</div><div>1 × Vol. 3</div>');
  expect(text).toContain('<div>2 × Vols 1–2</div>');
  expect(text).toContain('<span class="quiet">United Kingdom</span>');
  expect(text).toContain('Select all');
  expect((await browser.get('/orders?list=sent')).text).not.toContain('Select all');
});

test('says on the start page that there is nothing to do', async () => {
  const { text } = await browser.get('/');
  expect(text).toContain('Nothing to do.');
  expect(text).not.toContain('class="counts"');
  await buy();
  expect((await browser.get('/')).text).not.toContain('Nothing to do.');
});

test('says of each empty list what appears in it', async () => {
  expect((await browser.get('/orders')).text).toContain('No orders to send.');
  expect((await browser.get('/orders?list=sent')).text).toContain('Nothing sent yet.');
});

test('counts on the start page what waits, and leads to the lists of it', async () => {
  const late = await buy();
  shop.api.advance(20 * 24 * 60 * 60_000);
  await buy();
  browser = await office.logIn();
  const { text } = await browser.get('/');
  expect(text).toMatch(
    /<a class="overdue" href="\/orders\?list=to-send" ?><b>2<\/b> <span class="late">1 late<\/span> <span class="label">To send</,
  );
  expect(text).toMatch(
    /<a class="none" href="\/enquiries\?state=new" ?><b>0<\/b> <span class="label">Messages/,
  );
  expect((await browser.get('/orders')).text).toMatch(
    /list=to-send" [^>]*>To send <b>2<\/b>.*>Late <b>1<\/b>.*>Pre-orders<\/a>/,
  );
  expect(numbersIn(await browser.get('/orders?list=late'))).toEqual([late.number]);
});

test('shows on the start page what to send next, late orders first', async () => {
  // Its book was published after the other one was paid.
  const early = await buy([{ productId: 8, quantity: 1 }]);
  const late = await buy();
  shop.api.advance(20 * 24 * 60 * 60_000);
  const savedAt = shop.api.deps.now();
  await changeContent(shop.api.deps.db, 'book', { preOrder: false }, { itemIds: [8], savedAt });
  for (let at = 0; at < 5; at += 1) await buy();
  browser = await office.logIn();
  const start = await browser.get('/');
  expect(numbersIn(start).slice(0, 2)).toEqual([late.number, early.number]);
  expect(numbersIn(start)).toHaveLength(6);
  expect(start.text).toContain('Send these 6 next');
  const { location } = await browser.post('/orders', { order: String(late.id) });
  expect((await browser.get(location ?? '')).text).toContain('1 order is marked as sent');
  expect(numbersIn(await browser.get('/'))).not.toContain(late.number);
});

test('says of an order by when it is to be sent, and that it is late', async () => {
  const order = await buy();
  expect((await browser.get(`/orders/${order.id}`)).text).toContain('<span>To be sent by ');
  shop.api.advance(20 * 24 * 60 * 60_000);
  browser = await office.logIn();
  expect((await browser.get(`/orders/${order.id}`)).text).toMatch(
    /class="state bad".*Late: should have been/,
  );
  await browser.post(`/orders/${order.id}`, { trackingNumber: '' });
  expect((await browser.get(`/orders/${order.id}`)).text).not.toContain('Late: should have been');
});

test('leads to the carrier of a parcel', async () => {
  const order = await buy();
  await browser.post(`/orders/${order.id}`, { trackingNumber: 'AB 123456785 GB' });
  const { text } = await browser.get(`/orders/${order.id}`);
  expect(text).toContain('href="https://www.royalmail.com/track-your-item#/tracking-results/AB123456785GB"');
});

test('lists orders by their books that are not refunded', async () => {
  const preOrder = { productId: 8, quantity: 1 };
  const [refunded, sendable] = [await buy(), await buy([...books, preOrder])];
  const refund = { lines: books, reason: 'Out of stock', by: null };
  await refundOrder(shop.api.deps, refunded.id, { ...refund, key: randomUUID() });
  await refundOrder(shop.api.deps, sendable.id, { ...refund, key: randomUUID(), lines: [preOrder] });
  expect(numbersIn(await browser.get('/orders?list=to-send'))).toEqual([sendable.number]);
  expect(numbersIn(await browser.get('/orders?list=pre-orders'))).toEqual([]);
});

test.each([
  ['its number', ({ number }: OrderRow) => number ?? ''],
  ['a part of the name', ({ buyerName }: OrderRow) => buyerName?.slice(0, 5) ?? ''],
  ['the address of the mail', ({ buyerEmail }: OrderRow) => buyerEmail ?? ''],
])('finds an order by %s', async (_, textOf) => {
  const order = await buy();
  expect(numbersIn(await browser.get(`/orders?search=${encodeURIComponent(textOf(order))}`))).toEqual([
    order.number,
  ]);
});

test('finds an order in spite of a typing error, and says so', async () => {
  const order = await buy();
  const page = await browser.get('/orders?search=Alxe%20Morgen');
  expect(numbersIn(page)).toEqual([order.number]);
  expect(page.text).toContain('These are spelt alike:');
  expect((await browser.get('/orders?search=Zoltan')).text).toContain('No order contains “Zoltan”.');
});

test('finds an order by both numbers of its receipt at PayPal', async () => {
  const [{ id, captureId, providerOrderId }] = [await buy(), await buy()];
  const { invoice_id: invoice = '' } = shop.sandbox.payments.order(providerOrderId ?? '').request.unit;
  for (const search of [
    invoice,
    ` ${invoice.toLowerCase()} `,
    captureId ?? '',
    captureId?.toLowerCase() ?? '',
  ]) {
    const { text } = await browser.get(`/orders?search=${encodeURIComponent(search)}`);
    const found = [...text.matchAll(/href="\/orders\/(\d+)"/g)].map(([, of]) => Number(of));
    expect([search, found]).toEqual([search, [id]]);
  }
});

test.each(['%', '_', "'; DROP TABLE orders; --", '<script>'])('finds nothing by %s', async (search) => {
  await buy();
  const page = await browser.get(`/orders?search=${encodeURIComponent(search)}`);
  expect(numbersIn(page)).toEqual([]);
  expect(page.text).not.toContain('<script>');
});

test('marks several orders as sent, once each, and mails their buyers', async () => {
  const [first, second] = [await buy(), await buy()];
  const form = new URLSearchParams(`order=${first.id}&order=${second.id}`);
  const { location } = await browser.post('/orders', form);
  expect((await browser.get(location ?? '')).text).toContain('2 orders are marked as sent');
  await browser.post('/orders', form);
  const mails = (await shop.api.mails()).filter(({ kind }) => kind === 'order-sent');
  expect(mails).toHaveLength(2);
});

test('marks a whole page of orders as sent', async () => {
  const { id } = await buy();
  const form = new URLSearchParams(`order=${id}&`.repeat(PAGE_SIZE));
  const { location } = await browser.post('/orders', form);
  expect((await browser.get(location ?? '')).text).toContain('1 order is marked as sent');
});

test('asks for an order when none is chosen', async () => {
  await buy();
  const { status, text } = await browser.post('/orders', {});
  expect(status).toBe(422);
  expect(text).toContain('Select at least one order.');
});

test('marks an order as sent with a tracking number, which can be changed', async () => {
  const order = await buy();
  const page = `/orders/${order.id}`;
  expect((await browser.post(page, { trackingNumber: 'RM 123' })).location).toBe(`${page}?done`);
  expect(await again(order)).toMatchObject({ sentAt: expect.any(Date) as Date, trackingNumber: 'RM 123' });
  await browser.post(page, { trackingNumber: 'RM 124', before: 'RM 123', wasSent: '1' });
  const { text } = await browser.get(page);
  expect(text).toContain('value="RM 124"');
  expect(text).toContain('RM 123 → RM 124');
});

describe('the delivery address', () => {
  const fields = {
    name: 'Dana Gift',
    address_line_1: 'Rue de la Loi 1',
    address_line_2: '',
    admin_area_2: 'Bruxelles',
    admin_area_1: '',
    postal_code: '1000',
    country_code: 'BE',
  };
  const linesOf = async (order: OrderRow) => addressLines(await again(order));

  test('is changed until the books are sent, on the label and in the search', async () => {
    const order = await buy();
    const page = `/orders/${order.id}/address`;
    expect((await browser.get(`/orders/${order.id}`)).text).toContain(`href="${page}"`);
    const before = addressLines(order).join('\n');
    expect((await browser.post(page, { ...fields, before })).location).toBe(`/orders/${order.id}?done`);
    expect(await linesOf(order)).toEqual(['Dana Gift', 'Rue de la Loi 1', 'Bruxelles', '1000', 'Belgium']);
    const label = (await browser.get(`/orders/print?order=${order.id}&print=labels`)).text;
    expect(label).toContain('Rue de la Loi 1');
    expect(numbersIn(await browser.get('/orders?search=Dana'))).toEqual([order.number]);
    expect((await browser.get(`/orders/${order.id}`)).text).toContain('Delivery address changed');

    await browser.post(`/orders/${order.id}`, { trackingNumber: '' });
    const now = (await linesOf(order)).join('\n');
    const late = await browser.post(page, { ...fields, name: 'Erin Else', before: now });
    expect([late.status, late.text.includes('value="Erin Else"')]).toEqual([403, true]);
    expect((await linesOf(order))[0]).toBe('Dana Gift');
  });

  test('that PayPal has not given is asked for, and can be entered', async () => {
    const order = await shop.order(books);
    shop.approve(order.providerOrderId, { shipping: undefined });
    await shop.capture(order.providerOrderId, order.headers);
    const row = await shop.row(order.providerOrderId);
    expect(row.attention).toBe('Paid: PayPal gave no delivery address: ask the buyer');
    expect(numbersIn(await browser.get('/orders?list=attention'))).toEqual([row.number]);
    expect((await browser.get(`/orders/${row.id}`)).text).toContain('>Enter the address</a>');

    const address = { ...fields, address_line_1: '2 Sample Street' };
    expect((await browser.post(`/orders/${row.id}/address`, address)).status).toBe(303);
    const { text } = await browser.get(`/orders/${row.id}`);
    expect(text).toContain('2 Sample Street');
    expect(text).toContain('>Change the address</a>');
    expect((await buy()).attention).toBeNull();
  });

  test('is mailed to the buyer when it has changed, once and without whole names and streets', async () => {
    const order = await buy();
    const page = `/orders/${order.id}/address`;
    const before = addressLines(order).join('\n');
    await browser.post(page, { ...fields, before });
    await browser.post(page, { ...fields, before });
    const mails = await shop.api.mails(order.buyerEmail ?? '');
    const [mail, ...others] = mails.filter(({ kind }) => kind === 'order-address');
    expect(others).toEqual([]);
    expect(mail?.subject).toContain(order.number);
    expect(mail?.body).toContain('Your books now go to:\nD… G…\nR… d… l… L… 1\nBruxelles\n1000\nBelgium');
    expect(mail?.body).toContain('They no longer go to:\nA… M…');
    expect(mail?.body).toContain('If you did not ask for this, write at once to');
  });

  test('is not overwritten with what a colleague has not seen', async () => {
    const order = await buy();
    const page = `/orders/${order.id}/address`;
    const before = addressLines(order).join('\n');
    await browser.post(page, { ...fields, before });
    const second = await browser.post(page, { ...fields, name: 'Erin Else', before });
    expect([second.status, second.text.includes('A colleague has changed this address')]).toEqual([
      409,
      true,
    ]);
    // The page shows that address, and the next press replaces it.
    expect(second.text).toContain('A colleague has saved');
    const saved = await linesOf(order);
    expect(saved[0]).toBe('Dana Gift');
    expect(second.text).toContain(`name="before" value="${saved.join(' ')}"`);
    const third = await browser.post(page, { ...fields, name: 'Erin Else', before: saved.join('\n') });
    expect(third.status).toBe(303);
    expect((await linesOf(order))[0]).toBe('Erin Else');
  });

  test.each([
    ['name', ' ', 'Enter a name.'],
    ['address_line_1', '', 'Enter street and number.'],
    ['country_code', 'ZZ', 'Choose a country.'],
  ])('is refused with the %s “%s”', async (name, value, message) => {
    const order = await buy();
    const answer = await browser.post(`/orders/${order.id}/address`, { ...fields, [name]: value });
    expect([answer.status, answer.text.includes(message)]).toEqual([422, true]);
    expect(await linesOf(order)).toEqual(addressLines(order));
  });
});

test('refuses to send a pre-order, and keeps the tracking number in the form', async () => {
  const order = await buy([{ productId: 8, quantity: 1 }]);
  const opened = (await browser.get(`/orders/${order.id}`)).text;
  expect(opened).toContain('waits for a book that is not published yet');
  expect(opened).not.toContain('Mark as sent');
  const { status, text } = await browser.post(`/orders/${order.id}`, { trackingNumber: 'RM 125' });
  expect([status, text.includes('value="RM 125"')]).toEqual([403, true]);
  expect((await again(order)).sentAt).toBeNull();
});

test('refunds a line, once for a form that is sent twice', async () => {
  const order = await buy();
  const form = { key: randomUUID(), scope: 'lines', 'quantity-1': '1', reason: 'Damaged', amount: '3474' };
  const page = `/orders/${order.id}/refund`;
  expect((await browser.post(page, form)).location).toBe(`/orders/${order.id}?done`);
  expect((await browser.post(page, form)).status).toBe(303);
  expect(await refunds()).toMatchObject([{ amount: 3474, state: 'done', reason: 'Damaged' }]);
  expect(shop.moneyTaken()).toBe(order.total - 3474);
  const { text } = await browser.get(`/orders/${order.id}`);
  expect(text).toContain('Refund of £34.74 for “Damaged”: done.');
});

test('shows the sum, the lines and the buyer before it refunds, and refunds nothing in the first step', async () => {
  const order = await buy();
  const page = `/orders/${order.id}/refund`;
  const { status, text } = await browser.post(page, { scope: 'lines', 'quantity-1': '1', reason: 'Damaged' });
  expect(status).toBe(200);
  expect(text).toContain('Refund £34.74</button>');
  expect(text).toContain('Volume 1');
  expect(text).toContain('Alex Morgan');
  expect(text).toContain('name="amount" value="3474"');
  expect(await refunds()).toEqual([]);
});

test('begins a refund with nothing chosen, and takes a quantity for a choice', async () => {
  const page = `/orders/${(await buy()).id}/refund`;
  expect((await browser.get(page)).text).not.toMatch(/<input[^>]* checked/);
  const empty = await browser.post(page, { 'quantity-1': '', reason: 'Damaged' });
  expect([empty.status, empty.text.includes('Choose everything, or enter how many')]).toEqual([400, true]);
  const step = await browser.post(page, { 'quantity-1': '1', 'quantity-4': '', reason: 'Damaged' });
  expect(step.text).toContain('Refund £34.74</button>');
  expect(await refunds()).toEqual([]);
  const fields = { 'quantity-1': '1', 'quantity-4': '', reason: 'Damaged', amount: '3474' };
  expect((await browser.post(page, { ...fields, key: randomUUID() })).status).toBe(303);
  expect(await refunds()).toMatchObject([{ amount: 3474, state: 'done' }]);
});

test('refunds nothing when the sum has changed since it was shown', async () => {
  const order = await buy();
  const refund = { lines: [{ productId: 4, quantity: 1 }], reason: 'Damaged', by: null };
  await refundOrder(shop.api.deps, order.id, { ...refund, key: randomUUID() });
  const form = { scope: 'all', reason: 'Lost', amount: String(order.total) };
  const { status, text } = await browser.post(`/orders/${order.id}/refund`, form);
  expect([status, text.includes('Something was refunded since you opened this page')]).toEqual([409, true]);
  expect(text).toContain('Refund £84.48</button>');
  expect(shop.moneyTaken()).toBe(order.total - 3200);
});

/** What the order's page says that staff must look at. */
const alertOf = async ({ id }: Pick<OrderRow, 'id'>) =>
  /<p role="alert">([^]*?)<\/p>/.exec((await browser.get(`/orders/${id}`)).text)?.[1] ?? '';

test('lists a refund that PayPal could not complete until it has been dealt with', async () => {
  const order = await buy();
  shop.sandbox.setFaults({ refund: 'pending' });
  const form = { scope: 'lines', 'quantity-1': '1', reason: 'Damaged', amount: '3474' };
  await browser.post(`/orders/${order.id}/refund`, form);
  expect((await browser.get(`/orders/${order.id}`)).text).toContain(
    'Refund of £34.74 for “Damaged”: under way at PayPal.',
  );
  shop.connectWebhooks();
  const [refund] = await refunds();
  shop.sandbox.payments.endRefund(refund?.providerRefundId ?? '', 'FAILED');
  await shop.sandbox.deliveries.settled();
  const list = await browser.get('/orders?list=attention');
  expect(numbersIn(list)).toEqual([order.number]);
  expect(list.text).toContain('Refund failed: £34.74');
  const page = `/orders/${order.id}/attended`;
  const since = async () => /name="since" value="([^"]+)"/.exec((await browser.get(page)).text)?.[1] ?? '';
  const earlier = await since();
  // Another thing happens while the page is open.
  shop.sandbox.payments.dispute(order.captureId ?? '', 'OPEN');
  await shop.sandbox.deliveries.settled();
  const refused = await browser.post(page, { since: earlier });
  expect(refused.status).toBe(409);
  const alert = await alertOf(order);
  for (const reason of ['Refund failed: £34.74', 'Dispute at PayPal']) {
    expect(refused.text).toContain(reason);
    expect(alert).toContain(reason);
  }
  expect(numbersIn(await browser.get('/orders?list=attention'))).toEqual([order.number]);
  await browser.post(page, { since: await since() });
  expect(numbersIn(await browser.get('/orders?list=attention'))).toEqual([]);
  expect((await browser.get(`/orders/${order.id}`)).text).toMatch(
    /Marked as dealt with \(Refund failed: £34.74[^)]*; Dispute at PayPal/,
  );
  expect(await alertOf(order)).toBe('');
  // What was dealt with does not come back with the next reason.
  await recordDispute(shop.api.deps, order, 'dispute-won', 'RESOLVED_SELLER_FAVOUR');
  expect(await alertOf(order)).not.toContain('Refund failed');
});

test('keeps a reason for attention that PayPal’s answer to another one does not settle', async () => {
  const { providerOrderId } = await shop.order(books);
  const { id } = await shop.row(providerOrderId);
  await recordDispute(shop.api.deps, await shop.row(providerOrderId), 'disputed', 'PP-D-1');
  shop.approve(providerOrderId);
  const capture = jest.spyOn(shop.sandbox.payments, 'capture').mockImplementation(() => {
    throw new PayPalError(500);
  });
  await shop.sweep();
  shop.api.advance(61 * 60_000);
  await shop.sweep();
  capture.mockRestore();
  const alert = await alertOf({ id });
  expect(alert).toContain('Dispute at PayPal: PP-D-1');
  expect(alert).toContain('PayPal does not say whether the payment was taken');

  shop.api.advance(11 * 60_000);
  await shop.sweep();
  expect(await shop.row(providerOrderId)).toMatchObject({
    status: 'captured',
    attention: 'Dispute at PayPal: PP-D-1',
  });
  expect(await alertOf({ id })).not.toContain('PayPal does not say');
});

test('lists a payment of which PayPal says nothing for an hour, and closes its order', async () => {
  const { providerOrderId } = await shop.order(books);
  shop.approve(providerOrderId);
  const capture = jest.spyOn(shop.sandbox.payments, 'capture').mockImplementation(() => {
    throw new PayPalError(500);
  });
  await shop.sweep();
  const { id, number } = await shop.row(providerOrderId);
  expect((await browser.get(`/orders/${id}`)).text).not.toContain(`/orders/${id}/close`);
  expect((await browser.post(`/orders/${id}/close`)).status).toBe(409);
  shop.api.advance(61 * 60_000);
  await shop.sweep();
  capture.mockRestore();
  expect(numbersIn(await browser.get('/orders?list=attention'))).toEqual([number]);
  const { text } = await browser.get(`/orders/${id}`);
  expect(text).toContain(`look for invoice ${number ?? ''}-`);
  expect(text).toContain(`href="/orders/${id}/close"`);
  expect((await browser.post(`/orders/${id}/close`)).location).toBe(`/orders/${id}?done`);
  expect(await shop.row(providerOrderId)).toMatchObject({
    status: 'cancelled',
    attention: null,
    dueAt: null,
  });
  expect((await browser.post(`/orders/${id}/close`)).status).toBe(409);
  const mails = await shop.api.mails('alex.morgan@buyer.example');
  expect(mails.map(({ kind }) => kind)).toEqual(['payment-unclear', 'payment-not-taken']);
});

test('lists a refused payment, with the words that its buyer reads', async () => {
  shop.sandbox.setFaults({ capture: 'pending' });
  const { providerOrderId, headers } = await shop.order(books);
  shop.approve(providerOrderId);
  await shop.capture(providerOrderId, headers);
  const checked = await shop.row(providerOrderId);
  expect(numbersIn(await browser.get('/orders?list=checked'))).toEqual([checked.number]);
  shop.connectWebhooks();
  shop.sandbox.payments.review(checked.captureId ?? '', 'DECLINED');
  await shop.sandbox.deliveries.settled();
  expect(numbersIn(await browser.get('/orders?list=failed'))).toEqual([checked.number]);
  const { text } = await browser.get(`/orders/${checked.id}`);
  expect(text).toContain('Payment refused');
  expect(text).toContain('Nothing was taken. Please order again');
  expect(text).not.toContain('Packing slip');
  expect(text).not.toContain('/refund"');
});

describe('a refund', () => {
  const page = ({ id }: OrderRow) => `/orders/${id}/refund`;
  const ofBook = (productId: number, amount: number, count = 1) => ({
    key: randomUUID(),
    scope: 'lines',
    [`quantity-${productId}`]: String(count),
    reason: 'Damaged',
    amount: String(amount),
  });

  test('is made once when its button is pressed twice at the same moment', async () => {
    const order = await buy();
    const form = ofBook(1, 3474);
    const answers = await Promise.all([browser.post(page(order), form), browser.post(page(order), form)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await refunds()).toMatchObject([{ amount: 3474, state: 'done' }]);
    expect(shop.moneyTaken()).toBe(order.total - 3474);
  });

  test('of different lines by two members of staff at the same moment pays back both', async () => {
    const order = await buy();
    const other = await office.logIn();
    const answers = await Promise.all([
      browser.post(page(order), ofBook(1, 3474)),
      other.post(page(order), ofBook(4, 3200)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(shop.moneyTaken()).toBe(order.total - 3474 - 3200);
    expect(await again(order)).toMatchObject({ refunded: 6674, refunding: 0 });
  });

  test('of the same copy by two members of staff at the same moment pays it back once', async () => {
    const order = await buy();
    const other = await office.logIn();
    const answers = await Promise.all([
      browser.post(page(order), ofBook(4, 3200)),
      other.post(page(order), ofBook(4, 3200)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(shop.moneyTaken()).toBe(order.total - 3200);
  });

  test('offers what is left while another one is under way at PayPal', async () => {
    const order = await buy();
    shop.sandbox.setFaults({ refund: 'pending' });
    await browser.post(page(order), ofBook(4, 3200));
    shop.sandbox.setFaults({});
    const { text } = await browser.get(page(order));
    expect(text).toContain('A refund of £32.00 is under way.');
    expect(text).toContain('Everything that is left, with shipping: £84.48');
    expect(text).not.toContain('name="quantity-4"');
    await browser.post(page(order), { scope: 'all', reason: 'Lost', amount: '8448', key: randomUUID() });
    expect(await again(order)).toMatchObject({ status: 'captured', refunded: 8448, refunding: 3200 });
    const done = (await browser.get(page(order))).text;
    expect(done).toContain('Nothing can be refunded');
    expect(done).not.toContain('<form method="post"');
  });

  test('of more copies than were bought is refused, and the form keeps what was typed', async () => {
    const order = await buy();
    const firstStep = { scope: 'lines', 'quantity-1': '3', reason: 'Damaged' };
    const { status, text } = await browser.post(page(order), firstStep);
    expect([status, text.includes('That is more than can still be refunded.')]).toEqual([409, true]);
    expect(text).toContain('value="Damaged"');
    expect(await refunds()).toEqual([]);
  });

  test('is neither offered nor made after the buyer’s bank has taken the payment back', async () => {
    const order = await buy();
    shop.connectWebhooks();
    shop.sandbox.payments.reverse(order.captureId ?? '');
    await shop.sandbox.deliveries.settled();
    expect((await browser.get(`/orders/${order.id}`)).text).not.toContain('/refund"');
    const opened = await browser.get(page(order));
    expect(opened.text).toContain('Nothing can be refunded');
    const { status, text } = await browser.post(page(order), ofBook(1, 3474));
    expect(status).toBe(409);
    expect(text).toContain('because the state of this order is “Payment taken back”');
    expect(await refunds()).toEqual([]);
  });
});

describe('of two members of staff with the same order open', () => {
  const page = ({ id }: OrderRow) => `/orders/${id}`;

  test('the second does not erase the tracking number of the first, and reads that it is sent', async () => {
    const order = await buy();
    await browser.post(page(order), { trackingNumber: 'RM 1', before: '', wasSent: '' });
    const { status, text } = await browser.post(page(order), { trackingNumber: '', before: '', wasSent: '' });
    expect(status).toBe(409);
    expect(text).toContain('A colleague has marked this order as sent with the tracking number RM 1');
    expect((await again(order)).trackingNumber).toBe('RM 1');
  });

  test('the second does not overwrite another number unseen', async () => {
    const order = await buy();
    await browser.post(page(order), { trackingNumber: 'RM 1', before: '', wasSent: '' });
    const change = { before: 'RM 1', wasSent: '1' };
    await browser.post(page(order), { ...change, trackingNumber: 'RM 2' });
    const { status, text } = await browser.post(page(order), { ...change, trackingNumber: 'RM 3' });
    expect([status, text.includes('A colleague has saved the tracking number RM 2')]).toEqual([409, true]);
    expect((await again(order)).trackingNumber).toBe('RM 2');
    await browser.post(page(order), { ...change, before: 'RM 2', trackingNumber: '' });
    expect((await again(order)).trackingNumber).toBe('RM 2');
    await browser.post(page(order), { ...change, before: 'RM 2', trackingNumber: '', isRemoved: '1' });
    expect((await again(order)).trackingNumber).toBeNull();
  });
});

test('finds an order by company, purchase order, and the account and its address; its page links to the account', async () => {
  const user = await createUser(shop.api.deps, { name: 'Cora Account', email: 'cora+shop@example.org' });
  const { headers } = await signIn(shop.api.deps, user);
  const body = {
    items: books,
    expectedTotal: await shop.total(books),
    company: 'Harbour Ltd',
    purchaseOrderNumber: 'PO-77',
  };
  const { providerOrderId } = (await shop.api.call(calls.createOrder, { body }, { headers })).body;
  shop.approve(providerOrderId);
  await shop.sweep();
  const order = await shop.row(providerOrderId);
  for (const search of ['Harbour', 'PO-77', 'Cora Account', 'cora+shop@example.org'])
    expect([search, numbersIn(await browser.get(`/orders?search=${encodeURIComponent(search)}`))]).toEqual([
      search,
      [order.number],
    ]);
  const { text } = await browser.get(`/orders/${order.id}`);
  expect(text).toContain(`href="/customers/${user.id}"`);
  expect(text).toContain('href="mailto:cora%2Bshop@example.org"');
  const slip = (await browser.get(`/orders/print?order=${order.id}&print=slips`)).text;
  expect(slip).toContain('Harbour Ltd');
});

test('offers neither slip nor label for an order without goods', async () => {
  const { headers } = await signIn(shop.api.deps);
  const { providerOrderId } = await shop.buy([{ productId: 1999, quantity: 1 }], headers);
  const { text } = await browser.get(`/orders/${(await shop.row(providerOrderId)).id}`);
  expect(text).toContain('Refund</a>');
  expect(text).not.toContain('Packing slip');
});

test('orders of a book are late by its publication, not by their payment', async () => {
  const order = await buy([{ productId: 8, quantity: 1 }]);
  const week = 7 * 24 * 60 * 60 * 1000;
  shop.api.advance(4 * week);
  await changeContent(
    shop.api.deps.db,
    'book',
    { preOrder: false },
    { itemIds: [8], savedAt: shop.api.deps.now() },
  );
  // The session of a day before has ended.
  const listed = async () => (await (await office.logIn()).get('/orders?list=to-send')).text;
  expect(numbersIn({ text: await listed() })).toEqual([order.number]);
  expect(await listed()).not.toContain('>Late</span>');
  shop.api.advance(2 * week);
  expect(await listed()).toContain('>Late</span>');
});

test('says of shipping that is refunded last that it was refunded here', async () => {
  const order = await buy();
  const form = { scope: 'lines', reason: 'Lost', 'quantity-1': '2', 'quantity-4': '1', amount: '10148' };
  await browser.post(`/orders/${order.id}/refund`, form);
  await browser.post(`/orders/${order.id}/refund`, { scope: 'all', reason: 'Lost', amount: '1500' });
  const { text } = await browser.get(`/orders/${order.id}`);
  expect(text).toContain('Refunded in full (£15.00)');
});

test('refunds everything, with shipping', async () => {
  const order = await buy();
  await browser.post(`/orders/${order.id}/refund`, { scope: 'all', reason: 'Lost', amount: '11648' });
  expect(shop.moneyTaken()).toBe(0);
  expect((await again(order)).status).toBe('refunded');
  expect(numbersIn(await browser.get('/orders?list=refunded'))).toEqual([order.number]);
});

test.each<[string, Record<string, string>]>([
  ['more than was bought', { scope: 'lines', 'quantity-1': '3', reason: 'Damaged' }],
  ['nothing', { scope: 'lines', reason: 'Damaged' }],
  ['a negative quantity', { scope: 'lines', 'quantity-1': '-1', reason: 'Damaged' }],
  ['no number', { scope: 'lines', 'quantity-1': 'one', reason: 'Damaged' }],
  ['no reason', { scope: 'all', reason: ' ' }],
])('refuses a refund of %s, and keeps what was typed', async (_, form) => {
  const order = await buy();
  const { status, text } = await browser.post(`/orders/${order.id}/refund`, form);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(text).toContain('role="alert"');
  if (form['quantity-1'] !== undefined) expect(text).toContain(`value="${form['quantity-1']}"`);
  expect(shop.moneyTaken()).toBe(order.total);
});

test('refunds nothing without the password, a quarter of an hour after the login', async () => {
  const order = await buy();
  shop.api.advance(16 * 60_000);
  const form = { scope: 'all', reason: 'Lost', amount: String(order.total) };
  expect((await browser.post(`/orders/${order.id}/refund`, form)).status).toBe(401);
  expect(shop.moneyTaken()).toBe(order.total);
});

test('prints packing slips without what was refunded, and address labels', async () => {
  const order = await buy();
  await browser.post(`/orders/${order.id}/refund`, {
    scope: 'lines',
    'quantity-4': '1',
    reason: 'Damaged',
    amount: '3200',
  });
  const slips = (await browser.get(`/orders/print?order=${order.id}&print=slips`)).text;
  expect(slips).toContain('Volume 1');
  expect(slips).toContain('<strong>Watch &#38; Learn Ltd</strong><br />1 &#60;High&#62; Street, Glasgow');
  expect(slips).not.toContain('Volume 3');
  expect((await browser.get(`/orders/print?order=${order.id}&print=labels`)).text).toContain(
    order.shippingName ?? '-',
  );
  expect((await browser.get('/orders/print?print=slips')).status).toBe(400);
});

test.each(['0', '999999', 'x', '1.5', '-1'])('has no order %s', async (id) => {
  expect((await browser.get(`/orders/${id}`)).status).toBe(404);
  expect((await browser.post(`/orders/${id}/refund`, { scope: 'all', reason: 'Lost' })).status).toBe(404);
});

test('mails the office each working day what is to be sent, once and with what is late', async () => {
  const order = await buy();
  const env = { ...shop.api.deps.env, officeEmail: 'office@academy.example' };
  const summariesAt = async (at: Date) => {
    // Two processes write the mail at once.
    const write = () => mailSummary({ ...shop.api.deps, env, now: () => at });
    await Promise.all([write(), write()]);
    const mails = await shop.api.mails(env.officeEmail);
    return mails.filter(({ kind }) => kind === 'office-summary');
  };
  const day = 24 * 60 * 60 * 1000;
  const nine = new Date();
  nine.setUTCHours(9, 0, 0, 0);
  // The second Monday from now: the order is late by then.
  const monday = new Date(nine.getTime() + (7 + ((8 - nine.getUTCDay()) % 7)) * day);

  expect(await summariesAt(new Date(monday.getTime() - day))).toEqual([]);
  expect(await summariesAt(new Date(monday.getTime() - 4 * 60 * 60 * 1000))).toEqual([]);
  const [summary, ...others] = await summariesAt(monday);
  expect(others).toEqual([]);
  expect(summary).toMatchObject({ subject: '1 order to send, 1 late' });
  expect(summary?.body).toContain(`${order.number}, paid on`);
  await browser.post('/orders', { order: String(order.id) });
  expect(await summariesAt(new Date(monday.getTime() + day))).toHaveLength(1);
});
