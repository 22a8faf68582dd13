import { type EntityManager, In } from 'typeorm';
import { Books, type OrderLineRow, OrderLines } from '../../database/entities';

/** The lines of orders in the order of their insertion. */
export function readLines(manager: EntityManager, orderIds: readonly number[]): Promise<OrderLineRow[]> {
  return manager.find(OrderLines, { where: { orderId: In(orderIds) }, order: { id: 'ASC' } });
}

/** Ids of the ordered books that are not published yet. */
export async function preOrderIds(
  manager: EntityManager,
  lines: readonly OrderLineRow[],
): Promise<ReadonlySet<number>> {
  const ids = In(lines.map(({ productId }) => productId));
  const books = await manager.find(Books, { select: { id: true }, where: { id: ids, preOrder: true } });
  return new Set(books.map(({ id }) => id));
}
