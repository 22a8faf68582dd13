import type { Deps } from '../../deps';
import { type ApiMiddleware, type ApiRouter, createRouter } from '../../http/context';
import { operatorsOnly } from '../../http/operators';

/**
 * What Prometheus scrapes. It stands outside of `/api`, which is all that the site passes on, so visitors do not
 * reach it; where a token is configured, and always in production, it asks for that token as well.
 */
export function metricsRoutes({ env, metrics }: Deps): ApiRouter {
  const router = createRouter();
  const open: ApiMiddleware = (_ctx, next) => next();
  const allowed = env.opsToken === undefined && !env.production ? open : operatorsOnly(env);
  router.get('/metrics', allowed, async (ctx) => {
    ctx.body = await metrics.registry.metrics();
    ctx.type = metrics.registry.contentType;
  });
  return router;
}
