import { pence } from '@isa/api-contract';
import { type OrderRow, Orders, PaymentEvents } from '../../database/entities';
import type { Deps } from '../../deps';
import { ProblemError } from '../../http/problem-error';
import { takeMoney } from './capture-order';
import { problemOf } from './payment-problems';
import type { PaymentEvent } from './payments/provider';
import { recordPayment, recordRefund } from './record-payment';

/** What a refused capture means to a webhook: the buyer has to act, a repetition would change nothing. */
const final = new Set<string>([
  'payment-declined',
  'order-not-approved',
  'order-not-payable',
  'already-owned',
]);

/**
 * Takes a webhook of the payment provider. Its words are only a hint that something happened: the provider
 * is asked how the order stands, so that late, repeated and swapped events do no harm.
 * @throws ProblemError `invalid-signature`; `payment-unavailable` and others, upon which the provider repeats it
 */
export async function receiveWebhook(
  deps: Deps,
  header: (name: string) => string,
  body: string,
): Promise<void> {
  const event = await deps.payments.readEvent(header, body).catch((error: unknown) => {
    throw problemOf(error);
  });
  const events = deps.db.getRepository(PaymentEvents);
  const row = { eventId: event.id, type: event.type, receivedAt: deps.now(), settledAt: null };
  await events.createQueryBuilder().insert().values(row).orIgnore().execute();
  const known = await events.findOneByOrFail({ eventId: event.id });
  if (known.settledAt) return;
  await act(deps, event);
  await events.update({ eventId: event.id }, { settledAt: deps.now() });
}

async function act(deps: Deps, event: PaymentEvent): Promise<void> {
  const order = event.kind === 'other' ? null : await findOrder(deps, event);
  if (!order) return;
  try {
    if (event.kind === 'order-approved') await takeMoneyOf(deps, order);
    else await readAgain(deps, order, event);
  } catch (error) {
    const problem = problemOf(error);
    if (!(problem instanceof ProblemError && final.has(problem.id))) throw problem;
  }
}

/** The buyer agreed, and agreeing is paying: whoever closes the tab now still gets what they bought. */
async function takeMoneyOf(deps: Deps, order: OrderRow): Promise<void> {
  if (order.status === 'created' || order.status === 'capturing') await takeMoney(deps, order);
}

async function readAgain(deps: Deps, order: OrderRow, event: PaymentEvent): Promise<void> {
  if (order.providerOrderId === null) return;
  const payment = await deps.payments.readPayment(order.providerOrderId);
  await recordPayment(deps, order, payment);
  // A chargeback need not show in the capture itself.
  if (event.kind === 'capture-reversed' && payment.capture) {
    await recordRefund(deps, order, payment.capture.captureId, pence(order.total));
  }
}

async function findOrder(
  { db }: Deps,
  { providerOrderId, captureId }: PaymentEvent,
): Promise<OrderRow | null> {
  const orders = db.getRepository(Orders);
  if (providerOrderId !== undefined) return orders.findOneBy({ providerOrderId });
  return captureId === undefined ? null : orders.findOneBy({ captureId });
}
