import { setTimeout as pause } from 'node:timers/promises';
import { calls, PREMIUM_PRICE } from '@isa/api-contract';
import { type SignedIn, signIn } from '../../../testing/factories';
import { countDeadlocks } from '../../../testing/statements';
import { Orders } from '../../database/entities';
import { openDeps } from '../../roles/deps';
import { attemptCapture, captureOrder } from './capture-order';
import { PaymentError } from './payments/provider';
import { type Shop, startShop } from './testing/shop';

const premium = [{ productId: 1007, quantity: 1 }];

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterEach(() => {
  shop.sandbox.setFaults({});
  shop.sandbox.deliveries.redirect(undefined);
});

type Ordered = Awaited<ReturnType<Shop['order']>>;

interface Prepared {
  readonly customer: SignedIn;
  readonly orders: readonly [Ordered, Ordered];
}

/** One customer with two approved orders for the same access, which two devices created at the same moment. */
async function prepare(): Promise<Prepared> {
  const { deps } = shop.api;
  const [customer, other] = [await signIn(deps), await signIn(deps)];
  const { headers } = customer;
  const first = await shop.order(premium, headers);
  // An order that is created later would close the first one.
  const { providerOrderId } = await shop.order(premium, other.headers);
  await deps.db.getRepository(Orders).update({ providerOrderId }, { userId: customer.user.id });
  const orders = [first, { providerOrderId, headers }] as const;
  for (const { providerOrderId } of orders) shop.approve(providerOrderId);
  return { customer, orders };
}

async function capture({ providerOrderId, headers }: Ordered): Promise<string> {
  const response = await shop.api.fetch(
    calls.captureOrder.path.replace(':providerOrderId', providerOrderId),
    {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{}',
    },
  );
  const body = (await response.json()) as { id?: string; order?: { status: string } };
  return body.order?.status ?? body.id ?? '';
}

/** Starts a capture whose response the test decides on. */
async function captureSlowly({ providerOrderId }: Ordered) {
  const { deps } = shop.api;
  const { payments } = deps;
  let respond: (error?: PaymentError) => void = () => undefined;
  const response = new Promise<PaymentError | undefined>((resolve) => (respond = resolve));
  const capturePayment = jest.fn(async (...call: Parameters<typeof payments.capturePayment>) => {
    const error = await response;
    if (error) throw error;
    return payments.capturePayment(...call);
  });
  const attempt = attemptCapture(
    { ...deps, payments: { ...payments, capturePayment } },
    await shop.row(providerOrderId),
  ).catch((error: unknown) => error);
  while (capturePayment.mock.calls.length === 0) await pause(5);
  return (error?: PaymentError) => {
    respond(error);
    return attempt;
  };
}

const statuses = async ({ orders }: Prepared) =>
  (await Promise.all(orders.map(({ providerOrderId }) => shop.row(providerOrderId)))).map(
    ({ status }) => status,
  );

