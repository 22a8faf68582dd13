import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { ApiMiddleware } from './context';

const REQUEST_ID = /^[\w-]{8,64}$/;
/** Tokens that travel in a path, such as the ones of reset links and of guests' orders. */
const SECRET_PATHS = /^(\/api\/(?:reset-password|order-links)\/)[^/]+/;
/** Asked for by machines, all the time. */
const FREQUENT_PATHS = /^\/(?:api\/health\/|api\/telemetry$|metrics$)/;

/**
 * Gives each request its id (a proxy's own one is kept), a log of its own and one line when it is answered. Query
 * strings are never logged: the specification lets tokens travel in them. What is answered from memory is only counted.
 */
export function logRequests(log: Logger, checkAnswers: boolean): ApiMiddleware {
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    const requestId = REQUEST_ID.test(given) ? given : randomUUID();
    const started = performance.now();
    ctx.state.requestId = requestId;
    ctx.state.checkAnswers = checkAnswers;
    ctx.state.log = log.child({ requestId });
    ctx.set('X-Request-Id', requestId);
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
      if (ctx.state.remembered || FREQUENT_PATHS.test(ctx.path)) ctx.state.log.debug(fields, 'request');
      else ctx.state.log.info(fields, 'request');
    }
  };
}
