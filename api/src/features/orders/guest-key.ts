import type { Deps } from '../../deps';
import type { ApiContext } from '../../http/context';
import { cookieOptions } from '../../http/session';
import { newToken, tokenHash } from '../../secret-token';

/** A secret of the browser that created an order: it identifies a buyer without an account. */
const COOKIE = 'isa-checkout';
const LIFE_MS = 24 * 60 * 60 * 1000;

/** The hash of this browser's secret, if it has one. */
export function guestKeyHash(ctx: ApiContext): string | undefined {
  const key = guestKey(ctx);
  return key === undefined ? undefined : tokenHash(key);
}

/** Gives this browser a secret unless it has one, and extends its life. @returns the secret's hash. */
export function ensureGuestKey(ctx: ApiContext, { env }: Pick<Deps, 'env'>): string {
  const key = guestKey(ctx) ?? newToken();
  const options = { ...cookieOptions(ctx, env.siteOrigin), path: '/api', httpOnly: true, maxAge: LIFE_MS };
  ctx.cookies.set(COOKIE, key, options);
  return tokenHash(key);
}

function guestKey(ctx: ApiContext): string | undefined {
  const key = ctx.cookies.get(COOKIE);
  return key !== undefined && /^[\w-]{43}$/.test(key) ? key : undefined;
}
