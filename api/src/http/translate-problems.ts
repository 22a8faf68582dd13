import { isDatabaseBusy } from '../database/errors';
import type { SecurityLog } from '../platform/security-log';
import { type ApiContext, type ApiMiddleware, routeOf } from './context';
import { ProblemError } from './problem-error';

const BUSY_RETRY_SECONDS = 2;

/** The only place where errors become responses: `application/problem+json` without a stack. */
export function translateProblems({ security }: { readonly security: SecurityLog }): ApiMiddleware {
  return async (ctx, next) => {
    try {
      await next();
      refuseUnhandled(ctx);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.status >= 500 && !problem.isLogged) ctx.state.log.error({ err: error }, 'a request failed');
      const route = routeOf(ctx) ?? null;
      const account = ctx.state.visitor?.userId ?? null;
      if (problem.id === 'wrong-origin' || problem.id === 'invalid-signature')
        security.write({ event: problem.id, result: 'refused', account: null, route });
      if (problem.id === 'no-access')
        security.write({ event: 'access-refused', result: 'refused', account, to: 'lesson' });
      respond(ctx, problem);
    }
  };
}

/** Koa responds to unmatched paths with an empty 404; the router sets 405 and 501 for other methods. */
function refuseUnhandled(ctx: ApiContext): void {
  if (ctx.status === 404 && ctx.body === undefined) throw new ProblemError('not-found');
  if (ctx.status === 405 || ctx.status === 501) throw new ProblemError('method-not-allowed');
}

function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isDatabaseBusy(error)) {
    return new ProblemError('busy', { retryAfterSeconds: BUSY_RETRY_SECONDS, cause: error });
  }
  return new ProblemError(isClientError(error) ? 'invalid-request' : 'internal-error', { cause: error });
}

/** Koa and its libraries set a 4xx status on errors of the client, such as an undecodable path. */
function isClientError(error: unknown): boolean {
  if (error instanceof URIError) return true;
  if (!(error instanceof Error) || !('status' in error)) return false;
  return typeof error.status === 'number' && error.status >= 400 && error.status < 500;
}

function respond(ctx: ApiContext, problem: ProblemError): void {
  const { retryAfterSeconds } = problem;
  ctx.status = problem.status;
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(Math.ceil(retryAfterSeconds)));
  ctx.set('Cache-Control', 'no-store');
  if (ctx.state.presentProblem) {
    ctx.state.presentProblem(problem);
  } else {
    ctx.body = JSON.stringify(problem.toBody(ctx.state.requestId));
    ctx.type = 'application/problem+json';
  }
}
