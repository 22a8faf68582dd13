import { randomUUID } from 'node:crypto';
import type { ApiMiddleware } from './context';

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Gives each request an id: the proxy's, if valid, else a new one. */
export const identifyRequests: ApiMiddleware = (ctx, next) => {
  const header = ctx.get('X-Request-Id');
  ctx.state.requestId = REQUEST_ID.test(header) ? header : randomUUID();
  ctx.set('X-Request-Id', ctx.state.requestId);
  return next();
};
