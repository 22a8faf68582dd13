import { randomUUID } from 'node:crypto';
import { calls } from '@isa/api-contract';
import { signIn } from '../../../testing/factories';
import { OrderEvents, type OrderRow, Orders } from '../../database/entities';
import { markSent } from './dispatch';
import { createOrderLink } from './order-number';
import { refundOrder } from './refund-order';
import { returnableUntil } from './return-order';
import { type Shop, startShop } from './testing/shop';

const DAY_MS = 24 * 60 * 60 * 1000;
const bookOne = [{ productId: 1, quantity: 2 }];
const BUYER = 'alex.morgan@buyer.example';

let shop: Shop;
beforeEach(async () => {
  shop = await startShop({ OFFICE_EMAIL: 'office@example.org' });
});
afterEach(() => shop.close());

async function sent(items = bookOne): Promise<OrderRow> {
  const { headers } = await signIn(shop.api.deps);
  const { providerOrderId } = await shop.buy(
    items,
    items.some(({ productId }) => productId > 8) ? headers : {},
  );
  const { id } = await shop.row(providerOrderId);
  await markSent(shop.api.deps, [id], { by: (await signIn(shop.api.deps)).user.id });
  return shop.api.deps.db.getRepository(Orders).findOneByOrFail({ id });
}
const input = (order: OrderRow) => ({
  params: { link: createOrderLink(order, shop.api.deps.env.secret) },
  body: {},
});
const ask = async (order: OrderRow) => (await shop.api.call(calls.askReturn, input(order))).body.order;
const refuse = async (order: OrderRow) => (await shop.api.refuse(calls.askReturn, input(order))).body.id;
const events = ({ id }: OrderRow) =>
  shop.api.deps.db.getRepository(OrderEvents).findBy({ orderId: id, kind: 'return-asked' });
const mailsTo = async (recipient: string, kind: string) =>
  (await shop.api.mails(recipient)).filter((mail) => mail.kind === kind);

it('is written into the history and mailed to buyer and office once, however often it is asked for', async () => {
  const order = await sent();
  const answers = await Promise.all([ask(order), ask(order), ask(order)]);
  const { returnAskedAt } = await ask(order);
  expect(returnAskedAt).not.toBeNull();
  expect(answers.map((answer) => answer.returnAskedAt)).toEqual([
    returnAskedAt,
    returnAskedAt,
    returnAskedAt,
  ]);
  expect(await events(order)).toHaveLength(1);
  const [mail, ...others] = await mailsTo(BUYER, 'return-asked');
  expect(others).toEqual([]);
  expect(mail?.body).toContain('× 2');
  expect(mail?.body).toContain(shop.api.deps.env.seller.address);
  expect(await mailsTo('office@example.org', 'office-return')).toHaveLength(1);
});

it('names only the copies that are not refunded', async () => {
  const order = await sent();
  const lines = [{ productId: 1, quantity: 1 }];
  await refundOrder(shop.api.deps, order.id, { key: randomUUID(), lines, reason: 'Damaged', by: null });
  await ask(order);
  const [mail] = await mailsTo(BUYER, 'return-asked');
  expect(mail?.body).toContain('× 1');
  expect(mail?.body).not.toContain('× 2');
});

it('is possible until the last moment of the day that the receipt names, and not after it', async () => {
  const order = await sent();
  const until = returnableUntil(order)?.getTime() ?? 0;
  shop.api.advance(until - Date.now() + 60_000);
  expect(await refuse(order)).toBe('not-returnable');
  expect(await events(order)).toEqual([]);
  shop.api.advance(-2 * 60_000);
  expect((await ask(order)).returnAskedAt).not.toBeNull();
  // What was announced in time stays announced.
  shop.api.advance(DAY_MS);
  expect((await ask(order)).returnAskedAt).not.toBeNull();
  expect(await events(order)).toHaveLength(1);
});

it('is refused before the books are sent, for an order without books, and once all are refunded', async () => {
  const unsent = await shop.row((await shop.buy(bookOne)).providerOrderId);
  expect(await refuse(unsent)).toBe('not-returnable');
  const { headers } = await signIn(shop.api.deps);
  const premium = await shop.row(
    (await shop.buy([{ productId: 1999, quantity: 1 }], headers)).providerOrderId,
  );
  expect(await refuse(premium)).toBe('not-returnable');
  const refunded = await sent();
  await refundOrder(shop.api.deps, refunded.id, {
    key: randomUUID(),
    lines: 'all',
    reason: 'Lost',
    by: null,
  });
  expect(await refuse(refunded)).toBe('not-returnable');
});

it('is refused after the payment was taken back', async () => {
  const order = await sent();
  shop.connectWebhooks();
  shop.sandbox.payments.reverse(order.captureId ?? '');
  await shop.sandbox.deliveries.settled();
  expect(await refuse(order)).toBe('not-returnable');
});

it('is refused with a forged link like an order that does not exist', async () => {
  const order = await sent();
  const [id = ''] = input(order).params.link.split('.');
  const { body } = await shop.api.refuse(calls.askReturn, { params: { link: `${id}.forged` }, body: {} });
  expect(body.id).toBe('not-found');
  expect(await events(order)).toEqual([]);
});
