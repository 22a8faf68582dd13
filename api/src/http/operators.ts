import { timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isReadToken } from '@isa/api-contract/read-token';
import { z } from 'zod';
import { tokenHash } from '../platform/secret-token';
import { type ApiMiddleware, routeOf } from './context';
import type { CoreDeps } from './deps';
import { ProblemError } from './problem-error';

/** Of `trusted.json`, the keys that the operators' roles sign with. */
const trustSchema = z.object({ registry: z.array(z.object({ key: z.string() })).default([]) });

/**
 * Admits requests with a token that a role of the operators has signed in the last minutes.
 * @throws ProblemError `not-signed-in`
 */
export function operatorsOnly(deps: CoreDeps): ApiMiddleware {
  const { releaseTrust } = deps.env;
  return bearersOnly(deps, 'signed with the key of the registry', async (token) => {
    // The file is read each time: a key that is revoked there counts no more.
    const text = await readFile(releaseTrust, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
      throw error;
    });
    const keys = trustSchema.parse(JSON.parse(text)).registry.map(({ key }) => key);
    return isReadToken(token, keys);
  });
}

/** Admits requests with one of the tokens. @throws ProblemError `not-signed-in` */
export function tokenOnly(deps: CoreDeps, tokens: readonly string[]): ApiMiddleware {
  return bearersOnly(deps, 'METRICS_TOKEN', (token) => tokens.some((accepted) => isEqual(token, accepted)));
}

/** Asks for a token (RFC 6750). */
function bearersOnly(
  { security }: CoreDeps,
  name: string,
  accepts: (token: string) => boolean | Promise<boolean>,
): ApiMiddleware {
  return async (ctx, next) => {
    const token = /^Bearer (\S+)$/i.exec(ctx.get('Authorization'))?.[1];
    if (token === undefined || !(await accepts(token))) {
      security.write({ event: 'read-token', result: 'refused', account: null, route: routeOf(ctx) ?? null });
      ctx.set('WWW-Authenticate', 'Bearer');
      throw new ProblemError('not-signed-in', { message: `A token is needed: ${name}.` });
    }
    await next();
  };
}

function isEqual(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(tokenHash(a)), Buffer.from(tokenHash(b)));
}
