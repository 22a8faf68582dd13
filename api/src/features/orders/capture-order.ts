import { setTimeout as pause } from 'node:timers/promises';
import { lockRow } from '../../database/change-row';
import { OrderEvents, type OrderRow, Orders } from '../../database/entities';
import { transaction } from '../../database/transaction';
import type { OrderDeps } from './deps';
import { ProblemError } from '../../http/problem-error';
import { acquireCaptureLease, type LeaseResult, MAX_PAUSE_MS } from './capture-lease';
import { orderNumber, paypalInvoiceId } from './order-number';
import { PaymentError, toProblem } from './payments/provider';
import { recordPayment, rememberPayer } from './record-payment';
import type { OrderEventName } from './order-states';
import { type OrderChanges, transition, writeOrder } from './transition';

/** A caller waits for a concurrent capture long enough to take over an expired lease. */
const MAX_WAIT_MS = 20_000;
/** When the sweep retries an approved order whose capture was refused. */
const RETRY_MS = 10 * 60_000;
/** After so long without an answer, the staff look at an order, and its buyer is told. */
const STUCK_MS = 60 * 60_000;

/** Failures after which the order's row says what happened; a repeated webhook would not change them. */
export const DECIDED: ReadonlySet<string> = new Set([
  'payment-declined',
  'order-not-approved',
  'order-not-payable',
  'already-owned',
]);

/** The outcome of one attempt to capture: the row afterwards, or the concurrent capture that prevented it. */
type Attempt =
  | { readonly state: 'settled'; readonly order: OrderRow }
  | Extract<LeaseResult, { state: 'busy' | 'concurrent' }>;

/**
 * Captures an order. Of concurrent callers one calls the provider.
 * @returns the order, of which the money is taken or under review
 * @throws ProblemError `already-owned`, `order-not-approved`, `payment-declined`, `order-not-payable`,
 * `payment-unavailable`
 */
export async function captureOrder(deps: OrderDeps, order: OrderRow): Promise<OrderRow> {
  const settled = order.status === 'captured' ? order : await captureOrWait(deps, order);
  switch (settled.status) {
    case 'captured':
    case 'reviewing':
      return settled;
    case 'capturing':
      throw new ProblemError('payment-unavailable');
    case 'created': {
      const { failure } = settled;
      const id = failure === 'declined' || failure === 'not-approved' ? failure : 'refused';
      throw toProblem(new PaymentError(id, 'A concurrent capture failed.'));
    }
    case 'refused':
      throw new ProblemError('payment-declined');
    case 'cancelled':
      throw new ProblemError('order-not-payable', {
        message: 'This order was closed before it was paid. Nothing was taken.',
      });
    case 'mismatched':
    case 'refunded':
    case 'reversed':
      throw new ProblemError('order-not-payable');
  }
}

/**
 * Captures an order's payment unless a concurrent caller does. The key of this attempt repeats the call of a
 * dead process instead of making a second one.
 * @throws ProblemError as {@link captureOrder}
 */
export async function attemptCapture(deps: OrderDeps, order: OrderRow): Promise<Attempt> {
  const lease = await acquireCaptureLease(deps, order);
  switch (lease.state) {
    case 'leased':
      return { state: 'settled', order: await captureUnderLease(deps, lease.order) };
    case 'concurrent':
      if (!lease.underReview) return lease;
      throw new ProblemError('order-not-payable', {
        message: 'Another of your payments for premium access is still being checked.',
      });
    case 'owned':
    case 'ownerless': {
      const isOwned = lease.state === 'owned';
      const failure = isOwned ? 'premium access is owned already' : 'its account was deleted';
      await changeOrder(deps, order, isOwned ? 'owned-already' : 'ownerless', { failure });
      throw new ProblemError(isOwned ? 'already-owned' : 'order-not-payable');
    }
    case 'busy':
    case 'settled':
      return lease;
  }
}

/** Applies an event in a transaction of its own. @returns the order afterwards */
export function changeOrder(
  deps: OrderDeps,
  { id }: OrderRow,
  event: OrderEventName,
  changes: OrderChanges = {},
  isStillMeant: (order: OrderRow) => boolean = () => true,
): Promise<OrderRow> {
  return transaction(deps.db, async (manager) => {
    const order = await lockRow(manager, Orders, id);
    if (!isStillMeant(order)) return order;
    return (await transition(deps, manager, order, event, { changes })) ?? order;
  });
}

