import type { OrderRow } from '../../database/entities';
import { createSignedLink, isSignedLink } from '../../platform/signed-link';

type LinkedOrder = Pick<OrderRow, 'id' | 'requestId'>;

const rowOf = ({ id, requestId }: LinkedOrder) => ({ id, subject: `order-link:${id}:${requestId}` });

/** The secret link of an order's receipt, sent by mail. It does not expire, as receipts are needed for years. */
export function createOrderLink(order: LinkedOrder, secret: string): string {
  return createSignedLink(rowOf(order), secret);
}

/** @param secrets one of which signed it. */
export function isValidLink(link: string, order: LinkedOrder, secrets: readonly string[]): boolean {
  return isSignedLink(link, rowOf(order), secrets);
}
