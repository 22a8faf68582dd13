import { lockRow } from '../../database/change-row';
import { processDueRows } from '../../database/claim-due';
import { type OrderRow, Orders } from '../../database/entities';
import { transaction } from '../../database/transaction';
import type { OrderDeps } from './deps';
import { ProblemError } from '../../http/problem-error';
import { attemptCapture, captureUnderLease, changeOrder } from './capture-order';
import { dueOrders } from './capture-lease';
import type { OrderEventName } from './order-states';
import { ignoreUnknown, PaymentError } from './payments/provider';
import { amountText, nextLook, recordPayment, rememberPayer } from './record-payment';
import { dueRefunds, finishOrKeepOpen } from './refund-order';
import { transition, writeOrder } from './transition';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long a claim of the sweep lasts at most. */
const SWEEP_MS = 2 * MINUTE_MS;
/** When an unapproved or always declined order is cancelled; PayPal's own limit is six hours. */
const GIVE_UP_MS = 7 * HOUR_MS;
/** When a row without the provider's order id is cancelled, because its creating request has ended. */
const ORPHAN_MS = 10 * MINUTE_MS;

/**
 * Settles orders that no request processes any more: closed tabs, lost webhooks, crashed processes. Each process claims
 * due orders. A failed one delays no others; a failed batch waits for the next run.
 */
export async function sweepOrders(deps: OrderDeps): Promise<void> {
  await processDueRows(deps, dueOrders, (order) => settleOrPostpone(deps, order));
  await processDueRows(
    deps,
    dueRefunds,
    async (refund) => (await finishOrKeepOpen(deps, refund)).state !== 'open',
  );
}

/** @returns false when the order is not settled for a reason that affects other orders as well. */
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
  const { providerOrderId } = order;
  if (order.status === 'mismatched') return sendBack(deps, order);
  if (providerOrderId === null) {
    if (age(deps, order) < ORPHAN_MS) return postpone(deps, order);
    return close(deps, order, 'unknown', 'the provider was never reached');
  }
  if (order.status === 'capturing') {
    await captureUnderLease(deps, order);
    return;
  }
  const payment = await deps.payments.readPayment(providerOrderId).catch(ignoreUnknown);
  if (payment?.state === 'captured') return lookLater(deps, await recordPayment(deps, order, payment));
  if (order.status !== 'created') return lookLater(deps, order);
  if (!payment || payment.state === 'voided') return close(deps, order, 'unknown', 'the provider gave it up');
  const old = age(deps, order) >= GIVE_UP_MS;
  // A buyer who was told that the payment was declined is charged only after another approval.
  if (payment.state === 'approved' && order.failure !== 'declined') {
    try {
      await attemptCapture(deps, order);
    } catch (error) {
      await rememberPayer(deps, order, payment);
      // Only a row that the refusal has reset to `created` is cancelled, never one of unknown outcome.
      if (old) await close(deps, order, 'expired', 'refused for too long');
      throw error;
    }
    return;
  }
  await (old ? close(deps, order, 'expired', 'never approved') : postpone(deps, order));
}

/** Sends back a payment that does not match its order, and leaves to the staff what the provider refuses to send back. */
async function sendBack(deps: OrderDeps, order: OrderRow): Promise<void> {
  const { captureId, providerOrderId, requestId } = order;
  if (captureId === null || providerOrderId === null) return;
  const { capture } = await deps.payments.readPayment(providerOrderId);
  if (!capture) return postpone(deps, order);
  const isUnderWay = capture.refunds.some(({ state }) => state === 'pending');
  // Staff may have sent it back at the provider.
  if (capture.state !== 'refunded') {
    if (isUnderWay) return postpone(deps, order);
    const outcome = await deps.payments
      .refundCapture(captureId, `refund-${requestId}`)
      .catch((error: unknown) => {
        const isFinal =
          error instanceof PaymentError && ['unknown', 'refused'].includes(error.id) && !error.notPermitted;
        if (!isFinal) throw error;
        return { refundId: null, state: 'failed' as const, reason: error.message };
      });
    if (outcome.state === 'failed') {
      const detail = `${outcome.reason ?? 'PayPal could not send the payment back'}; compare it at PayPal`;
      return applyTo(deps, order, 'refund-refused', { changes: { dueAt: null }, detail });
    }
    if (outcome.state === 'pending') return postpone(deps, order);
  } else if (isUnderWay) return postpone(deps, order);
  await applyTo(deps, order, 'returned', { changes: { refunded: order.total }, detail: amountText(capture) });
}

async function applyTo(
  deps: OrderDeps,
  { id }: OrderRow,
  event: OrderEventName,
  details: Parameters<typeof transition>[4],
) {
  await transaction(deps.db, async (manager) => {
    await transition(deps, manager, await lockRow(manager, Orders, id), event, details);
  });
}

/** Schedules the next check after the order's age again, at most an hour, unless another process has changed it. */
async function postpone({ db, now }: OrderDeps, order: OrderRow): Promise<void> {
  const at = now().getTime();
  const wait = Math.min(Math.max(at - order.createdAt.getTime(), MINUTE_MS), HOUR_MS);
  await transaction(db, async (manager) => {
    const row = await lockRow(manager, Orders, order.id);
    const isUnchanged = row.status === order.status && row.dueAt?.getTime() === order.dueAt?.getTime();
    if (isUnchanged && row.status !== 'capturing')
      await writeOrder(manager, row, { dueAt: new Date(at + wait) });
  });
}

/** Schedules the next look at a payment under review, or at one that may be refunded or taken back at the provider. */
async function lookLater({ db, now }: OrderDeps, { id }: OrderRow): Promise<void> {
  const at = now();
  await transaction(db, async (manager) => {
    const row = await lockRow(manager, Orders, id);
    // Only a claim ends this early; every other time was written meanwhile.
    if (row.dueAt === null || row.dueAt.getTime() - at.getTime() > SWEEP_MS) return;
    const dueAt = row.status === 'reviewing' ? new Date(at.getTime() + HOUR_MS) : nextLook(row, at);
    if (['reviewing', 'captured', 'reversed'].includes(row.status)) await writeOrder(manager, row, { dueAt });
  });
}

async function close(deps: OrderDeps, order: OrderRow, event: 'unknown' | 'expired', failure: string) {
  await changeOrder(deps, order, event, { failure }, ({ status }) => status === 'created');
}

function age({ now }: OrderDeps, { createdAt }: OrderRow): number {
  return now().getTime() - createdAt.getTime();
}
