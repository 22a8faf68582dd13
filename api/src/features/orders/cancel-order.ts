import type { Receipt } from '@isa/api-contract';
import { Like } from 'typeorm';
import { type OrderRow, Orders, Refunds } from '../../database/entities';
import { ProblemError } from '../../http/problem-error';
import type { OrderDeps } from './deps';
import { receipt } from './order-history';
import { cancellableAs, readProductFacts, writeEvent } from './order-lines';
import { refundOrder } from './refund-order';

/**
 * Refunds an order of which nothing is sent or can be watched. The caller has checked whose it is.
 * @throws ProblemError `not-cancellable`, `payment-unavailable`
 */
export async function cancelOrder(deps: OrderDeps, order: OrderRow): Promise<Receipt> {
  const { id, requestId } = order;
  const refunds = deps.db.getRepository(Refunds);
  // Each attempt has a key of its own, so that a refused one does not prevent the next.
  const refused = await refunds.countBy({
    orderId: id,
    state: 'refused',
    key: Like(`cancel-%-${requestId}`),
  });
  const key = `cancel-${refused}-${requestId}`;
  const request = { key, lines: 'all' as const, reason: 'Cancelled by the buyer', by: null };
  const refund = await refundOrder(deps, id, request, async (manager, row, kept) => {
    if (cancellableAs(row, kept, await readProductFacts(manager, kept)) === null)
      throw new ProblemError('not-cancellable');
    await writeEvent(manager, id, { kind: 'cancelled', at: deps.now(), accountId: row.userId });
  });
  if (refund.state === 'refused') throw new ProblemError('payment-unavailable');
  return receipt(deps, await deps.db.getRepository(Orders).findOneByOrFail({ id }));
}
