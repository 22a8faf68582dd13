import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiMiddleware } from './context';
import { ProblemError } from './problem-error';

/**
 * Lets only operators pass, who show their token (`Authorization: Bearer …`, RFC 6750). Where none is configured
 * there is nothing to be opened.
 * @throws ProblemError `not-found`, `not-signed-in`
 */
export function operatorsOnly({ opsToken }: { readonly opsToken: string | undefined }): ApiMiddleware {
  return async (ctx, next) => {
    if (opsToken === undefined) throw new ProblemError('not-found');
    const given = /^Bearer (\S+)$/i.exec(ctx.get('Authorization'))?.[1];
    if (given === undefined || !isSame(given, opsToken)) {
      ctx.set('WWW-Authenticate', 'Bearer');
      throw new ProblemError('not-signed-in', { message: 'The operators’ token is needed.' });
    }
    await next();
  };
}

/** Takes the same time wherever two texts differ, and however long they are. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
