import { createHash } from 'node:crypto';
import type { ApiMiddleware } from '../../http/context';

/** A price that changes is seen by everybody within a minute; a cache whose source is away serves on for a day. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400';

/**
 * Lets browsers and CDNs keep an answer that is the same for everybody, under a strong ETag of its bytes, and
 * answers 304 to whoever has it already (RFC 9110 §13, RFC 5861).
 */
export const publiclyCached: ApiMiddleware = async (ctx, next) => {
  await next();
  const bytes = Buffer.from(JSON.stringify(ctx.body));
  ctx.body = bytes;
  ctx.type = 'application/json';
  ctx.set('Cache-Control', CACHE_CONTROL);
  ctx.etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
  if (ctx.fresh) ctx.status = 304;
};
