import { timingSafeEqual } from 'node:crypto';
import { tokenHash } from '../platform/secret-token';
import { type ApiMiddleware, routeOf } from './context';
import type { CoreDeps } from './deps';
import { ProblemError } from './problem-error';

/**
 * Admits requests with one of the tokens (RFC 6750). Without a configured token the route does not exist.
 * @throws ProblemError `not-found`, `not-signed-in`
 */
export function operatorsOnly({ env, security }: CoreDeps, tokens = env.opsReadTokens): ApiMiddleware {
  return async (ctx, next) => {
    if (tokens.length === 0) throw new ProblemError('not-found');
    const token = /^Bearer (\S+)$/i.exec(ctx.get('Authorization'))?.[1];
    if (token === undefined || !tokens.some((accepted) => isEqual(token, accepted))) {
      security.write({ event: 'read-token', result: 'refused', account: null, route: routeOf(ctx) ?? null });
      ctx.set('WWW-Authenticate', 'Bearer');
      throw new ProblemError('not-signed-in', { message: 'OPS_READ_TOKEN is needed.' });
    }
    await next();
  };
}

function isEqual(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(tokenHash(a)), Buffer.from(tokenHash(b)));
}
