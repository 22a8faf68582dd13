import Koa from 'koa';
import type { Deps } from './deps';
import { features } from './features';
import { type ApiState, currentRequest } from './http/context';
import { secureHeaders } from './http/headers';
import { measureRequests } from './http/measure-requests';
import { identifyRequests, logRequests } from './http/request-log';
import { traceRequests } from './http/trace-requests';
import { translateProblems } from './http/translate-problems';

/** The API as a Koa application: the middleware around every request, then the features' routes. */
export function createApp(deps: Deps, served = features): Koa<ApiState> {
  const { env, log } = deps;
  const app = new Koa<ApiState>({
    proxy: env.trustedProxies > 0,
    maxIpsCount: env.trustedProxies,
    asyncLocalStorage: currentRequest,
  });
  // Only failures after the response has begun reach this listener; without one, Koa would print them itself.
  app.on('error', (error: unknown) => log.error({ err: error }, 'a response was cut off'));
  app.use(identifyRequests);
  app.use(traceRequests);
  app.use(measureRequests(deps.metrics));
  app.use(deps.responseCache.serve);
  app.use(logRequests(log, !env.production));
  app.use(secureHeaders(env.siteOrigin));
  app.use(translateProblems(deps));
  for (const routesOf of served) {
    const router = routesOf(deps);
    app.use(router.routes());
    app.use(router.allowedMethods());
  }
  return app;
}
