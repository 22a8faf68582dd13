import type { OrderRow } from '../../database/entities';
import type { OrderDeps } from './deps';
import type { ApiContext } from '../../http/context';
import { secretCookie } from '../../http/session';
import { newToken, tokenHash } from '../../platform/secret-token';

/** The secret of the browser that created an order: a buyer without an account. */
export const guestKey = secretCookie('isa-checkout', 24 * 60 * 60 * 1000);

/** The requester: a customer by session, a browser by its secret, or both. */
export interface Buyer {
  readonly userId: number | undefined;
  readonly accountCreatedAt: Date | undefined;
  readonly sessionId: number | undefined;
  readonly guestKeyHash: string | undefined;
}

/** @returns the buyer of a request. Call it behind `maybeSignedIn` or `signedIn`. */
export function buyerOf(ctx: ApiContext): Buyer {
  const { visitor } = ctx.state;
  const key = guestKey.read(ctx);
  return {
    userId: visitor?.userId,
    accountCreatedAt: visitor?.accountCreatedAt,
    sessionId: visitor?.sessionId,
    guestKeyHash: key === undefined ? undefined : tokenHash(key),
  };
}

/** @returns whether it is the customer's, or of this browser, where no other customer has logged in. */
export function owns(buyer: Buyer, order: OrderRow): boolean {
  const sameBrowser = order.guestKeyHash !== null && order.guestKeyHash === buyer.guestKeyHash;
  if (order.userId === null) return sameBrowser;
  return buyer.userId === undefined ? sameBrowser : buyer.userId === order.userId;
}

/** Gives this browser a secret unless it has one, and extends its life. @returns the secret's hash. */
export function ensureGuestKey(ctx: ApiContext, { env }: Pick<OrderDeps, 'env'>): string {
  const key = guestKey.read(ctx) ?? newToken();
  guestKey.set(ctx, env.siteOrigin, key);
  return tokenHash(key);
}
