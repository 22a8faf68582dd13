import type { Deps } from '../../deps';
import type { ApiContext } from '../../http/context';
import { newToken, tokenHash } from '../accounts/secret-token';

/** A secret of the browser that made an order: how a buyer without an account is known again. */
const COOKIE = 'isa-checkout';
const LIFE_MS = 24 * 60 * 60 * 1000;
const SHAPE = /^[\w-]{43}$/;

/** The hash of this browser's secret, if it has one. */
export function guestKeyHash(ctx: ApiContext): string | undefined {
  const key = ctx.cookies.get(COOKIE);
  return key !== undefined && SHAPE.test(key) ? tokenHash(key) : undefined;
}

/** Gives this browser a secret unless it has one, and prolongs its life. */
export function keepGuestKey(ctx: ApiContext, { env }: Pick<Deps, 'env'>): string {
  const given = ctx.cookies.get(COOKIE);
  const key = given !== undefined && SHAPE.test(given) ? given : newToken();
  const secure = env.siteOrigin.startsWith('https:');
  ctx.cookies.secure = secure;
  ctx.cookies.set(COOKIE, key, {
    path: '/api',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: LIFE_MS,
    overwrite: true,
  });
  return tokenHash(key);
}
