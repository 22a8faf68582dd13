import { lockRow } from '../../database/change-row';
import { type OrderRow, Orders, Users } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { ProblemError } from '../../http/problem-error';
import { mailAddressOf } from './buyer';
import { captureOrder, changeOrder, DECIDED } from './capture-order';
import type { OrderDeps } from './deps';
import { orderNumber } from './order-number';
import { orderStates } from './order-states';
import { ignoreUnknown, PaymentError } from './payments/provider';
import type { Payment } from './payments/paypal-order';
import { recordPayment, rememberPayer } from './record-payment';
import { writeOrder, writeSeen } from './transition';

/**
 * Asks the provider for the state of an order, and captures an approved payment.
 * @param close whether the payment window has ended: what is not approved then can no longer be paid, so that a buyer who
 * is told that nothing was taken is never charged afterwards.
 * @throws ProblemError `payment-unavailable` while the provider does not say; the buyer then gets the result by mail
 */
export async function checkOrder(
  deps: OrderDeps,
  order: OrderRow,
  { close }: { readonly close: boolean },
): Promise<OrderRow> {
  try {
    return await ask(deps, order, close);
  } catch (error) {
    const isOpen =
      error instanceof PaymentError || (error instanceof ProblemError && error.id === 'payment-unavailable');
    if (!isOpen) throw error;
    throw new ProblemError('payment-unavailable', {
      message: await promiseResult(deps, order),
      cause: error,
    });
  }
}

async function ask(deps: OrderDeps, order: OrderRow, close: boolean): Promise<OrderRow> {
  const known = await askProvider(deps, order);
  if (!close || known.status !== 'created') return known;
  const closed = await changeOrder(deps, known, 'left');
  // An approval has arrived meanwhile.
  return closed.status === 'capturing' ? capture(deps, closed) : closed;
}

async function askProvider(deps: OrderDeps, order: OrderRow): Promise<OrderRow> {
  const { providerOrderId, status } = order;
  if (status === 'capturing') return capture(deps, order);
  // Without an id the payment was never created, so it cannot be approved.
  if (providerOrderId === null || !['created', 'reviewing'].includes(status)) return order;
  const payment = await deps.payments.readPayment(providerOrderId).catch(ignoreUnknown);
  if (payment?.capture) return recordPayment(deps, order, payment);
  if (status !== 'created') return order;
  if (payment?.state === 'approved') return capture(deps, order, payment);
  return payment && payment.state !== 'voided' ? order : changeOrder(deps, order, 'unknown');
}

/** Captures, and reads the order when the capture failed for a reason that is known. */
async function capture(deps: OrderDeps, order: OrderRow, payment?: Payment): Promise<OrderRow> {
  try {
    return await captureOrder(deps, order);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    // A guest who waits for the result gets it at the address of the payer.
    if (payment) await rememberPayer(deps, order, payment);
    if (!DECIDED.has(error.id)) throw error;
    return deps.db.getRepository(Orders).findOneByOrFail({ id: order.id });
  }
}

/** Notes that the buyer waits for the result. @returns what may truthfully be said until then */
async function promiseResult({ db, now }: OrderDeps, order: OrderRow): Promise<string> {
  const row = await transaction(db, async (manager) => {
    const locked = await lockRow(manager, Orders, order.id);
    return locked.awaitedAt === null ? writeOrder(manager, locked, { awaitedAt: now() }) : locked;
  });
  const user = row.userId === null ? null : await db.getRepository(Users).findOneBy({ id: row.userId });
  const email = mailAddressOf(row, user);
  return `PayPal is not responding, so we do not know yet whether order ${orderNumber(row)} has been paid. Please do not pay again. ${
    email === null
      ? 'This page shows the result as soon as we know it. If PayPal gives us your email address, we also send it there.'
      : `We will write to ${email} as soon as we know.`
  }`;
}

/** Notes that its buyer has been shown a paid order, after which the same products may be bought again. */
export async function markSeen(deps: OrderDeps, order: OrderRow): Promise<void> {
  if (order.seenAt === null && orderStates[order.status].money === 'taken') await writeSeen(deps, order);
}