describe('several approved orders of one customer for premium access', () => {
  it('are charged once under many concurrent captures', async () => {
    for (let round = 0; round < 2; round += 1) {
      const before = shop.moneyTaken();
      const prepared = await prepare();

      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, at) => capture(prepared.orders[at % 2 === 0 ? 0 : 1])),
      );

      expect(shop.moneyTaken() - before).toBe(PREMIUM_PRICE);
      expect((await statuses(prepared)).sort()).toEqual(['cancelled', 'captured']);
      // The first request cancels the order; later ones report the cancellation.
      expect(responses.filter((response) => response === 'captured')).toHaveLength(10);
      expect(responses).toContain('already-owned');
      expect(await shop.entitlements(prepared.customer.user.id)).toHaveLength(1);
    }
  });

  it('are charged once across two processes', async () => {
    const before = shop.moneyTaken();
    const prepared = await prepare();
    const other = await openDeps(shop.api.deps.env);
    try {
      const deps = { ...other.deps, payments: shop.api.deps.payments };
      const rows = await Promise.all(prepared.orders.map(({ providerOrderId }) => shop.row(providerOrderId)));
      await Promise.allSettled(
        rows.flatMap((row) => [captureOrder(deps, row), captureOrder(shop.api.deps, row)]),
      );
    } finally {
      await other.close();
    }

    expect(shop.moneyTaken() - before).toBe(PREMIUM_PRICE);
    expect((await statuses(prepared)).sort()).toEqual(['cancelled', 'captured']);
  });

  it('are charged once when webhooks, the sweep and the browser process them concurrently', async () => {
    const before = shop.moneyTaken();
    shop.connectWebhooks();
    const prepared = await prepare();
    await Promise.allSettled([...prepared.orders.map(capture), shop.sweep(), shop.sweep()]);
    await shop.sandbox.deliveries.settled();
    await shop.sweep();

    expect(shop.moneyTaken() - before).toBe(PREMIUM_PRICE);
    expect((await statuses(prepared)).filter((status) => status === 'captured')).toHaveLength(1);
  });

  it('leave the second one payable when the first is declined', async () => {
    const before = shop.moneyTaken();
    const prepared = await prepare();
    const [first, second] = prepared.orders;
    shop.approve(first.providerOrderId, { instrument: 'declined' });

    const responses = await Promise.all([capture(first), capture(second), capture(first), capture(second)]);

    expect(responses[1]).toBe('captured');
    expect(['payment-declined', 'already-owned', 'order-not-payable']).toContain(responses[0]);
    expect(shop.moneyTaken() - before).toBe(PREMIUM_PRICE);
    expect((await shop.row(second.providerOrderId)).status).toBe('captured');
  });

  it('do not charge the second while the first is under review, and charge one afterwards', async () => {
    const before = shop.moneyTaken();
    const prepared = await prepare();
    const [first, second] = prepared.orders;
    shop.sandbox.setFaults({ capture: 'pending' });
    expect(await capture(first)).toBe('reviewing');
    shop.sandbox.setFaults({});

    expect(await capture(second)).toBe('order-not-payable');
    await shop.sweep();
    expect(shop.moneyTaken()).toBe(before);
    expect(await statuses(prepared)).toEqual(['reviewing', 'created']);

    shop.sandbox.payments.review((await shop.row(first.providerOrderId)).captureId ?? '', 'DECLINED');
    await shop.sweep();
    await shop.sweep();
    expect(await statuses(prepared)).toEqual(['refused', 'captured']);
    expect(shop.moneyTaken() - before).toBe(PREMIUM_PRICE);
  });

  it('are charged once when a caller with an expired lease gets a decline during another attempt', async () => {
    const before = shop.moneyTaken();
    const [first, second] = (await prepare()).orders;
    const endLate = await captureSlowly(first);
    shop.api.advance(16_000);
    shop.approve(first.providerOrderId, { instrument: 'declined' });
    expect(await capture(first)).toBe('payment-declined');
    shop.approve(first.providerOrderId);
    const endSecondAttempt = await captureSlowly(first);

    await endLate(new PaymentError('declined', 'Declined.'));
    expect((await shop.row(first.providerOrderId)).status).toBe('capturing');
    const waiting = capture(second);
    await endSecondAttempt();

    expect(await waiting).toBe('already-owned');
    expect(shop.moneyTaken() - before).toBe(PREMIUM_PRICE);
  });

  it('are charged once when a caller has read the first order before its decline', async () => {
    const before = shop.moneyTaken();
    const [first, second] = (await prepare()).orders;
    const end = await captureSlowly(first);
    const read = await shop.row(first.providerOrderId);
    await end(new PaymentError('declined', 'Declined.'));
    expect(await capture(second)).toBe('captured');

    expect(await attemptCapture(shop.api.deps, read)).toMatchObject({ state: 'settled' });

    expect(shop.moneyTaken() - before).toBe(PREMIUM_PRICE);
  });

  it('do not charge the second while the outcome of the first is unknown', async () => {
    const before = shop.moneyTaken();
    const prepared = await prepare();
    const [first, second] = prepared.orders;
    shop.sandbox.setFaults({ rest: [{ operation: 'capture', kind: 'error-after', status: 500, times: 9 }] });
    expect(await capture(first)).toBe('payment-unavailable');
    shop.sandbox.setFaults({});

    const waiting = capture(second);
    expect(await capture(first)).toBe('captured');

    expect(await waiting).toBe('already-owned');
    expect(shop.moneyTaken() - before).toBe(PREMIUM_PRICE);
  });
});

it('orders of two customers, and of one customer’s books, are paid concurrently', async () => {
  const before = shop.moneyTaken();
  const [one, other] = [await signIn(shop.api.deps), await signIn(shop.api.deps)];
  const orders = [
    await shop.order(premium, one.headers),
    await shop.order([{ productId: 1, quantity: 1 }], one.headers),
    await shop.order(premium, other.headers),
  ];
  for (const { providerOrderId } of orders) shop.approve(providerOrderId);

  const responses = await Promise.all(orders.map(capture));

  expect(responses).toEqual(['captured', 'captured', 'captured']);
  expect(shop.moneyTaken() - before).toBe(2 * PREMIUM_PRICE + 3474 + 1500);
});

it('all requests succeed when captures and webhooks change one order concurrently', async () => {
  shop.connectWebhooks();
  shop.sandbox.setFaults({ capture: 'pending' });
  const responses = [];
  for (let round = 0; round < 10; round += 1) {
    const customer = await signIn(shop.api.deps);
    const order = await shop.order(premium, customer.headers);
    shop.approve(order.providerOrderId);
    responses.push(...(await Promise.all([capture(order), capture(order), capture(order)])));
    await shop.sandbox.deliveries.settled();
  }

  // On MariaDB such changes can deadlock; the aborted transaction is repeated.
  expect(new Set(responses)).toEqual(new Set(['reviewing']));
});

it('no statement deadlocks when 10 guests at a time buy books and capture twice at once', async () => {
  let left = 20;
  const responses: string[] = [];
  const buyer = async () => {
    while ((left -= 1) >= 0) {
      const order = await shop.order([{ productId: 1, quantity: 1 }]);
      shop.approve(order.providerOrderId);
      responses.push(...(await Promise.all([capture(order), capture(order)])));
    }
  };

  const deadlocks = await countDeadlocks(shop.api.deps.pools, () =>
    Promise.all(Array.from({ length: 10 }, buyer)),
  );

  expect(new Set(responses)).toEqual(new Set(['captured']));
  expect(deadlocks).toBe(0);
});
