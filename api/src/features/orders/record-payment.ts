import {
  CURRENCY,
  emailAddress,
  emailKey,
  formatPounds,
  type Pence,
  pence,
  sum,
  toDecimal,
} from '@isa/api-contract';
import { type EntityManager, In, MoreThan } from 'typeorm';
import { lockRow, writeRow } from '../../database/change-row';
import { OrderEvents, type OrderRow, Orders, type RefundRow, Refunds } from '../../database/entities';
import { transaction } from '../../database/transaction';
import type { OrderDeps } from './deps';
import type { Money, Payment } from './payments/paypal-order';
import { PaymentError } from './payments/provider';
import { remainingVat } from './order-lines';
import { finishRefunds, FOREIGN, settleRefund } from './refund-order';
import { orderStates } from './order-states';
import { transition, writeOrder } from './transition';

/** When a payment under the provider's review is read again, in milliseconds. */
const REVIEW_MS = 60 * 60 * 1000;

type Capture = NonNullable<Payment['capture']>;

/**
 * Updates an order to the provider's state. Repeated and reordered calls have the same result: an event that means
 * nothing in the order's state changes nothing.
 * @throws PaymentError `unavailable` while a refund that was started here has no outcome
 */
export async function recordPayment(deps: OrderDeps, order: OrderRow, payment: Payment): Promise<OrderRow> {
  const { capture } = payment;
  if (!capture) return order;
  const fault = mismatch(deps, order, payment, capture);
  // A refund without a known outcome may be one of those that the provider lists.
  if (fault === undefined && capture.refunds.length > 0) await finishRefunds(deps, order.id);
  const { before, after } = await transaction(deps.db, async (manager) => {
    const locked = await lockRow(manager, Orders, order.id);
    const row = await recordCapture(deps, manager, locked, payment, capture, fault);
    return { before: locked, after: row };
  });
  if (fault !== undefined && after.status !== before.status)
    deps.log.error(
      { orderId: order.id, captureId: capture.captureId, why: fault.reason },
      'a payment does not match its order',
    );
  if (after.refunded !== before.refunded) {
    const { id, userId: account, refunded } = after;
    deps.security.write({ event: 'refund-recorded', result: 'success', account, order: id, refunded });
  }
  return after;
}

async function recordCapture(
  deps: OrderDeps,
  manager: EntityManager,
  order: OrderRow,
  payment: Payment,
  capture: Capture,
  fault: Fault | undefined,
): Promise<OrderRow> {
  const { captureId } = capture;
  const dueAt = new Date(deps.now().getTime() + REVIEW_MS);
  if (fault !== undefined) {
    const changes = {
      captureId,
      failure: `mismatch: ${fault.reason}`,
      dueAt: fault.isReturnable ? deps.now() : null,
    };
    const detail = fault.isReturnable ? fault.reason : `${fault.reason}, so it cannot be sent back from here`;
    if (capture.state === 'declined') return order;
    return (await transition(deps, manager, order, 'mismatched', { changes, detail })) ?? order;
  }
  switch (capture.state) {
    case 'pending':
      return (
        (await transition(deps, manager, order, 'review-started', {
          changes: { ...buyerOf(payment), captureId, dueAt, awaitedAt: order.awaitedAt ?? deps.now() },
        })) ?? order
      );
    case 'declined': {
      const changes = { ...buyerOf(payment), captureId, failure: 'denied' };
      // What was delivered meanwhile is not paid any more.
      const detail = order.capturedAt === null ? '' : 'it was complete before';
      return (await transition(deps, manager, order, 'refused', { changes, detail })) ?? order;
    }
    case 'completed':
    case 'refunded': {
      const now = deps.now();
      const changes = {
        ...buyerOf(payment),
        captureId,
        capturedAt: now,
        fulfilledAt: now,
        failure: null,
        dueAt: nextLook({ ...order, status: 'captured', capturedAt: now }, now),
      };
      const isUnderWay = capture.refunds.some(({ state }) => state === 'pending');
      const isFullyRefunded = capture.state === 'refunded' && order.capturedAt === null && !isUnderWay;
      if (isFullyRefunded) {
        // It was paid and sent back before anything was delivered.
        const amounts = { refunded: order.total, refunding: pence(0) };
        const returned = { ...changes, ...amounts, fulfilledAt: null, dueAt: null };
        const refund = { amount: order.total, lines: [] };
        const after = await transition(deps, manager, order, 'refunded', { changes: returned, refund });
        if (after) {
          const done = { state: 'done' as const, completedAt: now };
          await insertForeign(deps, manager, order, refundedWhole(captureId), order.total, done);
        }
        return after ?? order;
      }
      // The provider showed that it was taken back, and shows it no more.
      if (order.status === 'reversed' && order.dueAt !== null && isOlderThanCalls(deps, order))
        return reinstateLocked(deps, manager, order, payment);
      // A sale that the provider had refused afterwards is no new one.
      const isBack = order.status === 'refused' && order.capturedAt !== null;
      const captured = isBack
        ? await reinstateLocked(deps, manager, order, payment)
        : ((await transition(deps, manager, order, 'paid', { changes })) ?? order);
      return recordRefunds(deps, manager, captured, capture);
    }
  }
}

