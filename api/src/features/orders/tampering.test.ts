import { calls, pence, PREMIUM_ID } from '@isa/api-contract';
import { signIn } from '../../../testing/factories';
import { Entitlements, Orders, OutboxMails } from '../../database/entities';
import { type Shop, startShop } from './testing/shop';

const bookOne = [{ productId: 1, quantity: 1 }];
const premium = [{ productId: PREMIUM_ID, quantity: 1 }];

describe('tampering', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(async () => {
    await shop.close();
    process.stdout.write(`Tampering: ${attempts} attempts refused, nothing granted\n`);
  });
  let attempts = 0;

  /** The possible gains of an attacker: entitlements, mails, captured money, paid orders. */
  async function gains() {
    const { db } = shop.api.deps;
    return {
      entitlements: await db.getRepository(Entitlements).count(),
      mails: await db.getRepository(OutboxMails).count(),
      captured: await db.getRepository(Orders).countBy({ status: 'captured' }),
      money: shop.moneyTaken(),
    };
  }

  async function refused(
    call: Parameters<Shop['api']['refuse']>[0],
    input: object,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const before = await gains();
    const response = await shop.api.refuse(call, input, { headers });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await gains()).toEqual(before);
    attempts += 1;
    return response.body.id;
  }

  describe('with an order’s contents', () => {
    const expectedTotal = 3474 + 1500;
    it.each([0, -1, 1e9, 0.5, 100, '1', null, [1], { $gt: 0 }, true])(
      'refuses %p as a quantity',
      async (quantity) => {
        const body = { items: [{ productId: 1, quantity }], expectedTotal, digitalConsent: true };
        expect(await refused(calls.createOrder, { body })).toBe('invalid-request');
      },
    );

    it.each([0, -1, 1.5, '1', null, 1e9, 'drop table orders'])(
      'refuses %p as a product',
      async (productId) => {
        const body = { items: [{ productId, quantity: 1 }], expectedTotal, digitalConsent: true };
        expect(await refused(calls.createOrder, { body })).toBe('invalid-request');
      },
    );

    it.each([9, 999, 1000, 1034, 1998, 2000])('rejects product %p as nothing to sell', async (productId) => {
      const body = { items: [{ productId, quantity: 1 }], expectedTotal: 0 };
      expect(await refused(calls.createOrder, { body })).toBe('empty-basket');
    });

    it.each([1, 0, 4973, 4975, -4974, 2 ** 53, '4974', 49.74, null])(
      'refuses %p as the expected total',
      async (total) => {
        const body = { items: bookOne, expectedTotal: total };
        expect(['price-changed', 'invalid-request']).toContain(await refused(calls.createOrder, { body }));
      },
    );

    it('ignores price and currency from the browser', async () => {
      const items = [{ productId: 1, quantity: 1, price: 1, unitPrice: 1, currency: 'IDR' }];
      const body = { items, expectedTotal: pence(expectedTotal), currency: 'IDR', total: 1 };
      const { body: created } = await shop.api.call(calls.createOrder, { body });
      expect(shop.sandbox.payments.order(created.providerOrderId).request.unit.amount).toMatchObject({
        currency_code: 'GBP',
        value: '49.74',
      });
    });

    it('rejects more entries than any basket has', async () => {
      const items = Array.from({ length: 51 }, () => ({ productId: 1, quantity: 1 }));
      expect(await refused(calls.createOrder, { body: { items, expectedTotal } })).toBe('invalid-request');
    });
  });

  describe('with other people’s orders', () => {
    it('captures no unknown, foreign or malformed order', async () => {
      const foreign = shop.sandbox.payments.create(
        { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'GBP', value: '0.01' } }] },
        undefined,
      ).record.id;
      shop.approve(foreign);
      for (const providerOrderId of [
        foreign,
        'UNKNOWN',
        '1',
        '../../v1/oauth2/token',
        "' OR 1=1 --",
        'x'.repeat(65),
      ]) {
        const id = await refused(calls.captureOrder, { params: { providerOrderId }, body: {} });
        expect(['not-found', 'invalid-request']).toContain(id);
      }
    });

    it('captures a guest’s order from this browser only', async () => {
      const { providerOrderId } = await shop.order(bookOne);
      const stranger = await shop.order(bookOne);
      shop.approve(providerOrderId);
      const input = { params: { providerOrderId }, body: {} };
      expect(await refused(calls.captureOrder, input, stranger.headers)).toBe('not-found');
    });
  });

  describe('with the payment', () => {
    it.each([
      ['less', '0.01', 'GBP'],
      ['more', '770.00', 'GBP'],
      ['another currency', '77.00', 'USD'],
    ])('grants nothing for %s and sends the money back', async (_, value, currency) => {
      const customer = await signIn(shop.api.deps);
      const { providerOrderId, headers } = await shop.order(premium, customer.headers);
      shop.sandbox.payments.alterAmount(providerOrderId, value, currency);
      shop.approve(providerOrderId);
      const response = await shop.refuseCapture(providerOrderId, headers);
      expect(response.body.id).toBe('order-not-payable');
      expect(await shop.entitlements(customer.user.id)).toEqual([]);
      expect(await shop.api.mails(customer.user.email)).toEqual([]);
      await shop.sweep();
      expect(shop.sandbox.orders.get(providerOrderId)?.capture?.status).toBe('REFUNDED');
      expect(await shop.entitlements(customer.user.id)).toEqual([]);
    });
  });

  it('ends an order whose payment was sent back by hand at PayPal', async () => {
    const { providerOrderId, headers } = await shop.order(bookOne);
    shop.sandbox.payments.alterAmount(providerOrderId, '0.01');
    shop.approve(providerOrderId);
    await shop.refuseCapture(providerOrderId, headers);
    shop.sandbox.payments.refund((await shop.row(providerOrderId)).captureId ?? '', undefined);
    await shop.sweep();
    expect(await shop.row(providerOrderId)).toMatchObject({ status: 'refunded', dueAt: null });
  });

  describe('with the report of a purchase', () => {
    const claim = (body: object, headers: Readonly<Record<string, string>> = {}) =>
      refused(calls.processPurchase, { body }, headers);

    it('records nothing without a session, an order or a payment', async () => {
      const customer = await signIn(shop.api.deps);
      expect(await claim({ order: premium })).toBe('not-signed-in');
      expect(await claim({ order: premium, token: 'guessed' })).toBe('not-signed-in');
      expect(await claim({ order: premium }, customer.headers)).toBe('nothing-to-claim');
      expect(await claim({ order: premium, orderID: 'UNKNOWN' }, customer.headers)).toBe('nothing-to-claim');
      const { providerOrderId } = await shop.order(premium, customer.headers);
      expect(await claim({ order: premium, orderID: providerOrderId }, customer.headers)).toBe(
        'nothing-to-claim',
      );
      shop.approve(providerOrderId);
      expect(await claim({ order: premium, orderID: providerOrderId }, customer.headers)).toBe(
        'nothing-to-claim',
      );
    });

    it('grants no premium access for a paid book', async () => {
      const customer = await signIn(shop.api.deps);
      const { providerOrderId } = await shop.buy(bookOne, customer.headers);
      expect(await claim({ order: premium, orderID: providerOrderId }, customer.headers)).toBe(
        'nothing-to-claim',
      );
      expect(await claim({ order: [...bookOne, ...premium] }, customer.headers)).toBe('nothing-to-claim');
      expect(await claim({ order: [{ productId: 1, quantity: 2 }] }, customer.headers)).toBe(
        'nothing-to-claim',
      );
    });

    it('rejects a claim of another customer’s payment', async () => {
      const [owner, thief] = [await signIn(shop.api.deps), await signIn(shop.api.deps)];
      const { providerOrderId } = await shop.buy(premium, owner.headers);
      expect(await claim({ order: premium, orderID: providerOrderId }, thief.headers)).toBe(
        'nothing-to-claim',
      );
      expect(await claim({ order: premium }, thief.headers)).toBe('nothing-to-claim');
    });

    it('accepts a guest’s order only for the first of two customers in one browser', async () => {
      const guest = await shop.buy(bookOne);
      const [first, second] = [await signIn(shop.api.deps), await signIn(shop.api.deps)];
      const both = (other: Readonly<Record<string, string>>) => ({
        ...other,
        Cookie: `${other['Cookie']}; ${guest.headers['Cookie']}`,
      });
      const body = { order: bookOne, orderID: guest.providerOrderId };
      await shop.api.call(calls.processPurchase, { body }, { headers: both(first.headers) });
      expect(await claim(body, both(second.headers))).toBe('nothing-to-claim');
      expect((await shop.row(guest.providerOrderId)).userId).toBe(first.user.id);
    });

    it.each([
      { order: [{ productId: 1, quantity: 0 }] },
      { order: [{ productId: 1, quantity: -1 }] },
      { order: [{ productId: 1, quantity: 1e9 }] },
      { order: [{ productId: 1, quantity: 0.5 }] },
      { order: [{ productId: '1', quantity: 1 }] },
      { order: [{ quantity: 1 }] },
      { order: 'everything' },
      { order: bookOne, orderID: { $ne: null } },
      {},
    ])('refuses %j', async (body) => {
      const customer = await signIn(shop.api.deps);
      expect(await claim(body, customer.headers)).toBe('invalid-request');
    });
  });
});
