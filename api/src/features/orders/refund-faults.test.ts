import { randomUUID } from 'node:crypto';
import { SeededRandom } from '../../../testing/faults/seeded-random';
import { Refunds } from '../../database/entities';
import type { OrderDeps } from './deps';
import { PaymentError } from './payments/provider';
import { refundOrder, type RefundRequest } from './refund-order';
import { sweepOrders } from './settle';
import { netCaptured } from '../../../testing/net-captured';
import { type Shop, startShop } from './testing/shop';

/** How many refunds are made; `REFUNDS` makes the sample larger. */
const REFUNDS = Number(process.env['REFUNDS'] ?? 40);

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
  shop.connectWebhooks();
});
afterEach(() => shop.close());

/** The API of a process that dies or loses the provider, before or after its refund. */
function failing(random: SeededRandom): OrderDeps {
  const { payments } = shop.api.deps;
  const fault = random.pick(['none', 'dies', 'no response'] as const);
  const isBefore = random.happens(0.5);
  const refundCapture: typeof payments.refundCapture = async (...call) => {
    const refunded = isBefore && fault !== 'none' ? undefined : await payments.refundCapture(...call);
    if (fault === 'dies') throw new Error('The process died.');
    if (refunded === undefined || fault === 'no response') {
      throw new PaymentError('unavailable', 'PayPal did not respond.');
    }
    return refunded;
  };
  return { ...shop.api.deps, payments: { ...payments, refundCapture } };
}

it(
  'loses no refund and makes none twice when processes die, forms are sent twice and webhooks come in any order',
  async () => {
    const seed = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000);
    const random = new SeededRandom(seed);
    const requested = new Set<string>();
    while (requested.size < REFUNDS) {
      shop.sandbox.setFaults({
        webhooks: random.pick([undefined, { dropEvery: 1 }, { copies: 3 }, { delayMs: 20, copies: 2 }]),
      });
      const bought = await shop.buy([
        { productId: 1, quantity: 3 },
        { productId: 4, quantity: 1 },
      ]);
      const { id } = await shop.row(bought.providerOrderId);
      const all: RefundRequest = { key: randomUUID(), lines: 'all', reason: 'All', by: null };
      const one = { productId: 1, quantity: 1 };
      const parts = [one, one, { productId: 4, quantity: 1 }].map((line): RefundRequest => ({
        key: randomUUID(),
        lines: [line],
        reason: 'A part',
        by: null,
      }));
      const wanted = random.happens(0.3) ? [all] : parts.slice(0, 1 + random.below(parts.length));
      for (const { key } of wanted) requested.add(key);
      // Each form is sent once or more, by any process. A refund that is open is finished by the sweep.
      const sent = wanted.flatMap((request) => Array.from({ length: 1 + random.below(3) }, () => request));
      await Promise.allSettled(sent.map((request) => refundOrder(failing(random), id, request)));
    }
    await shop.sandbox.deliveries.settled();
    shop.sandbox.setFaults({});
    for (let round = 0; round < 3; round += 1) {
      shop.api.advance(3 * 60_000);
      await sweepOrders(shop.api.deps);
    }

    const rows = await shop.api.deps.db.getRepository(Refunds).find();
    expect(rows.filter(({ state }) => state !== 'done')).toEqual([]);
    expect(new Set(rows.map(({ key }) => key))).toEqual(requested);
    expect(rows).toHaveLength(requested.size);
    for (const [providerOrderId, record] of shop.sandbox.orders) {
      const order = await shop.row(providerOrderId);
      const own = rows.filter(({ orderId }) => orderId === order.id);
      expect({
        seed,
        made: record.capture?.refunds.length,
        kept: netCaptured(record),
        open: order.refunding,
      }).toEqual({
        seed,
        made: own.length,
        kept: order.total - order.refunded,
        open: 0,
      });
      expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.refunded);
    }
  },
  60_000 + REFUNDS * 1_000,
);