interface Fault {
  readonly reason: string;
  /** Whether our account has received it and can send it back. */
  readonly isReturnable: boolean;
}

function mismatch(
  { env }: OrderDeps,
  order: OrderRow,
  payment: Payment,
  capture: Capture,
): Fault | undefined {
  if (payment.customId !== order.requestId) return { reason: 'it names another order', isReturnable: true };
  if (payment.merchantId !== env.paypal.merchantId)
    return { reason: 'it went to another account', isReturnable: false };
  const matches = ({ currency, value }: Money) => currency === order.currency && value === order.total;
  return matches(payment.amount) && matches(capture)
    ? undefined
    : { reason: `${amountText(capture)} instead of ${formatPounds(order.total)}`, isReturnable: true };
}

export function amountText({ currency, value }: Money): string {
  if (value === undefined) return `an unreadable amount of ${currency}`;
  return currency === CURRENCY ? formatPounds(value) : `${toDecimal(value)} ${currency}`;
}

function buyerOf({ buyer, shipping, source }: Payment) {
  return {
    payerId: buyer?.payerId ?? null,
    paymentSource: source?.slice(0, 32) ?? null,
    buyerName: buyer?.name?.slice(0, 300) ?? null,
    ...payerAddress(buyer?.email),
    shippingName: shipping?.name?.slice(0, 300) ?? null,
    shippingAddress: shipping?.address ?? null,
  };
}

/** The address of a payment, which the provider has checked. An invalid one attaches the order to no account. */
export function payerAddress(given: string | null | undefined) {
  const address = given ? emailAddress(given) : undefined;
  return {
    buyerEmail: address ?? given?.slice(0, 254) ?? null,
    buyerEmailKey: address === undefined ? null : emailKey(address),
  };
}

/** Keeps the address of a payer whose payment is not taken yet, because the result is mailed there. */
export async function rememberPayer(deps: OrderDeps, { id }: OrderRow, { buyer }: Payment): Promise<void> {
  if (buyer?.email === undefined) return;
  const address = payerAddress(buyer.email);
  await transaction(deps.db, async (manager) => {
    const order = await lockRow(manager, Orders, id);
    if (order.buyerEmail === null) await writeOrder(manager, order, address);
  });
}

/** Brings the refunds of a captured order to the provider's list, including those that were made at the provider. */
async function recordRefunds(
  deps: OrderDeps,
  manager: EntityManager,
  order: OrderRow,
  { captureId, state, refunds }: Capture,
): Promise<OrderRow> {
  if (order.status !== 'captured' || (refunds.length === 0 && state !== 'refunded')) return order;
  const known = await manager.findBy(Refunds, { orderId: order.id });
  if (known.some((refund) => refund.state === 'open') && refunds.length > 0)
    throw new PaymentError('unavailable', `A refund of order ${order.id} is open.`);
  const live = refunds.filter((refund) => refund.state === 'done' || refund.state === 'pending');
  const listed = sum(live.map(({ amount }) => amount));
  // The capture may be refunded without a list that says how.
  const rest = pence(state === 'refunded' ? Math.max(0, order.total - listed) : 0);
  const unlisted = { refundId: refundedWhole(captureId), state: 'done', amount: rest } as const;
  let row = order;
  for (const { refundId, state: outcome, amount } of [...refunds, ...(rest > 0 ? [unlisted] : [])]) {
    let refund = known.find(({ providerRefundId }) => providerRefundId === refundId);
    if (!refund) {
      const left = pence(row.total - row.refunded - row.refunding);
      if (outcome === 'failed' || left === 0) continue;
      refund = await insertForeign(deps, manager, row, refundId, pence(Math.min(amount, left)));
      row = await writeOrder(manager, row, { refunding: sum([row.refunding, refund.amount]) });
    }
    row = (await settleRefund(deps, manager, row, refund, { refundId, state: outcome })).order;
  }
  return row;
}

/** Names the refund of a capture that the provider does not list. */
const refundedWhole = (captureId: string) => `refunded-${captureId}`;

/** A refund that staff have made at the provider names no lines, so it contains its share of the VAT that is left. */
async function insertForeign(
  { now }: OrderDeps,
  manager: EntityManager,
  order: OrderRow,
  providerRefundId: string,
  amount: Pence,
  outcome: Pick<RefundRow, 'state' | 'completedAt'> = { state: 'pending', completedAt: null },
): Promise<RefundRow> {
  const left = order.total - order.refunded - order.refunding;
  const vat = await remainingVat(manager, order);
  return manager.save(Refunds, {
    orderId: order.id,
    key: `${FOREIGN}${providerRefundId}`.slice(0, 64),
    amount,
    vat: pence(Math.round((vat * amount) / left)),
    lines: [],
    reason: 'Refunded at PayPal',
    requestedBy: null,
    providerRefundId,
    failure: null,
    createdAt: now(),
    dueAt: null,
    ...outcome,
  });
}