/** Captures an order whose lease this caller holds. @returns the row afterwards. */
export async function captureUnderLease(deps: OrderDeps, order: OrderRow): Promise<OrderRow> {
  const { payments } = deps;
  const { providerOrderId, requestId, captureAttempt } = order;
  if (providerOrderId === null) return order;
  try {
    const seen = order.awaitedAt === null ? undefined : await readUnanswered(deps, order, providerOrderId);
    if (seen) return await recordPayment(deps, order, seen);
    const payment = await payments
      .capturePayment(providerOrderId, `capture-${requestId}-${captureAttempt ?? 1}`)
      .catch(async (error: unknown) => {
        if (!(error instanceof PaymentError)) throw error;
        if (error.id === 'already-captured') return payments.readPayment(providerOrderId);
        // PayPal has many reasons to refuse a payment, such as an expired card or a restricted account, and has new ones
        // at times. After each of them nothing was taken, and the buyer may choose another way to pay.
        const isDecline = error.id === 'refused' && !error.notPermitted;
        throw isDecline ? new PaymentError('declined', error.message, { cause: error }) : error;
      });
    return await recordPayment(deps, order, payment);
  } catch (error) {
    // A failure of ours tells nothing about the payment: the lease expires and another caller takes over.
    if (!(error instanceof PaymentError)) throw error;
    await recordFailure(deps, order, error);
    throw toProblem(error);
  }
}

/**
 * The payment of an order to which an earlier call got no answer, if PayPal shows that it was taken. Otherwise its payer
 * is remembered, and the capture that follows has the failure that counts.
 */
async function readUnanswered(deps: OrderDeps, order: OrderRow, providerOrderId: string) {
  const payment = await deps.payments.readPayment(providerOrderId).catch((error: unknown): undefined => {
    if (!(error instanceof PaymentError)) throw error;
  });
  if (payment?.capture) return payment;
  if (payment) await rememberPayer(deps, order, payment);
  return undefined;
}

function recordFailure(deps: OrderDeps, order: OrderRow, { id, paused }: PaymentError): Promise<unknown> {
  const at = deps.now();
  // A caller that has lost its lease must not end the capture of another one.
  const isMine = ({ status, dueAt }: OrderRow) =>
    status === 'capturing' && dueAt?.getTime() === order.dueAt?.getTime();
  switch (id) {
    case 'declined':
    case 'not-approved':
    case 'refused': {
      // Nothing was captured; the buyer may try again with another payment method.
      const changes = { failure: id, dueAt: new Date(at.getTime() + RETRY_MS) };
      return changeOrder(deps, order, 'capture-failed', changes, isMine);
    }
    case 'unknown':
      return changeOrder(deps, order, 'unknown', { failure: id }, isMine);
    case 'already-captured':
    case 'not-authentic':
    case 'unreadable':
    case 'unavailable':
      // The payment may have been captured or not: the next caller or the sweep finds out.
      return transaction(deps.db, async (manager) => {
        const row = await lockRow(manager, Orders, order.id);
        if (row.status !== 'capturing') return undefined;
        const awaitedAt = row.awaitedAt ?? at;
        const silence = Math.max(0, at.getTime() - awaitedAt.getTime());
        // Pauses grow, so that one order's failures do not open the circuit breaker again and again. It is open already
        // when no order could have been captured.
        const dueAt = new Date(at.getTime() + (paused ? 0 : Math.min(silence, MAX_PAUSE_MS)));
        const changes = { awaitedAt, ...(isMine(row) && { failure: 'unavailable', dueAt }) };
        const isNews =
          silence >= STUCK_MS &&
          !(await manager.existsBy(OrderEvents, { orderId: row.id, kind: 'capture-stuck' }));
        if (!isNews) return writeOrder(manager, row, changes);
        const detail = `look for invoice ${paypalInvoiceId(orderNumber(row), row.requestId)} at PayPal. If it is paid there, wait: we ask every ten minutes. If it is not, close the order.`;
        return transition(deps, manager, row, 'capture-stuck', { changes, detail });
      });
  }
}

/** Captures, or waits for a concurrent capture of this order or a concurrent payment; takes over when its lease expires. */
async function captureOrWait(deps: OrderDeps, order: OrderRow): Promise<OrderRow> {
  const until = performance.now() + MAX_WAIT_MS;
  let row = order;
  for (let wait = 25; performance.now() < until && !deps.stopping.aborted; wait = Math.min(wait * 2, 400)) {
    const attempt = await attemptCapture(deps, row);
    if (attempt.state === 'settled') return attempt.order;
    await pause(wait);
    row = await deps.db.getRepository(Orders).findOneByOrFail({ id: order.id });
    // The concurrent payment's outcome decides whether this order is still needed.
    if (attempt.state === 'concurrent') continue;
    if (row.status !== 'capturing') return row;
    if (row.failure === 'unavailable') break;
  }
  throw new ProblemError('payment-unavailable');
}
