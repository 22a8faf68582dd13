import { SpanStatusCode } from '@opentelemetry/api';
import { traceRequest } from '../platform/tracing/spans';
import { type ApiMiddleware, routeOf } from './context';
import { FREQUENT_PATHS } from './request-log';

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
