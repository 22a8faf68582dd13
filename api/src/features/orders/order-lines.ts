import { type EntityManager, In } from 'typeorm';
import { Books, type OrderLineRow, OrderLines, Refunds } from '../../database/entities';

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

/** The lines of an order with the quantities that no open or completed refund contains. */
export async function keptLines(manager: EntityManager, orderId: number): Promise<OrderLineRow[]> {
  const refunds = await manager.findBy(Refunds, { orderId, state: In(['open', 'done']) });
  const returned = new Map<number, number>();
  for (const { productId, quantity } of refunds.flatMap(({ lines }) => lines)) {
    returned.set(productId, (returned.get(productId) ?? 0) + quantity);
  }
  return (await readLines(manager, [orderId]))
    .map((line) => ({ ...line, quantity: line.quantity - (returned.get(line.productId) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}
