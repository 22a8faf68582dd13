import { setTimeout as pause } from 'node:timers/promises';
import { PREMIUM_ID } from '@isa/api-contract';
import { IsNull, LessThanOrEqual } from 'typeorm';
import { Entitlements, OrderLines, type OrderRow, Orders } from '../../database/entities';
import type { Deps } from '../../deps';
import { ProblemError } from '../../http/problem-error';
import { type Buyer, owns } from './buyer';
import { problemOf } from './payment-problems';
import { PaymentError, type PaymentErrorId } from './payments/provider';
import { recordPayment } from './record-payment';

/**
 * Longer than a capture commonly takes: a lease that is over belongs, as a rule, to a process that died. If
 * not, the provider hears the same key twice and takes the money once.
 */
const LEASE_MS = 15_000;
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
 * @returns the row afterwards, or `undefined` when somebody else is at it.
 * @throws ProblemError as {@link captureOrder}
 */
export async function takeMoney(deps: Deps, order: OrderRow): Promise<OrderRow | undefined> {
  const { db, payments, now } = deps;
  const orders = db.getRepository(Orders);
  if (order.status === 'created' && (await alreadyOwned(deps, order))) {
    const failure = 'premium access is owned already';
    await orders.update({ id: order.id, status: 'created' }, { status: 'cancelled', failure, dueAt: null });
    throw new ProblemError('already-owned');
  }
  const held = await hold(deps, order);
  if (!held) return undefined;
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
    await orders.update({ id, status: 'capturing' }, afterFailure(error, now()));
    throw problemOf(error);
  }
  return orders.findOneByOrFail({ id });
}

/** Two tabs can prepare two orders of what is needed once: the second one is not charged. */
async function alreadyOwned({ db }: Deps, { id, userId }: OrderRow): Promise<boolean> {
  if (userId === null) return false;
  const premium = { productId: PREMIUM_ID };
  return (
    (await db.getRepository(Entitlements).existsBy({ ...premium, userId, revokedAt: IsNull() })) &&
    (await db.getRepository(OrderLines).existsBy({ ...premium, orderId: id }))
  );
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

/** Becomes the one who captures: from `created`, or in place of somebody whose lease is over. */
async function hold({ db, now }: Deps, order: OrderRow): Promise<OrderRow | undefined> {
  const orders = db.getRepository(Orders);
  const at = now();
  const lease = { dueAt: new Date(at.getTime() + LEASE_MS), updatedAt: at, failure: null };
  const { id, captureAttempt } = order;
  // A row that moved on since it was read is left alone: somebody else has an answer for it.
  const first = await orders.update(
    { id, status: 'created', captureAttempt: captureAttempt ?? IsNull() },
    { ...lease, status: 'capturing', captureAttempt: (captureAttempt ?? 0) + 1 },
  );
  const held =
    first.affected === 1 ||
    (await orders.update({ id, status: 'capturing', dueAt: LessThanOrEqual(at) }, lease)).affected === 1;
  const row = await orders.findOneByOrFail({ id });
  return held || row.status !== 'capturing' ? row : undefined;
}

/**
 * Takes the money or waits until whoever does so is done, and takes over from one who died. A payment under
 * the provider's review counts as done.
 */
async function takeMoneyOrWait(deps: Deps, order: OrderRow): Promise<OrderRow> {
  const orders = deps.db.getRepository(Orders);
  const until = performance.now() + PATIENCE_MS;
  let row = order;
  for (let wait = 25; performance.now() < until; wait = Math.min(wait * 2, 400)) {
    const settled = await takeMoney(deps, row);
    if (settled) return settled;
    await pause(wait);
    row = await orders.findOneByOrFail({ id: order.id });
    if (row.status !== 'capturing' || row.captureId !== null) return row;
    if (row.failure === 'unavailable') break;
  }
  throw new ProblemError('payment-unavailable');
}

function failureId({ failure }: OrderRow): PaymentErrorId {
  return failure === 'declined' || failure === 'not-approved' ? failure : 'refused';
}
