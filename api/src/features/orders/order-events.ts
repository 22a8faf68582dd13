import type { EntityManager } from 'typeorm';
import { OrderEvents, type OrderEventRow } from '../../database/entities';

type NewEvent = Pick<OrderEventRow, 'kind' | 'at' | 'accountId'> & { readonly detail?: string };

export async function writeEvent(
  manager: EntityManager,
  orderId: number,
  { detail = '', ...event }: NewEvent,
): Promise<void> {
  await manager.insert(OrderEvents, { ...event, orderId, detail: detail.slice(0, 300) });
}
