import { londonDay, delivery, isBookId } from '@isa/api-contract';
import { type EntityManager, In } from 'typeorm';
import { contentOf } from '../../database/content';
import { ContentVersions, type OrderLineRow, type OrderRow } from '../../database/entities';
import type { PreOrders } from './order-lines';
import { orderStates } from './order-states';
import { addWorkingDays } from './working-days';

/**
 * The last day, as `2026-11-25`, on which each order's books leave us, by the order's id. It counts from the payment or,
 * for a book that was a pre-order, from its publication. Orders without such a promise are absent.
 * @param remaining the orders' lines that are not refunded
 */
export async function readDispatchDays(
  manager: EntityManager,
  orders: readonly OrderRow[],
  remaining: readonly OrderLineRow[],
  preOrders: PreOrders,
): Promise<ReadonlyMap<number, string>> {
  const waiting = orders.flatMap((order) => {
    const { id, status, sentAt, capturedAt } = order;
    const books = remaining.filter(({ orderId, productId }) => orderId === id && isBookId(productId));
    const isPromised = orderStates[status].delivers && sentAt === null && capturedAt !== null;
    // The books of an order are sent together, so that one pre-order delays all of them.
    if (!isPromised || books.length === 0 || books.some(({ productId }) => preOrders.has(productId)))
      return [];
    return [{ id, capturedAt, books }];
  });
  const published = await readPublications(
    manager,
    waiting.flatMap(({ books }) => books.map(({ productId }) => productId)),
  );
  return new Map(
    waiting.map(({ id, capturedAt, books }) => {
      const times = books.map(({ productId }) => published.get(productId)?.getTime() ?? 0);
      const ready = new Date(Math.max(capturedAt.getTime(), ...times));
      return [id, addWorkingDays(londonDay(ready), delivery.dispatchDays)];
    }),
  );
}

/** When the latest pre-order of each book ended. */
async function readPublications(
  manager: EntityManager,
  bookIds: readonly number[],
): Promise<Map<number, Date>> {
  const published = new Map<number, Date>();
  if (bookIds.length === 0) return published;
  const versions = await manager.find(ContentVersions, {
    where: { kind: 'book', itemId: In([...new Set(bookIds)]) },
    order: { itemId: 'ASC', version: 'ASC' },
  });
  for (const [index, version] of versions.entries()) {
    const previous = versions[index - 1];
    if (previous?.itemId !== version.itemId || !contentOf('book', previous).preOrder) continue;
    if (!contentOf('book', version).preOrder) published.set(version.itemId, version.savedAt);
  }
  return published;
}
