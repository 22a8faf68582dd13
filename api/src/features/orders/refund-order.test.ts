import { calls } from '@isa/api-contract';
import { randomUUID } from 'node:crypto';
import { signIn } from '../../../testing/factories';
import {
  Entitlements,
  type OrderRow,
  Orders,
  OrderEvents,
  OrderLines,
  Refunds,
} from '../../database/entities';
import { transaction } from '../../database/transaction';
import { openDeps } from '../../roles/deps';
import { assignOrder } from './fulfil';
import { PaymentError } from './payments/provider';
import { createOrderLink } from './order-number';
import { refundOrder, type RefundRequest } from './refund-order';
import { sweepOrders } from './settle';
import { type Shop, startShop } from './testing/shop';

const books = [
  { productId: 1, quantity: 2 },
  { productId: 2, quantity: 1 },
];
const premium = { productId: 1999, quantity: 1 };

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop.close());

const refunds = () => shop.api.deps.db.getRepository(Refunds);
const kinds = async (orderId: number) =>
  (await shop.api.deps.db.getRepository(OrderEvents).find({ where: { orderId }, order: { id: 'ASC' } })).map(
    ({ kind }) => kind,
  );

function request(lines: RefundRequest['lines'], changes: Partial<RefundRequest> = {}): RefundRequest {
  return { key: randomUUID(), lines, reason: 'Damaged', by: null, ...changes };
}

async function bought(items: readonly { productId: number; quantity: number }[] = books): Promise<OrderRow> {
  const customer = await signIn(shop.api.deps);
  return shop.row((await shop.buy(items, customer.headers)).providerOrderId);
}

const again = ({ providerOrderId }: OrderRow) => shop.row(providerOrderId ?? '');

async function refundMails(): Promise<string[]> {
  return (await shop.api.mails()).filter(({ kind }) => kind === 'order-refunded').map(({ body }) => body);
}

/** The provider as it is for a process that dies at the refund. */
const dying = (before: boolean) => {
  const { payments } = shop.api.deps;
  const refundCapture: typeof payments.refundCapture = async (...call) => {
    if (!before) await payments.refundCapture(...call);
    throw new Error('The process died.');
  };
  return { ...shop.api.deps, payments: { ...payments, refundCapture } };
};

async function afterLease(): Promise<void> {
  shop.api.advance(61_000);
  await sweepOrders(shop.api.deps);
}

