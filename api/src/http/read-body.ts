import { bodyParser } from '@koa/bodyparser';
import type { ApiContext, ApiMiddleware } from './context';
import { ProblemError } from './problem-error';

/** A basket, a message, a form: nothing that this API takes comes near it. */
const LIMIT = '100kb';
/** What browsers send a page's form as. */
export const FORM = 'application/x-www-form-urlencoded';

const parse = bodyParser({
  enableTypes: ['json', 'form'],
  extendTypes: { json: ['application/json'] },
  parsedMethods: ['POST', 'PUT', 'DELETE'],
  jsonLimit: LIMIT,
  formLimit: LIMIT,
  onError(error, ctx) {
    if ('type' in error && error.type === 'entity.too.large') {
      // What is left of the body is not worth reading.
      ctx.set('Connection', 'close');
      throw new ProblemError('too-large');
    }
    throw new ProblemError('invalid-request', { message: 'The body could not be read.', cause: error });
  },
});

/** Also takes the body of a plain HTML form on this route. Runs before the body is validated. */
export const acceptForms: ApiMiddleware = (ctx, next) => {
  ctx.state.formsAccepted = true;
  return next();
};

/**
 * Reads the body as JSON (or as a form, which only routes with `acceptForms` let through). Another site's page can
 * send a form without asking first, but not JSON.
 * @throws ProblemError `invalid-request`, `too-large`, `unsupported-media-type`
 */
export const readBody: ApiMiddleware = async (ctx, next) => {
  if (hasBody(ctx) && !ctx.is('application/json', FORM)) throw new ProblemError('unsupported-media-type');
  await parse(ctx, async () => undefined);
  await next();
};

/** To be called once the route's own steps have run. */
export function refuseForms(ctx: ApiContext): void {
  if (hasBody(ctx) && ctx.is(FORM) && !ctx.state.formsAccepted) {
    throw new ProblemError('unsupported-media-type');
  }
}

function hasBody(ctx: ApiContext): boolean {
  return Number(ctx.get('Content-Length') || 0) > 0 || ctx.get('Transfer-Encoding') !== '';
}
