import type { OrderRow } from '../../database/entities';
import type { ApiContext } from '../../http/context';
import { guestKeyHash } from './guest-key';

/** The requester: a customer by session, a browser by its secret, or both. */
export interface Buyer {
  readonly userId: number | undefined;
  readonly sessionId: number | undefined;
  readonly guestKeyHash: string | undefined;
}

/** Call it behind `maybeSignedIn` or `signedIn`. */
export function buyerOf(ctx: ApiContext): Buyer {
  const { visitor } = ctx.state;
  return { userId: visitor?.userId, sessionId: visitor?.sessionId, guestKeyHash: guestKeyHash(ctx) };
}

/**
 * Whether an order belongs to this buyer. The browser that created a customer's order retains access after the session
 * has expired, but another customer who logs in there does not get it.
 */
export function owns(buyer: Buyer, order: OrderRow): boolean {
  const sameBrowser = order.guestKeyHash !== null && order.guestKeyHash === buyer.guestKeyHash;
  if (order.userId === null) return sameBrowser;
  return buyer.userId === undefined ? sameBrowser : buyer.userId === order.userId;
}
