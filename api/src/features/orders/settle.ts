import { changeRow } from '../../database/change-row';
import { workDue } from '../../database/claim-due';
import { type OrderRow, Orders } from '../../database/entities';
import type { OrderDeps } from './deps';
import { ProblemError } from '../../http/problem-error';
import { attemptCapture, captureHeld } from './capture-order';
import { dueOrders } from './hold-order';
import { ignoreUnknown, PaymentError } from './payments/provider';
import { recordPayment, recordRefund } from './record-payment';
import { dueRefunds, finishOrKeepOpen } from './refund-order';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** When an unapproved or always declined order is cancelled; PayPal's own limit is six hours. */
const GIVE_UP_MS = 7 * HOUR_MS;
/** When a row without the provider's order id is cancelled, because its creating request has ended. */
const ORPHAN_MS = 10 * MINUTE_MS;

/**
 * Settles orders that no request processes any more: closed tabs, lost webhooks, crashed processes. Each process claims
 * due orders. A failed one delays no others; a failed batch waits for the next run.
 */
export async function sweepOrders(deps: OrderDeps): Promise<void> {
  await workDue(deps, dueOrders, (order) => settleOrPostpone(deps, order));
  await workDue(deps, dueRefunds, async (refund) => (await finishOrKeepOpen(deps, refund)).state !== 'open');
}

/** @returns false when the order is not settled for a reason that concerns others, too. */
async function settleOrPostpone(deps: OrderDeps, order: OrderRow): Promise<boolean> {
  try {
    await settleOrder(deps, order);
    return true;
  } catch (error) {
    if (!(error instanceof ProblemError)) {
      deps.log.warn({ err: error, orderId: order.id }, 'an order is not settled yet');
    }
    // The order stays claimed for its lease: growing pauses are for orders that fail while others do not.
    if (error instanceof PaymentError && error.paused) return false;
    await postpone(deps, order).catch((reason: unknown) =>
      deps.log.warn({ err: reason, orderId: order.id }, 'an order is not postponed'),
    );
    return error instanceof ProblemError && error.id !== 'payment-unavailable';
  }
}

async function settleOrder(deps: OrderDeps, order: OrderRow): Promise<void> {
  const { captureId, providerOrderId } = order;
  if (order.status === 'failed') {
    if (captureId === null || providerOrderId === null) return cancel(deps, order, 'nothing was taken');
    // The provider refuses to refund what staff have sent back there.
    const { capture } = await deps.payments.readPayment(providerOrderId);
    if (capture?.state !== 'refunded')
      await deps.payments.refundCapture(captureId, `refund-${order.requestId}`);
    await recordRefund(deps, order, captureId, order.total);
    return;
  }
  if (providerOrderId === null) {
    if (age(deps, order) < ORPHAN_MS) return postpone(deps, order);
    return cancel(deps, order, 'the provider was never reached');
  }
  if (order.status === 'capturing') {
    await captureHeld(deps, order);
    return;
  }
  const payment = await deps.payments.readPayment(providerOrderId).catch(ignoreUnknown);
  if (!payment || payment.state === 'voided') return cancel(deps, order, 'the provider gave it up');
  if (payment.state === 'captured') return void (await recordPayment(deps, order, payment));
  const old = age(deps, order) >= GIVE_UP_MS;
  if (payment.state === 'approved') {
    try {
      await attemptCapture(deps, order);
    } catch (error) {
      // Only a row that the refusal has reset to `created` is cancelled, never one of unknown outcome.
      if (old) await cancel(deps, order, 'refused for too long');
      throw error;
    }
    return;
  }
  await (old ? cancel(deps, order, 'never approved') : postpone(deps, order));
}

/** Schedules the next check after the order's age again, at most an hour, unless somebody else has changed it. */
async function postpone({ db, now }: OrderDeps, order: OrderRow): Promise<void> {
  const at = now().getTime();
  const wait = Math.min(Math.max(at - order.createdAt.getTime(), MINUTE_MS), HOUR_MS);
  await changeRow(db, Orders, order.id, ({ status, dueAt }) =>
    status === order.status && status !== 'capturing' && dueAt?.getTime() === order.dueAt?.getTime()
      ? { dueAt: new Date(at + wait) }
      : undefined,
  );
}

async function cancel({ db, now }: OrderDeps, { id }: OrderRow, failure: string): Promise<void> {
  const changes = { status: 'cancelled', failure, dueAt: null, updatedAt: now() } as const;
  await changeRow(db, Orders, id, ({ status }) => (status === 'created' ? changes : undefined));
}

function age({ now }: OrderDeps, { createdAt }: OrderRow): number {
  return now().getTime() - createdAt.getTime();
}
