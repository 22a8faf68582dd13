import type { OrderRow } from '../../database/entities';
import { createSignedLink } from '../../platform/secret-token';

export function newOrderNumber({ id, createdAt }: Pick<OrderRow, 'id' | 'createdAt'>): string {
  return `ISA-${createdAt.getUTCFullYear()}-${String(id).padStart(6, '0')}`;
}

/** A restored order keeps the number that it had; the row of a new one has none before its payment is created. */
export function orderNumber(order: Pick<OrderRow, 'number' | 'id' | 'createdAt'>): string {
  return order.number ?? newOrderNumber(order);
}

/** How PayPal names the payment: more than the number, because a new database would repeat numbers that it has seen. */
export function paypalInvoiceId(number: string, requestId: string): string {
  return `${number}-${requestId.slice(0, 8)}`;
}

type LinkedOrder = Pick<OrderRow, 'id' | 'requestId'>;

/** What the link names and signs. */
export const linkedOrderRow = ({ id, requestId }: LinkedOrder) => ({
  id,
  subject: `order-link:${id}:${requestId}`,
});

/** The secret link of an order's receipt, sent by mail. It does not expire, as receipts are needed for years. */
export function createOrderLink(order: LinkedOrder, secret: string): string {
  return createSignedLink(linkedOrderRow(order), secret);
}
