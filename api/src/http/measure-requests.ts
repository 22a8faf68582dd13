import type { Metrics } from '../features/metrics/metrics';
import type { ApiMiddleware } from './context';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);

/**
 * Measures each request under its route's pattern. Addresses and made-up methods are no labels: each would
 * become a series of its own.
 */
export function measureRequests(metrics: Metrics): ApiMiddleware {
  return async (ctx, next) => {
    const started = performance.now();
    try {
      await next();
    } finally {
      const pattern: unknown = ctx['_matchedRoute'];
      metrics.request({
        route: typeof pattern === 'string' ? pattern : 'none',
        method: METHODS.has(ctx.method) ? ctx.method : 'other',
        status: ctx.status,
        seconds: (performance.now() - started) / 1000,
      });
    }
  };
}
