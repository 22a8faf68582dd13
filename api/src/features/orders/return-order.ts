import { endOfLondonDay, isBookId, londonDay } from '@isa/api-contract';
import { lockRow } from '../../database/change-row';
import { OrderEvents, type OrderRow, Orders } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { ProblemError } from '../../http/problem-error';
import type { OrderDeps } from './deps';
import { remainingLines } from './order-lines';
import { transition } from './transition';

/**
 * The terms promise 14 days from the day on which the books arrive. We only know when they left, so two more weeks are allowed
 * for the post.
 */
const RETURN_DAYS = 28;

/** Until when the buyer may ask to return the books: the whole day that the receipt names. Null before they are sent. */
export function returnableUntil({ sentAt }: Pick<OrderRow, 'sentAt'>): Date | null {
  if (sentAt === null) return null;
  const lastDay = londonDay(new Date(sentAt.getTime() + RETURN_DAYS * 24 * 60 * 60 * 1000));
  return new Date(Date.parse(endOfLondonDay(lastDay)) - 1);
}

/** Announces a return once, and mails the buyer how to send the books. @throws ProblemError `not-returnable` */
export function askReturn(deps: OrderDeps, { id }: OrderRow): Promise<OrderRow> {
  return transaction(deps.db, async (manager) => {
    const order = await lockRow(manager, Orders, id);
    if (await manager.existsBy(OrderEvents, { orderId: id, kind: 'return-asked' })) return order;
    const until = returnableUntil(order);
    const books = (await remainingLines(manager, id)).filter(({ productId }) => isBookId(productId));
    const isInTime = until !== null && until >= deps.now() && books.length > 0;
    const after = isInTime && (await transition(deps, manager, order, 'return-asked', { by: order.userId }));
    if (!after) throw new ProblemError('not-returnable');
    return after;
  });
}
