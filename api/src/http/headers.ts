import helmet from 'koa-helmet';
import type { ApiMiddleware } from './context';

/** Security headers for an API that serves data. Responses are private and not stored unless a route declares otherwise. */
export function secureHeaders(siteOrigin: string): ApiMiddleware {
  const protect: ApiMiddleware = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], formAction: ["'none'"] },
    },
    strictTransportSecurity: siteOrigin.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
  return async (ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    await protect(ctx, next);
  };
}
