import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OrderRow } from '../../database/entities';

type LinkedOrder = Pick<OrderRow, 'id' | 'requestId'>;

/** The secret link of an order's receipt, sent by mail. It does not expire, as receipts are needed for years. */
export function createOrderLink({ id, requestId }: LinkedOrder, secret: string): string {
  const signature = createHmac('sha256', secret).update(`order-link:${id}:${requestId}`);
  return `${id}.${signature.digest('base64url')}`;
}

/** The order's id in a link that is not verified yet. */
export function orderIdOf(link: string): number | undefined {
  const id = /^([1-9]\d{0,15})\.[\w-]{43}$/.exec(link)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** @param secrets one of which signed it. */
export function isValidLink(link: string, order: LinkedOrder, secrets: readonly string[]): boolean {
  const given = Buffer.from(link);
  return secrets.some((secret) => {
    const expected = Buffer.from(createOrderLink(order, secret));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
