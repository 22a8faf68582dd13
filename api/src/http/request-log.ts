import type { Logger } from 'pino';
import type { ApiMiddleware } from './context';

/** Paths that contain a token: reset links and links to guests' orders. */
const SECRET_PATHS = /^(\/api\/(?:reset-password|order-links)\/)[^/]+/;
/** Requested continuously by machines. */
const FREQUENT_PATHS = /^\/(?:api\/health\/|api\/telemetry$|metrics$)/;

/**
 * Gives each request a child logger with its id, and logs one line at its end. Query strings are never logged: the
 * specification allows tokens in them.
 */
export function logRequests(log: Logger, checkResponses: boolean): ApiMiddleware {
  return async (ctx, next) => {
    const { requestId } = ctx.state;
    const started = performance.now();
    ctx.state.checkResponses = checkResponses;
    ctx.state.log = log.child({ requestId });
    try {
      await next();
    } finally {
      const fields = {
        method: ctx.method,
        path: ctx.path.replace(SECRET_PATHS, '$1[token]').slice(0, 200),
        status: ctx.status,
        ms: Math.round((performance.now() - started) * 10) / 10,
        ...(ctx.state.visitor ? { userId: ctx.state.visitor.userId } : {}),
      };
      if (FREQUENT_PATHS.test(ctx.path)) ctx.state.log.debug(fields, 'request');
      else ctx.state.log.info(fields, 'request');
    }
  };
}