describe('a refund', () => {
  it('a refund of a line returns its price, names it in the mail and keeps shipping', async () => {
    const order = await bought();
    const line = await shop.api.deps.db
      .getRepository(OrderLines)
      .findOneByOrFail({ orderId: order.id, productId: 1 });
    const refund = await refundOrder(shop.api.deps, order.id, request([{ productId: 1, quantity: 1 }]));
    expect(refund).toMatchObject({ state: 'done', amount: line.unitPrice, vat: 0, dueAt: null });
    expect(await again(order)).toMatchObject({ status: 'captured', refunded: refund.amount, refunding: 0 });
    expect(shop.moneyTaken()).toBe(order.total - refund.amount);
    expect(await refundMails()).toEqual([
      expect.stringContaining(`£${(refund.amount / 100).toFixed(2)} for order`),
    ]);
    expect((await refundMails())[0]).toContain(`${line.title} × 1`);
    const { body } = await shop.api.call(calls.readOrderByLink, {
      params: { link: createOrderLink(await again(order), shop.api.deps.env.secret) },
    });
    expect(body.order.refunds).toMatchObject([
      { amount: line.unitPrice, state: 'done', lines: [{ productId: 1, quantity: 1, title: line.title }] },
    ]);
    expect(await kinds(order.id)).toEqual(['paid', 'refund-requested', 'refund-done']);
  });

  it('a refund of everything returns shipping, too, after an earlier refund', async () => {
    const order = await bought();
    const first = await refundOrder(shop.api.deps, order.id, request([{ productId: 1, quantity: 2 }]));
    const rest = await refundOrder(shop.api.deps, order.id, request('all'));
    expect(rest).toMatchObject({
      amount: order.total - first.amount,
      lines: [{ productId: 2, quantity: 1 }],
    });
    expect(await again(order)).toMatchObject({ status: 'refunded', refunded: order.total, refunding: 0 });
    expect(shop.moneyTaken()).toBe(0);
  });

  it('contains the VAT of its lines', async () => {
    const order = await bought([premium, ...books]);
    const refund = await refundOrder(shop.api.deps, order.id, request([premium]));
    expect(refund.vat).toBe(Math.round((refund.amount * 20) / 120));
    expect(refund.vat).toBe(order.vat);
  });

  it.each([
    ['a line here, the rest at PayPal', [premium, 'rest']],
    ['half at PayPal, the rest here', [9811, 'all']],
    ['three parts at PayPal', [9811, 777, 'rest']],
    ['a part at PayPal, a line and the rest here', [777, premium, 'all']],
  ] as const)(
    'contains with the others no more and no less than the VAT of the order: %s',
    async (_, parts) => {
      const order = await bought([premium, ...books]);
      const atPayPal = (value?: string) =>
        shop.sandbox.payments.refund(
          order.captureId ?? '',
          undefined,
          value === undefined ? undefined : { currency_code: 'GBP', value },
        );
      for (const part of parts) {
        if (part === 'rest') atPayPal();
        else if (typeof part === 'number') atPayPal((part / 100).toFixed(2));
        else await refundOrder(shop.api.deps, order.id, request(part === 'all' ? part : [part]));
        await shop.sweep();
      }
      expect(await again(order)).toMatchObject({ status: 'refunded', refunded: order.total });
      const rows = await refunds().findBy({ orderId: order.id, state: 'done' });
      expect(rows).toHaveLength(parts.length);
      expect(rows.reduce((total, { vat }) => total + vat, 0)).toBe(order.vat);
    },
  );

  it('ends premium access with its own line only', async () => {
    const order = await bought([premium, ...books]);
    await refundOrder(shop.api.deps, order.id, request([{ productId: 1, quantity: 2 }]));
    expect(await shop.entitlements()).toMatchObject([{ revokedAt: null }]);
    await refundOrder(shop.api.deps, order.id, request([premium]));
    expect(await shop.entitlements()).toMatchObject([{ revokedAt: expect.any(Date) as Date }]);
    const [book, access] = await refundMails();
    expect(book).not.toContain('Premium access');
    expect(access).toContain('Premium access that came with this order has ended.');
  });

  it('is made once for a form that is sent twice', async () => {
    const order = await bought();
    const form = request([{ productId: 1, quantity: 1 }]);
    const [first, second] = await Promise.all([
      refundOrder(shop.api.deps, order.id, form),
      refundOrder(shop.api.deps, order.id, form),
    ]);
    expect(second.id).toBe(first.id);
    const third = await refundOrder(shop.api.deps, order.id, form);
    expect(third.id).toBe(first.id);
    expect(shop.moneyTaken()).toBe(order.total - first.amount);
    expect(await refundMails()).toHaveLength(1);
    expect(await kinds(order.id)).toEqual(['paid', 'refund-requested', 'refund-done']);
  });

  it('never exceeds a line or the order when staff of two processes press at once', async () => {
    const order = await bought();
    const other = await openDeps(shop.api.deps.env, { now: shop.api.deps.now });
    const deps = { ...other.deps, payments: shop.api.deps.payments };
    try {
      const results = await Promise.allSettled(
        [shop.api.deps, deps, shop.api.deps, deps].map((one) =>
          refundOrder(one, order.id, request([{ productId: 1, quantity: 2 }])),
        ),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ id: 'nothing-to-refund' });
      }
      const [refund] = await refunds().find();
      expect(await again(order)).toMatchObject({ refunded: refund?.amount, refunding: 0 });
      expect(shop.moneyTaken()).toBe(order.total - (refund?.amount ?? 0));
    } finally {
      await other.close();
    }
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('is made once when its process dies %s the provider refunds', async (_, before) => {
    const order = await bought();
    const form = request([{ productId: 2, quantity: 1 }]);
    await expect(refundOrder(dying(before), order.id, form)).rejects.toThrow('died');
    const [open] = await refunds().find();
    expect(open).toMatchObject({ state: 'open' });
    await sweepOrders(shop.api.deps);
    expect(await refunds().countBy({ state: 'open' })).toBe(1);
    await afterLease();
    expect(await refunds().find()).toMatchObject([{ state: 'done', dueAt: null }]);
    expect(shop.moneyTaken()).toBe(order.total - (open?.amount ?? 0));
    expect(await again(order)).toMatchObject({ refunded: open?.amount, refunding: 0 });
    expect(await refundMails()).toHaveLength(1);
  });

  it('is counted once when the webhook comes before its response', async () => {
    const order = await bought([premium, ...books]);
    shop.connectWebhooks();
    await expect(refundOrder(dying(false), order.id, request([premium]))).rejects.toThrow('died');
    await shop.sandbox.deliveries.settled();
    const [refund] = await refunds().find();
    expect(refund).toMatchObject({ state: 'done' });
    expect(await again(order)).toMatchObject({ refunded: refund?.amount, refunding: 0, status: 'captured' });
    expect(await shop.entitlements()).toMatchObject([{ revokedAt: expect.any(Date) as Date }]);
    await afterLease();
    expect(await refundMails()).toHaveLength(1);
    expect(shop.moneyTaken()).toBe(order.total - (refund?.amount ?? 0));
  });

  it.each([
    ['the provider does not respond', new PaymentError('unavailable', 'no answer')],
    [
      'the academy’s credentials or permissions at the provider are wrong',
      new PaymentError('refused', 'HTTP 403', { notPermitted: true }),
    ],
  ])('stays open while %s', async (_reason, error) => {
    const order = await bought();
    const { payments } = shop.api.deps;
    const refundCapture = () => Promise.reject(error);
    const down = { ...shop.api.deps, payments: { ...payments, refundCapture } };
    const refund = await refundOrder(down, order.id, request('all'));
    expect(refund.state).toBe('open');
    await expect(refundOrder(down, order.id, request('all'))).rejects.toMatchObject({
      id: 'nothing-to-refund',
    });
    await afterLease();
    expect(await again(order)).toMatchObject({ status: 'refunded', refunding: 0 });
    expect(shop.moneyTaken()).toBe(0);
  });

  it('a refund that PayPal refuses says why, and can be asked for again', async () => {
    const order = await bought();
    shop.sandbox.setFaults({ refund: 'insufficient-funds' });
    const refused = await refundOrder(shop.api.deps, order.id, request('all'));
    expect(refused).toMatchObject({
      state: 'refused',
      failure: 'The PayPal account has too little money for this refund.',
    });
    expect(await again(order)).toMatchObject({ status: 'captured', refunded: 0, refunding: 0 });
    expect(await refundMails()).toEqual([]);
    shop.sandbox.setFaults({});
    expect(await refundOrder(shop.api.deps, order.id, request('all'))).toMatchObject({ state: 'done' });
    expect(await kinds(order.id)).toEqual([
      'paid',
      'refund-requested',
      'refund-refused',
      'refund-requested',
      'refunded',
    ]);
  });

  it('a refund made at PayPal itself counts alongside those that were started here', async () => {
    const order = await bought();
    shop.connectWebhooks();
    const own = await refundOrder(shop.api.deps, order.id, request([{ productId: 2, quantity: 1 }]));
    expect((await again(order)).attention).toBeNull();
    const outside = { currency_code: 'GBP', value: '15.00' };
    shop.sandbox.payments.refund(order.captureId ?? '', undefined, outside);
    await shop.sandbox.deliveries.settled();
    expect(await again(order)).toMatchObject({
      status: 'captured',
      refunded: own.amount + 1500,
      // Only staff can find out what is not to be sent any more.
      attention: 'Refunded at PayPal: £15.00. Check which products it pays for before you send anything',
    });
    expect(await refundMails()).toEqual([expect.anything(), expect.stringContaining('£15.00 for order')]);
    const rest = await refundOrder(shop.api.deps, order.id, request('all'));
    expect(rest.amount).toBe(order.total - own.amount - 1500);
    expect(shop.moneyTaken()).toBe(0);
  });

  it('a refund of a guest’s premium line grants no access when the order gets a customer', async () => {
    const order = await bought([premium, ...books]);
    await refundOrder(shop.api.deps, order.id, request([premium]));
    const { db } = shop.api.deps;
    await db.getRepository(Entitlements).deleteAll();
    await db.getRepository(Orders).update({ id: order.id }, { userId: null });
    const { user } = await signIn(shop.api.deps);
    const guests = await again(order);
    const at = shop.api.deps.now();
    await transaction(shop.api.deps.db, (manager) => assignOrder(manager, guests, user.id, at));
    expect((await again(order)).userId).toBe(user.id);
    expect(await shop.entitlements(user.id)).toEqual([]);
  });

  it.each([
    ['an unknown product', [{ productId: 9, quantity: 1 }]],
    ['more than was bought', [{ productId: 1, quantity: 3 }]],
    ['a part of a copy', [{ productId: 1, quantity: 0.5 }]],
    ['a negative quantity', [{ productId: 1, quantity: -1 }]],
    ['nothing', []],
  ])('refuses %s', async (_, lines) => {
    const order = await bought();
    await expect(refundOrder(shop.api.deps, order.id, request(lines))).rejects.toMatchObject({
      id: 'nothing-to-refund',
    });
    expect(await refunds().count()).toBe(0);
    expect(shop.moneyTaken()).toBe(order.total);
  });

  it('refuses an order that is not paid, and one that does not exist', async () => {
    const unpaid = await shop.row((await shop.order(books)).providerOrderId);
    await expect(refundOrder(shop.api.deps, unpaid.id, request('all'))).rejects.toMatchObject({
      id: 'nothing-to-refund',
    });
    await expect(refundOrder(shop.api.deps, 999_999, request('all'))).rejects.toMatchObject({
      id: 'not-found',
    });
  });

  describe('that PayPal has accepted and not completed', () => {
    const half = async () => {
      shop.sandbox.setFaults({ refund: 'pending' });
      const order = await bought();
      const refund = await refundOrder(shop.api.deps, order.id, request([{ productId: 1, quantity: 1 }]));
      shop.sandbox.setFaults({});
      return { order, refund };
    };
    const end = (
      { providerRefundId }: { readonly providerRefundId: string | null },
      status: 'COMPLETED' | 'FAILED' | 'CANCELLED',
    ) => shop.sandbox.payments.endRefund(providerRefundId ?? '', status);

    it('is under way, and is mailed once PayPal has completed it', async () => {
      const { order, refund } = await half();
      expect(refund.state).toBe('pending');
      expect(await again(order)).toMatchObject({ refunded: 0, refunding: 3474 });
      expect(await refundMails()).toEqual([]);
      end(refund, 'COMPLETED');
      shop.api.advance(61 * 60_000);
      await sweepOrders(shop.api.deps);
      expect(await again(order)).toMatchObject({ refunded: 3474, refunding: 0 });
      expect(await refundMails()).toEqual([expect.stringContaining('£34.74')]);
    });

    it.each(['FAILED', 'CANCELLED'] as const)(
      'gives the amount back to the order when it is %s, and tells the customer and the staff',
      async (status) => {
        const { order, refund } = await half();
        end(refund, status);
        shop.api.advance(61 * 60_000);
        await sweepOrders(shop.api.deps);
        expect(await again(order)).toMatchObject({
          refunded: 0,
          refunding: 0,
          attention: expect.stringContaining('Refund failed: £34.74') as string,
        });
        const mails = (await shop.api.mails()).filter(({ kind }) => kind === 'refund-failed');
        expect(mails).toMatchObject([
          { body: expect.stringContaining('the money is still with us') as string },
        ]);
        expect((await refundOrder(shop.api.deps, order.id, request('all'))).state).toBe('done');
        expect(shop.moneyTaken()).toBe(0);
      },
    );

    it('has the same result when the events of PayPal come twice and in the wrong order', async () => {
      shop.connectWebhooks();
      shop.sandbox.setFaults({ refund: 'pending', webhooks: { copies: 3, delayMs: 30 } });
      const order = await bought();
      const refund = await refundOrder(shop.api.deps, order.id, request([{ productId: 1, quantity: 1 }]));
      end(refund, 'COMPLETED');
      await shop.sandbox.deliveries.settled();
      expect(await again(order)).toMatchObject({ refunded: 3474, refunding: 0 });
      expect(await refundMails()).toHaveLength(1);
    });

    it('includes a refund that staff have made at PayPal', async () => {
      shop.connectWebhooks();
      shop.sandbox.setFaults({ refund: 'pending' });
      const order = await bought();
      const part = { currency_code: 'GBP', value: '5.00' };
      const { record } = shop.sandbox.payments.refund(order.captureId ?? '', undefined, part);
      await shop.sandbox.deliveries.settled();
      expect(await again(order)).toMatchObject({ refunded: 0, refunding: 500 });
      shop.sandbox.payments.endRefund(record.id, 'FAILED');
      await shop.sandbox.deliveries.settled();
      expect(await again(order)).toMatchObject({ refunded: 0, refunding: 0 });
    });
  });

  it('that was made before its answer was lost is found by its key after PayPal has forgotten the request', async () => {
    const order = await bought();
    await refundOrder(dying(false), order.id, request([{ productId: 1, quantity: 1 }])).catch(
      () => undefined,
    );
    const { capture } = shop.sandbox.payments.order(order.providerOrderId ?? '');
    expect(capture?.refunds).toHaveLength(1);
    shop.api.advance(7 * 60 * 60_000);
    const { payments } = shop.api.deps;
    const forgetful = {
      ...payments,
      refundCapture: () => Promise.reject(new Error('It must not ask again.')),
    };
    await sweepOrders({ ...shop.api.deps, payments: forgetful });
    expect(await again(order)).toMatchObject({ refunded: 3474, refunding: 0 });
  });

  it('of a payment that went to another account is left to the staff, and not tried again', async () => {
    const { providerOrderId, headers } = await shop.order(books);
    shop.approve(providerOrderId);
    shop.sandbox.payments.redirect(providerOrderId, 'OTHER');
    await shop.refuseCapture(providerOrderId, headers);
    expect(await shop.row(providerOrderId)).toMatchObject({
      status: 'mismatched',
      dueAt: null,
      attention: expect.stringContaining('it went to another account') as string,
    });
  });
});
