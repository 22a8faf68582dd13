import type { OrderRow } from '../../database/entities/orders';

export function newOrderNumber({ id, createdAt }: Pick<OrderRow, 'id' | 'createdAt'>): string {
  return `ISA-${createdAt.getUTCFullYear()}-${String(id).padStart(6, '0')}`;
}

/** A restored order keeps the number that it had; the row of a new one has none before its payment is created. */
export function orderNumber(order: Pick<OrderRow, 'number' | 'id' | 'createdAt'>): string {
  return order.number ?? newOrderNumber(order);
}