/**
 * The provider or the buyer's bank has taken the payment back.
 * @param at when; a dispute that was decided for us afterwards has brought it back already.
 */
export function recordReversal(
  deps: OrderDeps,
  { id }: OrderRow,
  { captureId, state }: Capture,
  at: Date | undefined,
): Promise<OrderRow> {
  return transaction(deps.db, async (manager) => {
    const order = await lockRow(manager, Orders, id);
    const isOver =
      state === 'completed' &&
      at !== undefined &&
      (await manager.existsBy(OrderEvents, { orderId: id, kind: 'dispute-won', at: MoreThan(at) }));
    if (isOver) return order;
    const changes = {
      captureId,
      refunded: order.total,
      refunding: pence(0),
      // What the capture does not show now, it cannot show the end of.
      dueAt: state === 'refunded' ? nextLook({ ...order, status: 'reversed' }, deps.now()) : null,
    };
    const after = await transition(deps, manager, order, 'reversed', {
      changes,
      detail: order.sentAt === null ? '' : 'its books are sent',
    });
    if (after) {
      // No refund can follow, and none of them has happened.
      const open = { orderId: id, state: In(['open', 'pending']) };
      await manager.update(Refunds, open, {
        state: 'failed',
        dueAt: null,
        completedAt: deps.now(),
        failure: 'The payment was taken back.',
      });
    }
    return after ?? order;
  });
}

/** Records what is known about a dispute, for the staff. */
export function recordDispute(
  deps: OrderDeps,
  { id }: OrderRow,
  event: 'disputed' | 'dispute-won',
  detail = '',
): Promise<void> {
  return transaction(deps.db, async (manager) => {
    const order = await lockRow(manager, Orders, id);
    // A doubled event is no news.
    const isKnown = await manager.existsBy(OrderEvents, { orderId: id, kind: event, detail });
    if (!isKnown) await transition(deps, manager, order, event, { detail });
  });
}

/** A payment that was read before the order's last change tells nothing new about it; calls to the provider are shorter. */
function isOlderThanCalls({ now }: OrderDeps, { updatedAt }: OrderRow): boolean {
  return now().getTime() - updatedAt.getTime() > 10 * 60_000;
}

/** A payment that was taken back is with us again: the order goes on where it was. */
export function reinstate(deps: OrderDeps, { id }: OrderRow, payment: Payment): Promise<OrderRow> {
  return transaction(deps.db, async (manager) =>
    reinstateLocked(deps, manager, await lockRow(manager, Orders, id), payment),
  );
}

async function reinstateLocked(
  deps: OrderDeps,
  manager: EntityManager,
  order: OrderRow,
  payment: Payment,
): Promise<OrderRow> {
  const { capture } = payment;
  if (!capture || orderStates[order.status].on.reinstated === undefined) return order;
  if (capture.state !== 'completed' && !(capture.state === 'refunded' && order.status === 'refused'))
    return order;
  const listed = capture.refunds.filter(({ state }) => state === 'done').map(({ refundId }) => refundId);
  const known = await manager.findBy(Refunds, { orderId: order.id, state: 'done' });
  // The provider may have shown the reversal as a refund, which stays in the report of its month.
  const gone = known.filter(({ providerRefundId }) => !listed.includes(providerRefundId ?? ''));
  const refunded = sum(known.filter((refund) => !gone.includes(refund)).map(({ amount }) => amount));
  if (refunded >= order.total) return order;
  for (const refund of gone)
    await writeRow(manager, Refunds, refund, {
      state: 'undone',
      failure: 'The payment has been returned to us.',
    });
  const now = deps.now();
  const capturedAt = order.capturedAt ?? now;
  const changes = {
    ...(order.capturedAt === null && { ...buyerOf(payment), capturedAt, fulfilledAt: now }),
    refunded,
    refunding: pence(0),
    dueAt: nextLook({ ...order, status: 'captured', capturedAt }, now),
  };
  const detail = formatPounds(pence(order.total - refunded));
  return (await transition(deps, manager, order, 'reinstated', { changes, detail })) ?? order;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** When the provider is asked about a settled payment again, in days after it: refunds are possible for 180. */
const LOOKS = [1, 7, 30, 90, 181];

/** @returns the next time; null after the last. One that was taken back is looked at each day. */
export function nextLook(
  { status, capturedAt, createdAt }: Pick<OrderRow, 'status' | 'capturedAt' | 'createdAt'>,
  now: Date,
): Date | null {
  const paidAt = (capturedAt ?? createdAt).getTime();
  const next = LOOKS.map((days) => paidAt + days * DAY_MS).find((time) => time > now.getTime());
  if (next === undefined) return null;
  return new Date(status === 'reversed' ? now.getTime() + DAY_MS : next);
}
