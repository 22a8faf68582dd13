import { calls } from '@isa/api-contract';
import { changeContent } from '../../../testing/content';
import { signIn } from '../../../testing/factories';
import { OrderEvents } from '../../database/entities';
import { markSent } from './dispatch';
import { type Shop, startShop } from './testing/shop';

const early = { productId: 1, quantity: 2 };
const published = { productId: 2, quantity: 1 };
const premium = { productId: 1999, quantity: 1 };

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
  await changeContent(shop.api.deps.db, 'book', { preOrder: false });
  await changeContent(shop.api.deps.db, 'book', { preOrder: true }, { itemIds: [early.productId] });
});
afterEach(() => shop.close());

type Bought = Awaited<ReturnType<Shop['buy']>>;

/** The catalogue contains no recording yet. */
async function record(courseVideoSrc = '/lesson.mp4'): Promise<void> {
  await changeContent(shop.api.deps.db, 'lesson', { courseVideoSrc }, { itemIds: [1001] });
}

const inputOf = ({ providerOrderId }: Pick<Bought, 'providerOrderId'>) => ({
  params: { providerOrderId },
  body: {},
});

async function cancel(order: Bought, { headers }: Pick<Bought, 'headers'> = order) {
  return (await shop.api.call(calls.cancelOrder, inputOf(order), { headers })).body.order;
}

async function refusal(order: Bought, headers: Bought['headers'] = order.headers): Promise<string> {
  return (await shop.api.refuse(calls.cancelOrder, inputOf(order), { headers })).body.id;
}

const receiptOf = async ({ providerOrderId, headers }: Bought) =>
  (await shop.api.call(calls.readOrder, { params: { providerOrderId } }, { headers })).body.order;

describe('cancelling an order', () => {
  it('cancelling a pre-order refunds everything once, however often it is asked for', async () => {
    const order = await shop.buy([early], (await signIn(shop.api.deps)).headers);
    expect(await receiptOf(order)).toMatchObject({
      cancellation: { reason: 'pre-order', refund: order.order.total },
      lines: [{ productId: 1, preOrder: true }],
    });
    const answers = await Promise.all([cancel(order), cancel(order)]);
    answers.push(await cancel(order));
    const { total } = order.order;
    for (const answer of answers) {
      const at = expect.any(String) as string;
      expect(answer).toMatchObject({ refunded: total, refundedAt: at, cancellation: null });
    }
    expect(await shop.row(order.providerOrderId)).toMatchObject({ status: 'refunded', refunding: 0 });
    expect(shop.moneyTaken()).toBe(0);
    const events = await shop.api.deps.db.getRepository(OrderEvents).find({ order: { id: 'ASC' } });
    expect(events.map(({ kind }) => kind)).toEqual(['paid', 'cancelled', 'refund-requested', 'refunded']);
  });

  it('is possible for the browser of a guest, and by the link of the mails', async () => {
    const [guest, linked] = [await shop.buy([early]), await shop.buy([early])];
    expect((await cancel(guest)).status).toBe('refunded');
    const { link } = await receiptOf(linked);
    const input = { params: { link }, body: {} };
    for (let at = 0; at < 2; at += 1) {
      expect((await shop.api.call(calls.cancelOrderByLink, input)).body.order.status).toBe('refunded');
    }
    expect(shop.moneyTaken()).toBe(0);
  });

  it('answers any other client as if the order did not exist', async () => {
    const order = await shop.buy([early], (await signIn(shop.api.deps)).headers);
    const guest = await shop.buy([early]);
    const stranger = await signIn(shop.api.deps);
    expect(await refusal(order, stranger.headers)).toBe('not-found');
    expect(await refusal(guest, stranger.headers)).toBe('not-found');
    expect(await refusal(order, {})).toBe('not-found');
    const { link } = await receiptOf(order);
    const forged = link.replace(/\../, (first) => (first === '.A' ? '.B' : '.A'));
    expect(
      (await shop.api.refuse(calls.cancelOrderByLink, { params: { link: forged }, body: {} })).body.id,
    ).toBe('not-found');
    expect(shop.moneyTaken()).toBe(order.order.total + guest.order.total);
  });

  it('ends premium access of which no lesson is recorded', async () => {
    const customer = await signIn(shop.api.deps);
    const order = await shop.buy([premium], customer.headers);
    expect((await receiptOf(order)).cancellation).toEqual({ reason: 'premium', refund: order.order.total });
    expect((await cancel(order)).status).toBe('refunded');
    expect(await shop.entitlements(customer.user.id)).toMatchObject([
      { revokedAt: expect.any(Date) as Date },
    ]);
  });

  it.each([
    ['premium access with a recorded lesson', [premium]],
    ['a published book', [published]],
    ['a published book alongside a pre-order', [early, published]],
    ['premium access with a recorded lesson alongside a pre-order', [early, premium]],
  ])('is refused for %s', async (_, items) => {
    await record();
    const order = await shop.buy(items, (await signIn(shop.api.deps)).headers);
    expect((await receiptOf(order)).cancellation).toBeNull();
    expect(await refusal(order)).toBe('not-cancellable');
    expect(shop.moneyTaken()).toBe(order.order.total);
  });

  it('is refused once the order is sent, and its receipt names the end of the return period', async () => {
    const staff = await signIn(shop.api.deps);
    const order = await shop.buy([published], (await signIn(shop.api.deps)).headers);
    const { id } = await shop.row(order.providerOrderId);
    await markSent(shop.api.deps, [id], { trackingNumber: 'T1', by: staff.user.id });
    await changeContent(shop.api.deps.db, 'book', { preOrder: true });
    const { sentAt, returnableUntil, trackingNumber } = await receiptOf(order);
    expect(trackingNumber).toBe('T1');
    const london = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone: 'Europe/London',
    });
    // 14 days from their arrival, and two weeks for the post.
    const lastDay = new Date(Date.parse(sentAt ?? '') + 28 * 86_400_000);
    const [day = ''] = london.format(lastDay).split(',');
    expect(london.format(new Date(returnableUntil ?? ''))).toBe(`${day}, 23:59:59`);
    expect(await refusal(order)).toBe('not-cancellable');
  });

  it('can be asked for again after PayPal has refused it', async () => {
    const order = await shop.buy([early]);
    shop.sandbox.setFaults({ refund: 'insufficient-funds' });
    expect(await refusal(order)).toBe('not-cancellable');
    expect((await shop.row(order.providerOrderId)).attention).toContain('too little money');
    shop.sandbox.setFaults({});
    expect((await cancel(order)).status).toBe('refunded');
    expect(shop.moneyTaken()).toBe(0);
  });
});

describe('premium access', () => {
  it('needs consent to immediate supply only once a lesson is recorded', async () => {
    await record();
    const { headers } = await signIn(shop.api.deps);
    const body = { items: [premium], expectedTotal: await shop.total([premium]), digitalConsent: false };
    const preOrder = async () => (await shop.api.call(calls.listLessons, {})).body.premium.preOrder;
    expect(await preOrder()).toBe(false);
    expect((await shop.api.refuse(calls.createOrder, { body }, { headers })).body.id).toBe('consent-missing');
    await record('');
    const { providerOrderId } = (await shop.api.call(calls.createOrder, { body }, { headers })).body;
    expect((await shop.row(providerOrderId)).digitalConsentAt).toBeNull();
  });
});
