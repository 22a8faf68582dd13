import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OrderRow } from '../../database/entities';

/**
 * Opens one order's receipt to whoever holds it, which is whoever got the confirmation mail. It does not
 * run out: a receipt is needed as long as the books are kept.
 */
export function createOrderLink(
  { id, requestId }: Pick<OrderRow, 'id' | 'requestId'>,
  secret: string,
): string {
  return `${id}.${signature(id, requestId, secret)}`;
}

/** The id that a link claims to open; whether it may is for {@link opens} to say. */
export function orderIdOf(link: string): number | undefined {
  const id = /^([1-9]\d{0,15})\.[\w-]{43}$/.exec(link)?.[1];
  return id === undefined ? undefined : Number(id);
}

export function opens(link: string, order: Pick<OrderRow, 'id' | 'requestId'>, secret: string): boolean {
  const [given, expected] = [Buffer.from(link), Buffer.from(createOrderLink(order, secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signature(id: number, requestId: string, secret: string): string {
  return createHmac('sha256', secret).update(`order-link:${id}:${requestId}`).digest('base64url');
}
