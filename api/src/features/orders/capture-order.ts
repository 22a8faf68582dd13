import { setTimeout as pause } from 'node:timers/promises';
import { type OrderRow, Orders } from '../../database/entities';
import type { Deps } from '../../deps';
import { ProblemError } from '../../http/problem-error';
import { type Buyer, owns } from './buyer';
import { type Busy, holdOrder } from './hold-order';
import { problemOf } from './payment-problems';
import { PaymentError, type PaymentErrorId } from './payments/provider';
import { recordPayment } from './record-payment';
import { updateOrders } from './update-orders';

/** How long a caller waits for another one who is capturing the same order: long enough to take over. */
const PATIENCE_MS = 20_000;
/** When an approved order whose capture was refused is tried again by the sweep. */
const RETRY_MS = 10 * 60_000;

/**
 * Captures an order for its buyer and answers how it stands. Of callers that come together one asks the
 * provider and the others wait for the outcome.
 * @throws ProblemError `not-found`, `already-owned`, `order-not-approved`, `payment-declined`,
 * `order-not-payable`, `payment-unavailable`
 */
export async function captureOrder(deps: Deps, buyer: Buyer, providerOrderId: string): Promise<OrderRow> {
  const order = await deps.db.getRepository(Orders).findOneBy({ providerOrderId });
  if (!order || !owns(buyer, order)) throw new ProblemError('not-found');
  if (order.status === 'captured') return order;
  const settled = await takeMoneyOrWait(deps, order);
  switch (settled.status) {
    case 'captured':
    case 'capturing':
      return settled;
    case 'created':
      throw problemOf(new PaymentError(failureId(settled), 'Another request was told so.'));
    case 'failed':
      throw new ProblemError(settled.failure === 'denied' ? 'payment-declined' : 'order-not-payable');
    case 'refunded':
    case 'cancelled':
      throw new ProblemError('order-not-payable');
  }
}

/**
 * Takes an order's money, unless somebody else is at it. The provider is called outside of any
 * transaction and under a key that belongs to this attempt, so that taking over from a process that
 * died repeats its call instead of making a second one.
 * @returns the row afterwards, or who is at it.
 * @throws ProblemError as {@link captureOrder}
 */
export async function takeMoney(deps: Deps, order: OrderRow): Promise<OrderRow | Busy> {
  const { db, payments, now } = deps;
  const orders = db.getRepository(Orders);
  const held = await holdOrder(deps, order);
  if (held === 'held' || held === 'rival') return held;
  if (held === 'rival under review') {
    throw new ProblemError('order-not-payable', {
      message: 'Another payment of yours for premium access is still being checked.',
    });
  }
  if (held === 'owned') {
    const failure = 'premium access is owned already';
    await updateOrders(
      db,
      { id: order.id, status: 'created' },
      { status: 'cancelled', failure, dueAt: null },
    );
    throw new ProblemError('already-owned');
  }
  const { id, providerOrderId, requestId, captureAttempt } = held;
  // The holder's lease keeps everybody else away from rows in any other state.
  if (held.status !== 'capturing' || providerOrderId === null) return held;
  try {
    const payment = await payments
      .capturePayment(providerOrderId, `capture-${requestId}-${captureAttempt ?? 1}`)
      .catch(async (error: unknown) => {
        if (error instanceof PaymentError && error.id === 'already-captured') {
          return payments.readPayment(providerOrderId);
        }
        throw error;
      });
    await recordPayment(deps, held, payment);
  } catch (error) {
    await updateOrders(db, { id, status: 'capturing' }, afterFailure(error, now()));
    throw problemOf(error);
  }
  return orders.findOneByOrFail({ id });
}

/** What becomes of a row whose capture failed. */
function afterFailure(error: unknown, now: Date): Partial<OrderRow> {
  const id = error instanceof PaymentError ? error.id : 'unavailable';
  switch (id) {
    case 'declined':
    case 'not-approved':
    case 'refused':
      // Nothing was taken; the buyer may try again with another instrument.
      return { status: 'created', failure: id, updatedAt: now, dueAt: new Date(now.getTime() + RETRY_MS) };
    case 'unknown':
      return { status: 'cancelled', failure: id, updatedAt: now, dueAt: null };
    case 'already-captured':
    case 'not-authentic':
    case 'unavailable':
      // The money may have been taken or not: the row stays, and whoever comes next finds out.
      return { failure: id, dueAt: now };
  }
}

/**
 * Takes the money or waits until whoever does so is done, and takes over from one who died. A payment under
 * the provider's review counts as done. So does waiting for another order of the customer's that would pay for the same.
 */
async function takeMoneyOrWait(deps: Deps, order: OrderRow): Promise<OrderRow> {
  const orders = deps.db.getRepository(Orders);
  const until = performance.now() + PATIENCE_MS;
  let row = order;
  for (let wait = 25; performance.now() < until; wait = Math.min(wait * 2, 400)) {
    const settled = await takeMoney(deps, row);
    if (typeof settled !== 'string') return settled;
    await pause(wait);
    row = await orders.findOneByOrFail({ id: order.id });
    // The rival's outcome decides whether this order is still needed.
    if (settled === 'rival') continue;
    if (row.status !== 'capturing' || row.captureId !== null) return row;
    if (row.failure === 'unavailable') break;
  }
  throw new ProblemError('payment-unavailable');
}

function failureId({ failure }: OrderRow): PaymentErrorId {
  return failure === 'declined' || failure === 'not-approved' ? failure : 'refused';
}
