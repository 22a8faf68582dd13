import Koa from 'koa';
import { addOffice } from '../office/office';
import { type Deps, onPool, type Start } from './deps';
import { developmentMailRoutes } from '../emails/development-mails';
import { accountPageRoutes } from '../features/accounts/account-page-routes';
import { logInLinkRoutes } from '../features/accounts/log-in-link-routes';
import { passkeyRoutes } from '../features/accounts/passkey-routes';
import { staffViewRoutes } from '../features/accounts/staff-view-routes';
import { accountRoutes } from '../features/accounts/routes';
import { catalogueRoutes } from '../features/catalogue/routes';
import { enquiryRoutes } from '../features/enquiries/routes';
import { healthRoutes } from '../features/health/routes';
import { learningRoutes } from '../features/learning/routes';
import { metricsRoutes } from '../features/metrics/metrics';
import { openapiRoutes } from '../features/openapi/routes';
import { orderRoutes } from '../features/orders/routes';
import { telemetryRoutes } from '../features/telemetry/routes';
import { type ApiRouter, type ApiState, currentRequest } from '../http/context';
import { secureHeaders } from '../http/headers';
import { identifyRequests, logRequests, measureRequests, traceRequests } from '../http/observe-requests';
import { translateProblems } from '../http/translate-problems';

/** The features by which a process answers about itself. The role jobs answers nothing else. */
export const monitoringFeatures: readonly Start<ApiRouter>[] = [onPool('probe', healthRoutes), metricsRoutes];

/** Every feature with routes. A new feature is registered here only. */
const features: readonly Start<ApiRouter>[] = [
  ...monitoringFeatures,
  openapiRoutes,
  developmentMailRoutes,
  accountRoutes,
  logInLinkRoutes,
  accountPageRoutes,
  passkeyRoutes,
  staffViewRoutes,
  enquiryRoutes,
  onPool('public', catalogueRoutes),
  learningRoutes,
  onPool('money', orderRoutes),
  telemetryRoutes,
];

/** The API as a Koa application: the middleware around every request, then the features' routes. */
/** @param origin of the browsers' addresses; its scheme decides about the cookies' names and flags. */
export function createApp(deps: Deps, served = features, origin = deps.env.siteOrigin): Koa<ApiState> {
  const { env, log } = deps;
  const app = new Koa<ApiState>({
    proxy: env.trustedProxies > 0,
    maxIpsCount: env.trustedProxies,
    asyncLocalStorage: currentRequest,
  });
  // Only failures after the response has begun reach this listener; without one, Koa would print them itself.
  app.on('error', (error: unknown) => log.error({ err: error }, 'a response was cut off'));
  app.use((ctx, next) => {
    // The proxy connects over plain HTTP; the scheme between browser and site is the relevant one.
    ctx.cookies.secure = origin.startsWith('https:');
    return next();
  });
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

/** The office as a Koa application: a process of its own, so that nothing of visitors runs in it. */
export function createOfficeApp(deps: Deps): Koa<ApiState> {
  const app = createApp(deps, monitoringFeatures, deps.env.officeOrigin);
  addOffice(app, { ...deps, db: deps.pools.money });
  return app;
}
