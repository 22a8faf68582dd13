import { randomUUID } from 'node:crypto';
import type { ApiMiddleware } from './context';

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Gives each request its id; a proxy's own one is kept. */
export const identifyRequests: ApiMiddleware = (ctx, next) => {
  const given = ctx.get('X-Request-Id');
  ctx.state.requestId = REQUEST_ID.test(given) ? given : randomUUID();
  ctx.set('X-Request-Id', ctx.state.requestId);
  return next();
};
