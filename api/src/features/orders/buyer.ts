import type { OrderRow } from '../../database/entities';
import type { ApiContext } from '../../http/context';
import { guestKeyHash } from './guest-key';

/** Who asks: a customer by session, a browser by its secret, or both. */
export interface Buyer {
  readonly userId: number | undefined;
  readonly sessionId: number | undefined;
  readonly guestKeyHash: string | undefined;
}

/** To be called behind `maybeSignedIn` or `signedIn`. */
export function buyerOf(ctx: ApiContext): Buyer {
  const { visitor } = ctx.state;
  return { userId: visitor?.userId, sessionId: visitor?.sessionId, guestKeyHash: guestKeyHash(ctx) };
}

/**
 * Whether an order is this buyer's own. A customer's order is also opened to the browser that made it once
 * the session has run out, but never to another customer who signs in there.
 */
export function owns(buyer: Buyer, order: OrderRow): boolean {
  const sameBrowser = order.guestKeyHash !== null && order.guestKeyHash === buyer.guestKeyHash;
  if (order.userId === null) return sameBrowser;
  return buyer.userId === undefined ? sameBrowser : buyer.userId === order.userId;
}
