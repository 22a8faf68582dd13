import { formatPounds } from '@isa/api-contract';
import { type OrderRow, PaymentEvents } from '../../database/entities';
import type { OrderDeps } from './deps';
import { ProblemError } from '../../http/problem-error';
import { attemptCapture, DECIDED } from './capture-order';
import { findOrder } from './order-lines';
import { type PaymentEvent, toProblem } from './payments/provider';
import { recordDispute, recordPayment, recordReversal, reinstate } from './record-payment';

/**
 * A webhook only names the order, whose state is read, so that late, repeated and reordered ones are
 * harmless.
 * @throws ProblemError `invalid-signature`; `payment-unavailable` and others make the provider repeat it
 */
export async function receiveWebhook(deps: OrderDeps, header: (name: string) => string, body: string) {
  const orderIdOf = async (claimed: PaymentEvent) => (await orderOf(deps, claimed))?.id;
  const event = await deps.payments.readEvent(header, body, orderIdOf).catch((error: unknown) => {
    throw toProblem(error);
  });
  const events = deps.db.getRepository(PaymentEvents);
  const row = { eventId: event.id, type: event.type, receivedAt: deps.now(), settledAt: null };
  await events.createQueryBuilder().insert().values(row).orIgnore().execute();
  // The order may be missing on a cluster that has just changed its writer, so the event is read again.
  const saved = await events.findOneBy({ eventId: event.id });
  if (saved?.settledAt) return;
  const order = await orderOf(deps, event);
  if (order) {
    await processEvent(deps, order, event).catch((error: unknown) => {
      const problem = toProblem(error);
      if (!(problem instanceof ProblemError && DECIDED.has(problem.id))) throw problem;
    });
  }
  await events.update({ eventId: event.id }, { settledAt: deps.now() });
}

async function processEvent(deps: OrderDeps, order: OrderRow, event: PaymentEvent): Promise<void> {
  if (event.kind === 'order-approved') {
    // An approval is a purchase, also when the buyer closes the tab before the browser captures.
    if (order.status === 'created' || order.status === 'capturing') await attemptCapture(deps, order);
    return;
  }
  if (event.kind === 'disputed') return recordDispute(deps, order, 'disputed', event.detail);
  if (order.providerOrderId === null) return;
  const payment = await deps.payments.readPayment(order.providerOrderId);
  // The history names the reason before its effect.
  if (event.kind === 'dispute-won') await recordDispute(deps, order, 'dispute-won', event.detail);
  // The capture itself may not show a chargeback, or show it as a refund.
  if (event.kind === 'capture-reversed' && payment.capture) {
    const { amount } = event;
    const { state, value } = payment.capture;
    const isPart = state === 'completed' && amount !== undefined && value !== undefined && amount < value;
    if (!isPart) await recordReversal(deps, order, payment.capture, event.at);
    else {
      await recordPayment(deps, order, payment);
      await recordDispute(deps, order, 'disputed', `${formatPounds(amount)} of the payment were taken back`);
    }
  } else await recordPayment(deps, order, payment);
  if (event.kind === 'dispute-won') await reinstate(deps, order, payment);
}

async function orderOf({ db }: OrderDeps, { kind, providerOrderId, captureId }: PaymentEvent) {
  if (kind === 'other') return null;
  if (providerOrderId !== undefined) return findOrder(db, { providerOrderId });
  return captureId === undefined ? null : findOrder(db, { captureId });
}
