import type { Logger } from 'pino';
import type { ApiMiddleware } from './context';

/** Tokens that travel in a path, such as the ones of reset links and of guests' orders. */
const SECRET_PATHS = /^(\/api\/(?:reset-password|order-links)\/)[^/]+/;
/** Asked for by machines, all the time. */
const FREQUENT_PATHS = /^\/(?:api\/health\/|api\/telemetry$|metrics$)/;

/**
 * Gives each request a log of its own, which carries its id, and one line when it is answered. Query strings are never
 * logged: the specification lets tokens travel in them.
 */
export function logRequests(log: Logger, checkAnswers: boolean): ApiMiddleware {
  return async (ctx, next) => {
    const { requestId } = ctx.state;
    const started = performance.now();
    ctx.state.checkAnswers = checkAnswers;
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
