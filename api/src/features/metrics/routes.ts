import type { Deps } from '../../deps';
import { type ApiRouter, createRouter } from '../../http/context';
import { operatorsOnly } from '../../http/operators';

/** The Prometheus endpoint, which the site does not proxy. In production, and with OPS_READ_TOKEN, it requires that token. */
export function metricsRoutes(deps: Deps): ApiRouter {
  const { env, metrics } = deps;
  const router = createRouter();
  if (env.opsReadTokens.length > 0 || env.production) router.use('/metrics', operatorsOnly(deps));
  router.get('/metrics', async (ctx) => {
    ctx.body = await metrics.report();
    ctx.type = metrics.contentType;
  });
  return router;
}
