import type { OrderRow, User } from '../../database/entities';
import type { OrderDeps } from './deps';
import type { ApiContext } from '../../http/context';
import { secretCookie } from '../../http/cookies';
import { newToken, tokenHash } from '../../platform/secret-token';

/** The secret of the browser that created an order: a buyer without an account. */
export const guestKey = secretCookie('isa-checkout');
const GUEST_KEY_MS = 24 * 60 * 60 * 1000;

/** The requester: a customer by session, a browser by its secret, or both. */
export interface Buyer {
  readonly userId: number | undefined;
  readonly accountCreatedAt: Date | undefined;
  readonly sessionId: number | undefined;
  readonly guestKeyHash: string | undefined;
  /** Of all secrets that the browser sent; of several only one is this site's. */
  readonly guestKeyHashes: readonly string[];
}

/** @returns the buyer of a request. Call it behind `maybeSignedIn` or `signedIn`. */
export function buyerOf(ctx: ApiContext): Buyer {
  const { visitor } = ctx.state;
  const guestKeyHashes = guestKey.values(ctx).map(tokenHash);
  return {
    userId: visitor?.userId,
    accountCreatedAt: visitor?.accountCreatedAt,
    sessionId: visitor?.sessionId,
    guestKeyHash: guestKeyHashes[0],
    guestKeyHashes,
  };
}

/** @returns whether it is the customer's, or of this browser, where no other customer has logged in. */
export function owns(buyer: Buyer, order: OrderRow): boolean {
  const sameBrowser = order.guestKeyHash !== null && buyer.guestKeyHashes.includes(order.guestKeyHash);
  if (order.userId === null) return sameBrowser;
  return buyer.userId === undefined ? sameBrowser : buyer.userId === order.userId;
}

/** Gives this browser a secret unless it has one, and extends its life. @returns the secret's hash. */
export function ensureGuestKey(ctx: ApiContext, { now }: Pick<OrderDeps, 'now'>): string {
  const [key = newToken()] = guestKey.values(ctx);
  guestKey.set(ctx, key, new Date(now().getTime() + GUEST_KEY_MS));
  return tokenHash(key);
}

/**
 * Where the mails of an order go: to the account's address once it is confirmed. Until then it may be mistyped, so the
 * payer's, which PayPal has checked, comes first.
 */
export function mailAddressOf(
  { buyerEmail }: Pick<OrderRow, 'buyerEmail'>,
  account: Pick<User, 'email' | 'emailVerifiedAt'> | null | undefined,
): string | null {
  return (account?.emailVerifiedAt ? account.email : buyerEmail) ?? account?.email ?? null;
}
