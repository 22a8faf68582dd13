import { randomUUID } from 'node:crypto';
import { maskSecrets } from '@isa/api-contract';
import type { Logger } from 'pino';
import type { ApiMiddleware } from './context';

const REQUEST_ID = /^[\w-]{8,64}$/;
export const FREQUENT_PATHS = /^\/(?:api\/health\/|api\/telemetry$|metrics$)/;

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
    const started = performance.now();
    ctx.state.checkResponses = checkResponses;
    ctx.state.log = log.child({ requestId });
    try {
      await next();
    } finally {
      const fields = {
        method: ctx.method,
        path: maskSecrets(ctx.path).slice(0, 200),
        status: ctx.status,
        ms: Math.round((performance.now() - started) * 10) / 10,
        ...(ctx.state.visitor ? { userId: ctx.state.visitor.userId } : {}),
      };
      ctx.state.log[FREQUENT_PATHS.test(ctx.path) ? 'debug' : 'info'](fields, 'request');
    }
  };
}
