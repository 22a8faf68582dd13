import { randomUUID } from 'node:crypto';
import { maskSecrets } from '@isa/api-contract';
import { SpanStatusCode } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { timed } from '../platform/timing';
import { traceRequest } from '../platform/tracing/spans';
import { type ApiMiddleware, routeOf } from './context';

const REQUEST_ID = /^[\w-]{8,64}$/;
const FREQUENT_PATHS = /^\/(?:api\/health\/|api\/telemetry$|metrics$)/;

/** Gives each request an id: the proxy's, if valid, else a new one. */
export const identifyRequests: ApiMiddleware = (ctx, next) => {
  // Koa keeps the address that was read; a closed connection no longer has one.
  void ctx.ip;
  const header = ctx.get('X-Request-Id');
  ctx.state.requestId = REQUEST_ID.test(header) ? header : randomUUID();
  ctx.set('X-Request-Id', ctx.state.requestId);
  return next();
};

/** Gives each request a logger with its id, and logs one line without the query string, which may contain a token. */
export function logRequests(log: Logger, checkResponses: boolean): ApiMiddleware {
  return async (ctx, next) => {
    const { requestId } = ctx.state;
    ctx.state.checkResponses = checkResponses;
    ctx.state.log = log.child({ requestId });
    await timed(next, (seconds) => {
      const fields = {
        method: ctx.method,
        path: maskSecrets(ctx.path).slice(0, 200),
        status: ctx.status,
        ms: Math.round(seconds * 10_000) / 10,
        ...(ctx.state.visitor ? { userId: ctx.state.visitor.userId } : {}),
      };
      ctx.state.log[FREQUENT_PATHS.test(ctx.path) ? 'debug' : 'info'](fields, 'request');
    });
  };
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);

/** Measures requests by route pattern: paths and invented methods would each become a time series of its own. */
export function measureRequests(metrics: {
  request(labels: Record<'route' | 'method' | 'status', string>, seconds: number): void;
}): ApiMiddleware {
  return async (ctx, next) => {
    await timed(next, (seconds) => {
      const method = METHODS.has(ctx.method) ? ctx.method : 'other';
      metrics.request({ route: routeOf(ctx) ?? 'none', method, status: String(ctx.status) }, seconds);
    });
  };
}

export const traceRequests: ApiMiddleware = (ctx, next) => {
  if (FREQUENT_PATHS.test(ctx.path)) return next();
  return traceRequest(ctx.headers, async (span) => {
    try {
      await next();
    } finally {
      const route = routeOf(ctx) ?? 'none';
      span.updateName(`${ctx.method} ${route}`);
      span.setAttributes({
        'http.request.method': ctx.method,
        'http.route': route,
        'http.response.status_code': ctx.status,
        'isa.request_id': ctx.state.requestId,
      });
      if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    }
  });
};
