import { changeContent } from '../../../testing/content';
import { signIn } from '../../../testing/factories';
import { OrderEvents, type OrderRow } from '../../database/entities';
import { changeTracking, markSent } from './dispatch';
import { refundOrder } from './refund-order';
import { type Shop, startShop } from './testing/shop';

const premium = { productId: 1999, quantity: 1 };
const [one, two] = [1, 2].map((productId) => ({ productId, quantity: 1 }));

let shop: Shop;
let staff: number;
beforeAll(async () => {
  shop = await startShop({ OFFICE_EMAIL: 'office@academy.example' });
  staff = (await signIn(shop.api.deps)).user.id;
});
beforeEach(() => changeContent(shop.api.deps.db, 'book', { preOrder: false }));

async function bought(...items: readonly ({ productId: number; quantity: number } | undefined)[]) {
  const customer = await signIn(shop.api.deps);
  const chosen = items.filter((item) => item !== undefined);
  const { providerOrderId } = await shop.buy(chosen, customer.headers);
  const row = await shop.row(providerOrderId);
  const mails = async () =>
    (await shop.api.mails(customer.user.email)).filter(({ kind }) => kind === 'order-sent');
  return { row, providerOrderId, mails };
}

const historyOf = async ({ id: orderId }: OrderRow) =>
  shop.api.deps.db.getRepository(OrderEvents).find({ where: { orderId }, order: { id: 'ASC' } });

describe('an order', () => {
  it('is marked as sent once, and its buyer gets one mail with the tracking number', async () => {
    const { row, providerOrderId, mails } = await bought(one, two);
    const dispatch = { trackingNumber: 'AB123', by: staff };
    const results = await Promise.all([
      markSent(shop.api.deps, [row.id], dispatch),
      markSent(shop.api.deps, [row.id, row.id], dispatch),
    ]);
    expect(
      results
        .flat()
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['sent', 'sent-before']);
    expect(await shop.row(providerOrderId)).toMatchObject({
      sentAt: expect.any(Date) as Date,
      trackingNumber: 'AB123',
    });
    expect(await mails()).toMatchObject([
      { body: expect.stringContaining('Tracking number: AB123') as string },
    ]);
    expect(await historyOf(row)).toMatchObject([
      { kind: 'paid' },
      { kind: 'sent', accountId: staff, detail: 'AB123' },
    ]);
  });

  it('is not sent before it is paid, without books, or before all of them are published', async () => {
    const unpaid = await shop.row((await shop.order([{ productId: 1, quantity: 1 }])).providerOrderId);
    const digital = await bought(premium);
    const early = await bought(one, two);
    await changeContent(shop.api.deps.db, 'book', { preOrder: true }, { itemIds: [2] });
    const ready = await bought(one);
    const ids = [unpaid.id, digital.row.id, early.row.id, ready.row.id];
    const results = await markSent(shop.api.deps, ids, { by: staff });
    expect(results.map(({ state }) => state)).toEqual(['not-ready', 'not-ready', 'not-ready', 'sent']);
    expect((await shop.row(early.providerOrderId)).sentAt).toBeNull();
    expect(await early.mails()).toEqual([]);
    expect((await ready.mails())[0]?.body).not.toContain('Tracking');
  });

  it('is sent without the books that were refunded', async () => {
    const { row, mails } = await bought(one, two);
    await changeContent(shop.api.deps.db, 'book', { preOrder: true }, { itemIds: [2] });
    const refund = { key: `refund ${row.id}`, lines: [{ productId: 2, quantity: 1 }], reason: '', by: staff };
    await refundOrder(shop.api.deps, row.id, refund);
    expect(await markSent(shop.api.deps, [row.id], { by: staff })).toMatchObject([{ state: 'sent' }]);
    expect((await mails())[0]?.body.match(/ × 1/g)).toHaveLength(1);
  });

  it('gets another tracking number once it is sent', async () => {
    const { row, providerOrderId } = await bought(one);
    const change = { trackingNumber: 'NEW', before: 'OLD', isRemoved: false, by: staff };
    await changeTracking(shop.api.deps, row.id, change);
    await markSent(shop.api.deps, [row.id], { trackingNumber: 'OLD', by: staff });
    await changeTracking(shop.api.deps, row.id, change);
    await changeTracking(shop.api.deps, row.id, change);
    expect((await shop.row(providerOrderId)).trackingNumber).toBe('NEW');
    expect(await historyOf(row)).toMatchObject([
      { kind: 'paid' },
      { kind: 'sent', detail: 'OLD' },
      { kind: 'tracking-changed', detail: 'OLD → NEW' },
    ]);
  });

  it('tells its buyer each tracking number that is entered after it has left', async () => {
    const { row } = await bought(one);
    const mails = async () =>
      (await shop.api.mails())
        .map(({ body }) => body)
        .filter((body) => body.includes(`your order ${row.number} has the tracking number`));
    await markSent(shop.api.deps, [row.id], { by: staff });
    const enter = (trackingNumber: string, before: string, isRemoved = false) =>
      changeTracking(shop.api.deps, row.id, { trackingNumber, before, isRemoved, by: staff });
    await enter('AB 123456785 GB', '');
    await enter('AB 123456785 GB', '');
    await enter('SECOND', 'AB 123456785 GB');
    await enter('', 'SECOND', true);
    await enter('SECOND', '');
    expect(await mails()).toEqual([
      expect.stringMatching(/tracking number AB 123456785 GB\.[^]*royalmail/),
      expect.stringContaining('tracking number SECOND.'),
      expect.stringContaining('tracking number SECOND.'),
    ]);
  });

  it('an order that does not exist is reported', async () => {
    await expect(markSent(shop.api.deps, [999_999], { by: staff })).rejects.toMatchObject({
      id: 'not-found',
    });
  });
});

describe('the office', () => {
  const mailsFor = async ({ id }: OrderRow) =>
    (await shop.api.mails('office@academy.example')).filter(
      ({ dedupeKey }) => dedupeKey === `office-order:${id}`,
    );

  it('gets one mail for a paid order with books, with the address and a link', async () => {
    const { row } = await bought(one, premium);
    const mails = await mailsFor(row);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain(`${shop.api.deps.env.officeOrigin}/orders/${row.id}`);
    expect(mails[0]?.body).toContain(row.shippingName);
    expect(mails[0]?.body).not.toContain('Premium');
  });

  it('gets none for an order without books', async () => {
    const { row } = await bought(premium);
    expect(await mailsFor(row)).toEqual([]);
  });
});
