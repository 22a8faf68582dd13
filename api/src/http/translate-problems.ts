import { type Problem, problems } from '@isa/api-contract';
import { DatabaseBusyError } from '../database/transaction-gate';
import type { ApiContext, ApiMiddleware } from './context';
import { ProblemError } from './problem-error';

const BUSY_RETRY_SECONDS = 2;

/** The one place where errors become answers: `application/problem+json`, and never a stack. */
export const translateProblems: ApiMiddleware = async (ctx, next) => {
  try {
    await next();
    refuseUnanswered(ctx);
  } catch (error) {
    const problem = asProblem(error);
    if (problem.status >= 500) ctx.state.log.error({ err: error }, 'a request failed');
    answer(ctx, problem);
  }
};

/** Koa answers what no route took with an empty 404; the router marks other methods with 405 and 501. */
function refuseUnanswered(ctx: ApiContext): void {
  if (ctx.status === 404 && ctx.body === undefined) throw new ProblemError('not-found');
  if (ctx.status === 405 || ctx.status === 501) throw new ProblemError('method-not-allowed');
}

function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof DatabaseBusyError) {
    return new ProblemError('busy', { retryAfterSeconds: BUSY_RETRY_SECONDS, cause: error });
  }
  return isClientError(error)
    ? new ProblemError('invalid-request', { cause: error })
    : new ProblemError('internal-error', { cause: error });
}

/** Koa and its libraries mark what the client did wrong, such as a path that cannot be decoded. */
function isClientError(error: unknown): boolean {
  if (error instanceof URIError) return true;
  if (!(error instanceof Error) || !('status' in error)) return false;
  return typeof error.status === 'number' && error.status >= 400 && error.status < 500;
}

function answer(ctx: ApiContext, problem: ProblemError): void {
  const { retryAfterSeconds } = problem;
  ctx.status = problem.status;
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(Math.ceil(retryAfterSeconds)));
  ctx.set('Cache-Control', 'no-store');
  if (ctx.state.presentProblem) ctx.state.presentProblem(problem);
  else presentAsJson(ctx, problem);
}

function presentAsJson(ctx: ApiContext, problem: ProblemError): void {
  const { id, message, errors } = problem;
  const body: Problem = {
    type: `/problems/${id}`,
    id,
    title: problems[id].title,
    status: problem.status,
    message,
    requestId: ctx.state.requestId,
    ...(errors ? { errors } : {}),
  };
  ctx.body = JSON.stringify(body);
  ctx.type = 'application/problem+json';
}
