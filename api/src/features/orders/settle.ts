import { pence } from '@isa/api-contract';
import { In, LessThanOrEqual } from 'typeorm';
import { type OrderRow, Orders } from '../../database/entities';
import type { Deps } from '../../deps';
import { ProblemError } from '../../http/problem-error';
import { every, type Job } from '../../jobs';
import { takeMoney } from './capture-order';
import { PaymentError } from './payments/provider';
import { recordPayment, recordRefund } from './record-payment';
import { updateOrders } from './update-orders';

const ROUND_MS = 5_000;
const BATCH = 50;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** An order whose buyer has not agreed, or whose instrument is still refused by then is given up; PayPal's limit is six hours. */
const PATIENCE_MS = 7 * HOUR_MS;
/** How long a row may stand without the provider's order: the creating request has long ended. */
const ORPHAN_MS = 10 * MINUTE_MS;

/** Settles orders that nobody is busy with any more: closed tabs, lost webhooks, crashed processes. */
export function orderSweepJob(deps: Deps): Job {
  return every(ROUND_MS, 'order sweep', deps, () => sweepOrders(deps));
}

/** One round of the sweep. One order's failure is logged and does not keep the others waiting. */
export async function sweepOrders(deps: Deps): Promise<void> {
  const due = await deps.db.getRepository(Orders).find({
    where: { dueAt: LessThanOrEqual(deps.now()), status: In(['created', 'capturing', 'failed']) },
    order: { dueAt: 'ASC' },
    take: BATCH,
  });
  for (const order of due) {
    if (deps.stopping.aborted) return;
    await settleOrder(deps, order).catch(async (error: unknown) => {
      if (!(error instanceof ProblemError))
        deps.log.warn({ err: error, orderId: order.id }, 'an order is not settled yet');
      await postpone(deps, order);
    });
  }
}

/** Finds out from the provider what became of an order and brings the row in step. */
export async function settleOrder(deps: Deps, order: OrderRow): Promise<void> {
  const { providerOrderId } = order;
  if (order.status === 'failed') return giveBack(deps, order);
  if (providerOrderId === null) {
    if (age(deps, order) < ORPHAN_MS) return postpone(deps, order);
    return cancel(deps, order, 'the provider was never reached');
  }
  if (order.status === 'capturing') {
    await takeMoney(deps, order);
    return;
  }
  const payment = await deps.payments.readPayment(providerOrderId).catch((error: unknown) => {
    if (error instanceof PaymentError && error.id === 'unknown') return undefined;
    throw error;
  });
  if (!payment || payment.state === 'voided') return cancel(deps, order, 'the provider gave it up');
  if (payment.state === 'captured') return recordPayment(deps, order, payment);
  const old = age(deps, order) >= PATIENCE_MS;
  if (payment.state === 'approved') {
    try {
      await takeMoney(deps, order);
    } catch (error) {
      // Only a row that the refusal put back is given up: one of unknown outcome is not `created`.
      if (old) await cancel(deps, order, 'refused for too long');
      throw error;
    }
    return;
  }
  await (old ? cancel(deps, order, 'never approved') : postpone(deps, order));
}

/** Money that did not fit its order goes back to whoever sent it. */
async function giveBack(deps: Deps, order: OrderRow): Promise<void> {
  if (order.captureId === null) return cancel(deps, order, 'nothing was taken');
  await deps.payments.refundCapture(order.captureId, `refund-${order.requestId}`);
  await recordRefund(deps, order, order.captureId, pence(order.total));
}

/** Looks again after as long as the order is old, at most an hour. */
async function postpone({ db, now }: Deps, order: OrderRow): Promise<void> {
  const at = now().getTime();
  const wait = Math.min(Math.max(at - order.createdAt.getTime(), MINUTE_MS), HOUR_MS);
  await updateOrders(
    db,
    { id: order.id, status: In(['created', 'failed']), dueAt: LessThanOrEqual(new Date(at)) },
    { dueAt: new Date(at + wait) },
  );
}

async function cancel({ db, now }: Deps, { id }: OrderRow, failure: string): Promise<void> {
  await updateOrders(
    db,
    { id, status: 'created' },
    { status: 'cancelled', failure, dueAt: null, updatedAt: now() },
  );
}

function age({ now }: Deps, { createdAt }: OrderRow): number {
  return now().getTime() - createdAt.getTime();
}
