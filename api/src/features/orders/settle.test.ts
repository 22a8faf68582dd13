import { signIn } from '../../../testing/factories';
import { PayPalError } from '../../../paypal-sandbox/paypal-error';
import { BATCH, claimDue } from '../../database/claim-due';
import { Orders, Users } from '../../database/entities';
import { openDeps } from '../../roles/deps';
import { dueOrders } from './capture-lease';
import { PaymentError } from './payments/provider';
import { sweepOrders } from './settle';
import { type Shop, startShop } from './testing/shop';

const bookOne = [{ productId: 1, quantity: 1 }];
const premium = [{ productId: 1999, quantity: 1 }];
const HOUR_MS = 3_600_000;

describe('the sweep', () => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await startShop();
  });
  afterEach(() => shop.close());

  const orders = () => shop.api.deps.db.getRepository(Orders);

  it('captures an approved order', async () => {
    const customer = await signIn(shop.api.deps);
    const { providerOrderId } = await shop.order(premium, customer.headers);
    shop.approve(providerOrderId);
    await sweepOrders(shop.api.deps);
    expect((await shop.row(providerOrderId)).status).toBe('created');
    shop.api.advance(2 * 60_000);
    await sweepOrders(shop.api.deps);
    expect((await shop.row(providerOrderId)).status).toBe('captured');
    expect(await shop.entitlements(customer.user.id)).toHaveLength(1);
  });

  describe('asks PayPal about a paid order again', () => {
    const later = async (milliseconds: number) => {
      shop.api.advance(milliseconds);
      await sweepOrders(shop.api.deps);
    };

    it('and finds a refund that was made there and never told', async () => {
      const { providerOrderId } = await shop.buy(bookOne);
      const { captureId } = await shop.row(providerOrderId);
      shop.sandbox.payments.refund(captureId ?? '', undefined, { currency_code: 'GBP', value: '5.00' });
      await later(25 * HOUR_MS);
      expect(await shop.row(providerOrderId)).toMatchObject({ status: 'captured', refunded: 500 });
      shop.sandbox.payments.refund(captureId ?? '', undefined);
      await later(7 * 24 * HOUR_MS);
      expect((await shop.row(providerOrderId)).status).toBe('refunded');
      const kinds = (await shop.api.mails('alex.morgan@buyer.example')).map(({ kind }) => kind);
      expect(kinds).toEqual(['order-confirmation', 'order-refunded', 'order-refunded']);
    });

    it('five times in half a year, and then no more', async () => {
      const { providerOrderId } = await shop.buy(bookOne);
      let reads = 0;
      const { payments } = shop.api.deps;
      const readPayment: typeof payments.readPayment = (id) => ((reads += 1), payments.readPayment(id));
      const deps = { ...shop.api.deps, payments: { ...payments, readPayment } };
      for (let day = 0; day < 200; day += 1) {
        shop.api.advance(24 * HOUR_MS);
        await sweepOrders(deps);
      }
      expect(reads).toBe(5);
      expect((await shop.row(providerOrderId)).dueAt).toBeNull();
    });

    it('each day once it was taken back, and finds that it has been returned to us', async () => {
      const { providerOrderId } = await shop.buy(bookOne);
      shop.connectWebhooks();
      const { captureId, total } = await shop.row(providerOrderId);
      shop.sandbox.payments.reverse(captureId ?? '');
      await shop.sandbox.deliveries.settled();
      expect((await shop.row(providerOrderId)).status).toBe('reversed');
      shop.sandbox.setFaults({ webhooks: { dropEvery: 1 } });
      shop.sandbox.payments.reinstate(captureId ?? '');
      await later(25 * HOUR_MS);
      expect(await shop.row(providerOrderId)).toMatchObject({ status: 'captured', refunded: 0, total });
    });
  });

  it('asks about a payment under review each hour', async () => {
    const { providerOrderId, headers } = await shop.order(bookOne);
    shop.sandbox.setFaults({ capture: 'pending' });
    shop.approve(providerOrderId);
    await shop.capture(providerOrderId, headers);
    let reads = 0;
    const { payments } = shop.api.deps;
    const readPayment: typeof payments.readPayment = (id) => ((reads += 1), payments.readPayment(id));
    const deps = { ...shop.api.deps, payments: { ...payments, readPayment } };
    for (let minute = 0; minute < 185; minute += 5) {
      shop.api.advance(5 * 60_000);
      await sweepOrders(deps);
    }
    expect(reads).toBe(3);
  });

  it('does not charge for premium access once the account is deleted', async () => {
    const { user, headers } = await signIn(shop.api.deps);
    const { providerOrderId } = await shop.order(premium, headers);
    shop.approve(providerOrderId);
    await shop.api.deps.db.getRepository(Users).delete({ id: user.id });
    await shop.sweep();
    expect(shop.moneyTaken()).toBe(0);
    expect(await shop.row(providerOrderId)).toMatchObject({ status: 'cancelled', dueAt: null });
  });

  it('takes over from a process that died before or after the provider captured', async () => {
    for (const taken of [false, true]) {
      const { providerOrderId } = await shop.order(bookOne);
      shop.approve(providerOrderId);
      const { id, requestId } = await shop.row(providerOrderId);
      await orders().update(
        { id },
        { status: 'capturing', captureAttempt: 1, dueAt: new Date(shop.api.deps.now().getTime() + 10_000) },
      );
      if (taken) shop.sandbox.payments.capture(providerOrderId, `capture-${requestId}-1`);
      await sweepOrders(shop.api.deps);
      expect((await shop.row(providerOrderId)).status).toBe('capturing');
      shop.api.advance(61_000);
      await sweepOrders(shop.api.deps);
      expect((await shop.row(providerOrderId)).status).toBe('captured');
    }
    expect(shop.moneyTaken()).toBe(2 * 4974);
    expect(await shop.api.mails()).toHaveLength(2);
  });

  it('finds a capture made with an unknown key', async () => {
    const { providerOrderId } = await shop.order(bookOne);
    shop.approve(providerOrderId);
    shop.sandbox.payments.capture(providerOrderId, 'another key');
    await shop.sweep();
    expect((await shop.row(providerOrderId)).status).toBe('captured');
  });

  it('cancels orders that were never approved, and those that the provider never received', async () => {
    const abandoned = await shop.order(bookOne);
    const orphan = await shop.order(bookOne);
    await orders().update({ providerOrderId: orphan.providerOrderId }, { providerOrderId: null });
    const forgotten = await shop.order(bookOne);
    await orders().update({ providerOrderId: forgotten.providerOrderId }, { providerOrderId: 'FORGOTTEN' });
    shop.api.advance(6 * HOUR_MS);
    await shop.sweep();
    expect((await shop.row(abandoned.providerOrderId)).status).toBe('created');
    expect((await shop.row('FORGOTTEN')).status).toBe('cancelled');
    expect(await orders().countBy({ status: 'cancelled' })).toBe(2);
    shop.api.advance(2 * HOUR_MS);
    await shop.sweep();
    expect(await shop.row(abandoned.providerOrderId)).toMatchObject({ status: 'cancelled', dueAt: null });
  });

  it('cancels an order whose payment method is always declined', async () => {
    const { providerOrderId } = await shop.order(bookOne);
    shop.approve(providerOrderId, { instrument: 'declined' });
    await shop.sweep();
    expect(await shop.row(providerOrderId)).toMatchObject({ status: 'created', failure: 'declined' });
    shop.api.advance(8 * HOUR_MS);
    await shop.sweep();
    expect(await shop.row(providerOrderId)).toMatchObject({ status: 'cancelled', dueAt: null });
  });

  it('does not capture a cancelled order that is approved later', async () => {
    const { providerOrderId } = await shop.order(bookOne);
    shop.api.advance(8 * HOUR_MS);
    await shop.sweep();
    shop.connectWebhooks();
    shop.approve(providerOrderId);
    await shop.sandbox.deliveries.settled();
    await shop.sweep();
    expect((await shop.row(providerOrderId)).status).toBe('cancelled');
    expect(shop.moneyTaken()).toBe(0);
  });

  it('waits with growing pauses while the provider is down, without delaying other orders', async () => {
    const stuck = await shop.order(bookOne);
    const fine = await shop.order(bookOne);
    shop.approve(fine.providerOrderId);
    const { payments } = shop.api.deps;
    const readPayment = async (id: string) => {
      if (id === stuck.providerOrderId) throw new PaymentError('unavailable', 'no answer');
      return payments.readPayment(id);
    };
    shop.api.advance(61_000);
    await sweepOrders({ ...shop.api.deps, payments: { ...payments, readPayment } });
    expect((await shop.row(fine.providerOrderId)).status).toBe('captured');
    const { dueAt, createdAt } = await shop.row(stuck.providerOrderId);
    expect(dueAt?.getTime()).toBeGreaterThan(createdAt.getTime() + 100_000);
  });

  it('settles within minutes of the provider’s return what it could not ask for meanwhile', async () => {
    const { payments } = shop.api.deps;
    const { providerOrderId } = await shop.order(bookOne);
    shop.api.advance(8 * HOUR_MS);
    shop.sandbox.setFaults({ rest: [{ operation: 'read', kind: 'error-before', status: 503, times: 1000 }] });
    // Five failures, after which the provider is not called for a time.
    await Promise.allSettled([1, 2].map(() => payments.readPayment(providerOrderId)));
    await sweepOrders(shop.api.deps);
    expect((await shop.row(providerOrderId)).status).toBe('created');
    shop.sandbox.setFaults({});
    shop.api.advance(3 * 60_000);
    await sweepOrders(shop.api.deps);
    expect((await shop.row(providerOrderId)).status).toBe('cancelled');
  });

  it('takes over at once when the clock was set back after a process died', async () => {
    const { providerOrderId } = await shop.order(bookOne);
    shop.approve(providerOrderId);
    const dueAt = new Date(shop.api.deps.now().getTime() + 10_000);
    await orders().update({ providerOrderId }, { status: 'capturing', captureAttempt: 1, dueAt });
    shop.api.advance(-HOUR_MS);
    await sweepOrders(shop.api.deps);
    expect((await shop.row(providerOrderId)).status).toBe('captured');
  });

  it('reads each of many abandoned orders once although several processes sweep at once', async () => {
    const made: string[] = [];
    for (let at = 0; at < 30; at += 1) made.push((await shop.order(bookOne)).providerOrderId);
    shop.api.advance(8 * HOUR_MS);
    const others = await Promise.all(
      [1, 2].map(() => openDeps(shop.api.deps.env, { now: shop.api.deps.now })),
    );
    const read = jest.fn(shop.api.deps.payments.readPayment);
    const payments = { ...shop.api.deps.payments, readPayment: read };
    try {
      await Promise.all([shop.api, ...others].map(({ deps }) => sweepOrders({ ...deps, payments })));
    } finally {
      for (const other of others) await other.close();
    }
    expect(read.mock.calls.map(([id]) => id).sort()).toEqual([...made].sort());
    // An order whose row was locked for too long is cancelled once its claim has ended.
    shop.api.advance(8 * HOUR_MS);
    await sweepOrders(shop.api.deps);
    expect(await orders().countBy({ status: 'cancelled' })).toBe(30);
  });

  describe('of an order to whose capture PayPal answers only with an error', () => {
    const failFor = (stuck: string) => {
      const { payments } = shop.sandbox;
      const capture = payments.capture.bind(payments);
      return jest.spyOn(payments, 'capture').mockImplementation((id, key) => {
        if (id === stuck) throw new PayPalError(500);
        return capture(id, key);
      });
    };
    const sweepEachMinute = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        shop.api.advance(60_000);
        await sweepOrders(shop.api.deps);
      }
    };

    it('tells buyer and staff after an hour, once, and goes on asking', async () => {
      const { providerOrderId } = await shop.order(bookOne);
      shop.approve(providerOrderId);
      const capture = failFor(providerOrderId);
      await sweepEachMinute(30);
      expect(await shop.row(providerOrderId)).toMatchObject({ status: 'capturing', attention: null });
      await sweepEachMinute(150);
      const { number, requestId, attention } = await shop.row(providerOrderId);
      expect(attention).toContain(`look for invoice ${number ?? ''}-${requestId.slice(0, 8)} at PayPal`);
      const kinds = async () => (await shop.api.mails('alex.morgan@buyer.example')).map(({ kind }) => kind);
      expect(await kinds()).toEqual(['payment-unclear']);
      // Each of about 22 attempts consists of three requests.
      expect(capture.mock.calls.length).toBeLessThan(90);
      capture.mockRestore();
      await sweepEachMinute(11);
      expect(await shop.row(providerOrderId)).toMatchObject({ status: 'captured', attention: null });
      expect(await kinds()).toEqual(['payment-unclear', 'order-confirmation']);
    });

    it('keeps the checkout open for others', async () => {
      const { providerOrderId } = await shop.order(bookOne);
      shop.approve(providerOrderId);
      failFor(providerOrderId);
      await sweepEachMinute(20);
      expect((await shop.buy(bookOne)).order.status).toBe('captured');
    });

    it('finds the money that PayPal has taken', async () => {
      const { providerOrderId } = await shop.order(bookOne);
      shop.approve(providerOrderId);
      shop.sandbox.payments.capture(providerOrderId, 'another key');
      failFor(providerOrderId);
      await orders().update(
        { providerOrderId },
        { status: 'capturing', captureAttempt: 1, dueAt: new Date(0) },
      );
      await sweepEachMinute(2);
      expect((await shop.row(providerOrderId)).status).toBe('captured');
      expect(shop.moneyTaken()).toBe(4974);
    });
  });

  it('settles running captures before other orders', async () => {
    const waiting = await shop.order(bookOne);
    for (let at = 0; at < BATCH; at += 1) await shop.order(bookOne);
    shop.approve(waiting.providerOrderId);
    const { providerOrderId } = waiting;
    shop.api.advance(2 * 60_000);
    const dueAt = shop.api.deps.now();
    await orders().update({ providerOrderId }, { status: 'capturing', captureAttempt: 1, dueAt });
    const { rows } = await claimDue(shop.api.deps, dueOrders);
    expect(rows).toHaveLength(BATCH);
    expect(rows[0]).toMatchObject({ providerOrderId, status: 'capturing' });
  });

  it('runs alongside another sweep and the customer without charging twice', async () => {
    const { providerOrderId, headers } = await shop.order(bookOne);
    shop.approve(providerOrderId);
    await orders().update({ providerOrderId }, { dueAt: new Date(0) });
    const capture = jest.spyOn(shop.sandbox.payments, 'capture');
    await Promise.all([
      sweepOrders(shop.api.deps),
      sweepOrders(shop.api.deps),
      shop.capture(providerOrderId, headers),
    ]);
    expect(capture).toHaveBeenCalledTimes(1);
    expect(shop.moneyTaken()).toBe(4974);
  });
});
