import { type EntityManager, In } from 'typeorm';
import { OrderEvents, type OrderEventRow } from '../../database/entities';

type NewEvent = Pick<OrderEventRow, 'kind' | 'at' | 'accountId'> & { readonly detail?: string };

export async function writeEvent(
  manager: EntityManager,
  orderId: number,
  { detail = '', ...event }: NewEvent,
): Promise<void> {
  await manager.insert(OrderEvents, { ...event, orderId, detail: detail.slice(0, 300) });
}

/** When the latest refund of each order was confirmed, by the order's id. */
export async function refundTimes(
  manager: EntityManager,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  const where = { orderId: In(orderIds), kind: 'refund-done' as const };
  const events = await manager.find(OrderEvents, { where, order: { id: 'ASC' } });
  return new Map(events.map(({ orderId, at }) => [orderId, at]));
}
