import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { bodyParser } from '@koa/bodyparser';
import type { ApiContext, ApiMiddleware } from './context';
import { ProblemError } from './problem-error';

/** How long the rest of a body that is too large is read and thrown away. */
const DISCARD_MS = 5_000;
export const FORM = 'application/x-www-form-urlencoded';

/** Accepts submitted HTML forms on this route. Runs before the body is validated. */
export const acceptForms: ApiMiddleware = (ctx, next) => {
  ctx.state.formsAccepted = true;
  return next();
};

/** For a route whose address says everything; a body of any type is ignored. Mount it before the call. */
export const ignoreBody: ApiMiddleware = (ctx, next) => {
  ctx.state.bodyIgnored = true;
  return next();
};

/**
 * Reads the body as JSON, or as a form for routes with `acceptForms`. Only forms need no preflight request.
 * @throws ProblemError `invalid-request`, `too-large`, `unsupported-media-type`
 */
export const readBody = readBodyUpTo('100kb');

/** Reads the body as `readBody`. @param limit far above any valid request: a form sends some characters as nine bytes. */
export function readBodyUpTo(limit: string): ApiMiddleware {
  const parse = bodyParser({
    enableTypes: ['json', 'form'],
    extendTypes: { json: ['application/json'] },
    parsedMethods: ['POST', 'PUT', 'DELETE'],
    jsonLimit: limit,
    formLimit: limit,
    onError(error) {
      if ('type' in error && error.type === 'entity.too.large') throw new ProblemError('too-large');
      throw new ProblemError('invalid-request', { message: 'The body could not be read.', cause: error });
    },
  });
  return async (ctx, next) => {
    // The body is discarded, so that the connection stays usable.
    if (ctx.state.bodyIgnored) ctx.req.resume();
    else await read(ctx, parse);
    await next();
  };
}

async function read(ctx: ApiContext, parse: ReturnType<typeof bodyParser>): Promise<void> {
  if (hasBody(ctx) && !ctx.is('application/json', FORM)) throw new ProblemError('unsupported-media-type');
  try {
    await parse(ctx, async () => undefined);
  } catch (error) {
    if (error instanceof ProblemError && error.id === 'too-large') {
      // A connection that ends while the client still sends is reset, and the client or the proxy never sees the
      // response.
      const { req } = ctx;
      const ended = finished(req.resume(), { writable: false }).catch(() => undefined);
      await Promise.race([ended, pause(DISCARD_MS, undefined, { ref: false })]);
      if (!req.readableEnded) ctx.set('Connection', 'close');
    }
    throw error;
  }
}

/** Call after the route's own middleware. @throws ProblemError `unsupported-media-type` */
export function refuseForms(ctx: ApiContext): void {
  if (!ctx.state.bodyIgnored && hasBody(ctx) && ctx.is(FORM) && !ctx.state.formsAccepted) {
    throw new ProblemError('unsupported-media-type');
  }
}

function hasBody(ctx: ApiContext): boolean {
  return Number(ctx.get('Content-Length') || 0) > 0 || ctx.get('Transfer-Encoding') !== '';
}
