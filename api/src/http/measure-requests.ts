import { type ApiMiddleware, routeOf } from './context';

export interface MeasuredRequest {
  /** The route's pattern, never the requested path. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);

/** Measures requests by route pattern: paths and invented methods would each become a time series of its own. */
export function measureRequests(metrics: { request(measured: MeasuredRequest): void }): ApiMiddleware {
  return async (ctx, next) => {
    const started = performance.now();
    try {
      await next();
    } finally {
      metrics.request({
        route: routeOf(ctx) ?? 'none',
        method: METHODS.has(ctx.method) ? ctx.method : 'other',
        status: ctx.status,
        seconds: (performance.now() - started) / 1000,
      });
    }
  };
}
