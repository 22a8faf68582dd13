import { In, Like } from 'typeorm';
import { type OrderRow, Orders, Refunds } from '../../database/entities';
import { ProblemError } from '../../http/problem-error';
import type { OrderDeps } from './deps';
import { cancellableAs, readProductFacts } from './order-lines';
import { refundOrder } from './refund-order';
import { transition } from './transition';

/**
 * Refunds an order of which nothing is sent or can be watched. The caller has checked whose it is.
 * @returns the order; the refund is under way until the provider confirms it
 * @throws ProblemError `not-cancellable`, `payment-unavailable`
 */
export async function cancelOrder(deps: OrderDeps, order: OrderRow): Promise<OrderRow> {
  const { id, requestId } = order;
  const refunds = deps.db.getRepository(Refunds);
  // Each attempt has a key of its own, so that a refused one does not prevent the next.
  const refused = await refunds.countBy({
    orderId: id,
    state: In(['refused', 'failed', 'undone']),
    key: Like(`cancel-%-${requestId}`),
  });
  const key = `cancel-${refused}-${requestId}`;
  const request = { key, lines: 'all' as const, reason: 'Cancelled by the buyer', by: null };
  const refund = await refundOrder(deps, id, request, async (manager, row, remaining) => {
    if (cancellableAs(row, remaining, await readProductFacts(manager, remaining)) === null)
      throw new ProblemError('not-cancellable');
    await transition(deps, manager, row, 'cancelled', { by: row.userId });
  });
  if (refund.state === 'refused' || refund.state === 'failed') {
    throw new ProblemError('not-cancellable', {
      message:
        'PayPal refused to send the money back, so the order is not cancelled. Our staff have been told and will write to you.',
    });
  }
  return deps.db.getRepository(Orders).findOneByOrFail({ id });
}
