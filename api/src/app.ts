import Koa from 'koa';
import type { Deps } from './deps';
import { features } from './features';
import { secureHeaders } from './http/headers';
import { measureRequests } from './http/measure-requests';
import { identifyRequests } from './http/request-id';
import { logRequests } from './http/request-log';
import { translateProblems } from './http/translate-problems';
import type { ApiState } from './http/context';

/** The API as a Koa application: what surrounds every request, then the features' routes. */
export function createApp(deps: Deps): Koa<ApiState> {
  const { env, log } = deps;
  const app = new Koa<ApiState>({ proxy: env.trustedProxies > 0, maxIpsCount: env.trustedProxies });
  // Koa prints by itself only what nobody listens to; what reaches this point failed after the answer had begun.
  app.on('error', (error: unknown) => log.error({ err: error }, 'an answer broke off'));
  app.use(identifyRequests);
  app.use(measureRequests(deps.metrics));
  app.use(deps.publicAnswers.remembered);
  app.use(logRequests(log, !env.production));
  app.use(secureHeaders(env.siteOrigin));
  app.use(translateProblems);
  for (const routesOf of features) {
    const router = routesOf(deps);
    app.use(router.routes());
    app.use(router.allowedMethods());
  }
  return app;
}
