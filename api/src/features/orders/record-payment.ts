import { emailKey, formatPounds, type OrderStatus, type Pence, pence, PREMIUM_ID } from '@isa/api-contract';
import type { EntityManager } from 'typeorm';
import { changeRow, lockRow, writeRow } from '../../database/change-row';
import { type OrderRow, Orders } from '../../database/entities';
import { transaction } from '../../database/transaction';
import type { OrderDeps } from './deps';
import { fulfil, revoke } from './fulfil';
import { keptLines, writeEvent } from './order-lines';
import { mailBuyer, refundMail } from './order-mails';
import type { Money, Payment } from './payments/paypal-order';
import { PaymentError } from './payments/provider';
import { finishRefunds } from './refund-order';

/** When a payment under the provider's review is read again, in milliseconds. */
const REVIEW_MS = 60 * 60 * 1000;

/** Orders in these states become `captured` when their money arrives, however late. */
const payable: readonly OrderStatus[] = ['created', 'capturing', 'cancelled', 'failed'];

type Capture = NonNullable<Payment['capture']>;

/** Updates an order to the provider's state. Repeated and reordered calls have the same result. */
export async function recordPayment(deps: OrderDeps, order: OrderRow, payment: Payment): Promise<OrderRow> {
  const { capture } = payment;
  if (!capture) return order;
  const fault = mismatch(deps, order, payment, capture);
  if (fault !== undefined) return recordMismatch(deps, order, capture, fault);
  switch (capture.state) {
    case 'completed': {
      const captured = await recordCaptured(deps, order, payment, capture);
      if (capture.refunded === 0) return captured;
      return recordRefund(deps, order, capture.captureId, capture.refunded);
    }
    case 'refunded':
      return recordRefund(deps, order, capture.captureId, order.total);
    case 'pending': {
      const dueAt = new Date(deps.now().getTime() + REVIEW_MS);
      const changes = { status: 'capturing', captureId: capture.captureId, dueAt } as const;
      return (await change(deps, order, ['created', 'capturing'], changes)).row;
    }
    case 'declined': {
      // The provider's review or the buyer's bank has refused the payment: its access is revoked.
      const changes = {
        status: 'failed',
        failure: 'denied',
        captureId: capture.captureId,
        dueAt: null,
      } as const;
      const states = ['created', 'capturing', 'captured', 'cancelled'] as const;
      return (await change(deps, order, states, changes, (manager, row) => revoke(manager, row, deps.now())))
        .row;
    }
  }
}

function mismatch({ env }: OrderDeps, order: OrderRow, payment: Payment, capture: Capture) {
  if (payment.customId !== order.requestId) return 'it names another order';
  if (payment.merchantId !== env.paypal.merchantId) return 'it went to another account';
  const matches = ({ currency, value }: Money) => currency === order.currency && value === order.total;
  return matches(payment.amount) && matches(capture) ? undefined : 'the amount is not the order’s';
}

async function recordCaptured(deps: OrderDeps, order: OrderRow, payment: Payment, { captureId }: Capture) {
  const now = deps.now();
  const { buyer, shipping } = payment;
  const changes = {
    status: 'captured',
    captureId,
    capturedAt: now,
    fulfilledAt: now,
    dueAt: null,
    failure: null,
    payerId: buyer?.payerId ?? null,
    paymentSource: payment.source?.slice(0, 32) ?? null,
    buyerName: buyer?.name?.slice(0, 300) ?? null,
    buyerEmail: buyer?.email?.slice(0, 254) ?? null,
    buyerEmailKey: buyer?.email === undefined ? null : emailKey(buyer.email).slice(0, 254),
    shippingName: shipping?.name?.slice(0, 300) ?? null,
    shippingAddress: shipping?.address ?? null,
  } as const;
  return (await change(deps, order, payable, changes, (manager, row) => fulfil(manager, row, deps))).row;
}

/**
 * Records what the provider has refunded in total. A refund that was not started here names no lines; only a
 * full one revokes access.
 * @throws PaymentError `unavailable` while a refund that was started here has no outcome
 */
export async function recordRefund(deps: OrderDeps, { id }: OrderRow, captureId: string, refunded: Pence) {
  await finishRefunds(deps, id);
  const updatedAt = deps.now();
  const { row: after, changed } = await transaction(deps.db, async (manager) => {
    const before = await lockRow(manager, Orders, id);
    if (before.refunding > 0) throw new PaymentError('unavailable', `A refund of order ${id} is open.`);
    const isAll = refunded >= before.total;
    const isOpen = [...payable, 'captured'].includes(before.status);
    if (isAll ? !isOpen : before.refunded >= refunded) return { row: before, changed: false };
    const amount = pence(Math.min(refunded, before.total) - before.refunded);
    const changes = isAll
      ? ({ status: 'refunded', captureId, refunded: before.total, dueAt: null, updatedAt } as const)
      : { refunded, updatedAt };
    const row = await writeRow(manager, Orders, before, changes);
    if (isAll) await revoke(manager, row, updatedAt);
    const hasPremium = (await keptLines(manager, id)).some(({ productId }) => productId === PREMIUM_ID);
    const detail = `${formatPounds(amount)}, at the payment provider`;
    await writeEvent(manager, id, { kind: 'refund-done', at: updatedAt, accountId: null, detail });
    const premiumEnds = isAll && hasPremium;
    const mail = refundMail(row, { amount, premiumEnds }, deps);
    if (amount > 0) await mailBuyer(manager, row, mail, updatedAt);
    return { row, changed: true };
  });
  const { userId: account } = after;
  if (changed) {
    deps.security.write({
      event: 'refund-recorded',
      result: 'success',
      account,
      order: id,
      refunded: after.refunded,
    });
  }
  return after;
}

/** Changes an order that is in one of the states. */
function change(
  { db, now }: OrderDeps,
  { id }: OrderRow,
  states: readonly OrderStatus[],
  changes: Partial<OrderRow>,
  then?: (manager: EntityManager, row: OrderRow) => Promise<void>,
) {
  const changed = { ...changes, updatedAt: now() };
  return changeRow(db, Orders, id, ({ status }) => (states.includes(status) ? changed : undefined), then);
}

/** A payment that does not match its order grants nothing: operators are alerted, and the sweep refunds it. */
async function recordMismatch(deps: OrderDeps, order: OrderRow, { captureId }: Capture, why: string) {
  const changes = { status: 'failed', failure: `mismatch: ${why}`, captureId, dueAt: deps.now() } as const;
  const { row, changed } = await change(deps, order, ['created', 'capturing', 'cancelled'], changes);
  if (changed) deps.log.error({ orderId: order.id, captureId, why }, 'a payment does not match its order');
  return row;
}
