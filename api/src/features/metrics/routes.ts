import { type ApiRouter, createRouter } from '../../http/context';
import type { CoreDeps } from '../../http/deps';
import { operatorsOnly } from '../../http/operators';
import type { Metrics } from './metrics';

/** The Prometheus endpoint, which the site does not proxy. In production, and with a token, it requires one. */
export function metricsRoutes(deps: CoreDeps & { readonly metrics: Metrics }): ApiRouter {
  const { env, metrics } = deps;
  const router = createRouter();
  const tokens = [...env.metricsTokens, ...env.opsReadTokens];
  if (tokens.length > 0 || env.production) router.use('/metrics', operatorsOnly(deps, tokens));
  router.get('/metrics', async (ctx) => {
    ctx.body = await metrics.report();
    ctx.type = metrics.contentType;
  });
  return router;
}
