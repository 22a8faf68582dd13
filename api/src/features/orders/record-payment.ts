import { emailKey, type OrderStatus, type Pence } from '@isa/api-contract';
import { type EntityManager, In, LessThan } from 'typeorm';
import { type OrderRow, Orders } from '../../database/entities';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { fulfil, revoke } from './fulfil';
import type { Money, Payment } from './payments/provider';
import { updateOrders } from './update-orders';

/** When a payment under the provider's review is read again, in milliseconds. */
const REVIEW_MS = 60 * 60 * 1000;

/** Orders in these states become `captured` when their money arrives, however late. */
const payable: OrderStatus[] = ['created', 'capturing', 'cancelled', 'failed'];

type Capture = NonNullable<Payment['capture']>;

/** Updates an order's row to the provider's state. Repeated, concurrent and reordered calls have the same result. */
export async function recordPayment(deps: Deps, order: OrderRow, payment: Payment): Promise<void> {
  const { capture } = payment;
  if (!capture) return;
  const fault = mismatch(deps, order, payment, capture);
  if (fault !== undefined) return recordMismatch(deps, order, capture, fault);
  switch (capture.state) {
    case 'completed':
      await recordCaptured(deps, order, payment, capture);
      if (capture.refunded > 0) await recordRefund(deps, order, capture.captureId, capture.refunded);
      return;
    case 'refunded':
      return recordRefund(deps, order, capture.captureId, order.total);
    case 'pending':
      return recordPending(deps, order, capture);
    case 'declined':
      return recordDenied(deps, order, capture);
  }
}

/** The mismatch between a payment and its order, if any. */
function mismatch({ env }: Deps, order: OrderRow, payment: Payment, capture: Capture): string | undefined {
  const { merchantId } = env.paypal;
  if (payment.customId !== order.requestId) return 'it names another order';
  if (merchantId !== undefined && payment.merchantId !== merchantId) return 'it went to another account';
  const matches = ({ currency, value }: Money) => currency === order.currency && value === order.total;
  return matches(payment.amount) && matches(capture) ? undefined : 'the amount is not the order’s';
}

/** Marks the order as paid and delivers it, once, in one transaction. */
function recordCaptured(
  deps: Deps,
  order: OrderRow,
  payment: Payment,
  { captureId }: Capture,
): Promise<void> {
  const now = deps.now();
  const { buyer, shipping } = payment;
  const changes = {
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
  };
  return changeOnce(deps, order, payable, { ...changes, status: 'captured' }, (manager) =>
    fulfil(manager, order.id, deps),
  );
}

async function recordPending(deps: Deps, order: OrderRow, { captureId }: Capture): Promise<void> {
  const now = deps.now();
  await updateOrders(
    deps.db,
    { id: order.id, status: In(['created', 'capturing']) },
    { status: 'capturing', captureId, updatedAt: now, dueAt: new Date(now.getTime() + REVIEW_MS) },
  );
}

/** The provider's review or the buyer's bank has refused the payment: its access is revoked. */
function recordDenied(deps: Deps, order: OrderRow, { captureId }: Capture): Promise<void> {
  const changes = { status: 'failed', failure: 'denied', captureId, dueAt: null } as const;
  return changeOnce(deps, order, ['created', 'capturing', 'captured', 'cancelled'], changes, (manager) =>
    revoke(manager, order.id, deps, { refunded: undefined }),
  );
}

/** A full refund revokes the order's access; a partial one is only recorded. */
export async function recordRefund(
  deps: Deps,
  order: OrderRow,
  captureId: string,
  refunded: Pence,
): Promise<void> {
  const { id, total } = order;
  if (refunded < total) {
    const changes = { refunded, updatedAt: deps.now() };
    await updateOrders(deps.db, { id, refunded: LessThan(refunded) }, changes);
    return;
  }
  const changes = { status: 'refunded', captureId, refunded: total, dueAt: null } as const;
  await changeOnce(deps, order, [...payable, 'captured'], changes, (manager) =>
    revoke(manager, id, deps, { refunded: total }),
  );
}

/** Changes an order in one of the states `from` and runs `then`, in one transaction; concurrent calls have no effect. */
async function changeOnce(
  { db, now }: Deps,
  { id }: OrderRow,
  from: readonly OrderStatus[],
  changes: Partial<OrderRow>,
  then: (manager: EntityManager) => Promise<void>,
): Promise<void> {
  const updatedAt = now();
  await transaction(db, async (manager) => {
    const { affected } = await manager.update(Orders, { id, status: In(from) }, { ...changes, updatedAt });
    if (affected === 1) await then(manager);
  });
}

/** A payment that does not match its order grants nothing: operators are alerted, and the sweep refunds it. */
async function recordMismatch(
  deps: Deps,
  order: OrderRow,
  { captureId }: Capture,
  why: string,
): Promise<void> {
  const now = deps.now();
  const { affected } = await updateOrders(
    deps.db,
    { id: order.id, status: In(['created', 'capturing', 'cancelled']) },
    { status: 'failed', failure: `mismatch: ${why}`, captureId, updatedAt: now, dueAt: now },
  );
  if (affected === 1)
    deps.log.error({ orderId: order.id, captureId, why }, 'a payment does not match its order');
}
