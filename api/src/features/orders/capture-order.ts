import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@isa/api-contract';
import { changeRow } from '../../database/change-row';
import { type OrderRow, Orders } from '../../database/entities';
import type { OrderDeps } from './deps';
import { ProblemError } from '../../http/problem-error';
import type { Buyer } from './buyer';
import { ownOrder, presentOrder } from './order-history';
import { readLines } from './order-lines';
import { type Hold, holdOrder } from './hold-order';
import { PaymentError, toProblem } from './payments/provider';
import { recordPayment } from './record-payment';

/** A caller waits for a concurrent capture long enough to take over an expired lease. */
const MAX_WAIT_MS = 20_000;
/** When the sweep retries an approved order whose capture was refused. */
const RETRY_MS = 10 * 60_000;

/** The outcome of one attempt to capture: the row afterwards, or the concurrent capture that prevented it. */
type Attempt =
  | { readonly state: 'settled'; readonly order: OrderRow }
  | Extract<Hold, { state: 'busy' | 'concurrent' }>;

/**
 * Captures an order for its buyer. Of concurrent callers one calls the provider.
 * @throws ProblemError `not-found`, `already-owned`, `order-not-approved`, `payment-declined`,
 * `order-not-payable`, `payment-unavailable`
 */
export async function captureOrder(deps: OrderDeps, buyer: Buyer, providerOrderId: string): Promise<Order> {
  const order = await ownOrder(deps, buyer, providerOrderId);
  const settled = order.status === 'captured' ? order : await captureOrWait(deps, order);
  switch (settled.status) {
    case 'captured':
    case 'capturing':
      return presentOrder(settled, await readLines(deps.db.manager, [settled.id]));
    case 'created': {
      const { failure } = settled;
      const id = failure === 'declined' || failure === 'not-approved' ? failure : 'refused';
      throw toProblem(new PaymentError(id, 'A concurrent capture failed.'));
    }
    case 'failed':
      throw new ProblemError(settled.failure === 'denied' ? 'payment-declined' : 'order-not-payable');
    case 'refunded':
    case 'cancelled':
      throw new ProblemError('order-not-payable');
  }
}

/**
 * Captures an order's payment unless a concurrent caller does. The key of this attempt repeats the call of a
 * dead process instead of making a second one.
 * @throws ProblemError as {@link captureOrder}
 */
export async function attemptCapture(deps: OrderDeps, order: OrderRow): Promise<Attempt> {
  const hold = await holdOrder(deps, order);
  switch (hold.state) {
    case 'held':
      return { state: 'settled', order: await captureHeld(deps, hold.order) };
    case 'concurrent':
      if (!hold.underReview) return hold;
      throw new ProblemError('order-not-payable', {
        message: 'Another payment of yours for premium access is still being checked.',
      });
    case 'owned':
    case 'ownerless': {
      const isOwned = hold.state === 'owned';
      const failure = isOwned ? 'premium access is owned already' : 'its account was deleted';
      await changeRow(deps.db, Orders, order.id, ({ status }) =>
        status === 'created' ? { status: 'cancelled' as const, failure, dueAt: null } : undefined,
      );
      throw new ProblemError(isOwned ? 'already-owned' : 'order-not-payable');
    }
    case 'busy':
    case 'settled':
      return hold;
  }
}

/** Captures an order whose lease this caller holds. @returns the row afterwards. */
export async function captureHeld(deps: OrderDeps, order: OrderRow): Promise<OrderRow> {
  const { db, payments, now } = deps;
  const { id, providerOrderId, requestId, captureAttempt } = order;
  if (providerOrderId === null) return order;
  try {
    const payment = await payments
      .capturePayment(providerOrderId, `capture-${requestId}-${captureAttempt ?? 1}`)
      .catch(async (error: unknown) => {
        if (error instanceof PaymentError && error.id === 'already-captured') {
          return payments.readPayment(providerOrderId);
        }
        throw error;
      });
    return await recordPayment(deps, order, payment);
  } catch (error) {
    // A failure of ours tells nothing about the payment: the lease expires and another caller takes over.
    if (!(error instanceof PaymentError)) throw error;
    const changes = afterFailure(error, now());
    // A caller that has lost its lease must not end the capture of another one.
    await changeRow(db, Orders, id, ({ status, dueAt }) =>
      status === 'capturing' && dueAt?.getTime() === order.dueAt?.getTime() ? changes : undefined,
    );
    throw toProblem(error);
  }
}

function afterFailure({ id }: PaymentError, now: Date): Partial<OrderRow> {
  switch (id) {
    case 'declined':
    case 'not-approved':
    case 'refused':
      // Nothing was captured; the buyer may try again with another payment method.
      return { status: 'created', failure: id, updatedAt: now, dueAt: new Date(now.getTime() + RETRY_MS) };
    case 'unknown':
      return { status: 'cancelled', failure: id, updatedAt: now, dueAt: null };
    case 'already-captured':
    case 'not-authentic':
    case 'unavailable':
      // The payment may have been captured or not: the next caller or the sweep finds out.
      return { failure: id, dueAt: now };
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
    if (row.status !== 'capturing' || row.captureId !== null) return row;
    if (row.failure === 'unavailable') break;
  }
  throw new ProblemError('payment-unavailable');
}
