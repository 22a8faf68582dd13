import { Router } from '@koa/router';
import type { Middleware, ParameterizedContext } from 'koa';
import type { Logger } from 'pino';
import type { ProblemError } from './problem-error';

/** Who is calling, as far as a live session says. */
export interface Visitor {
  readonly userId: number;
  readonly sessionId: number;
  readonly name: string;
  readonly email: string;
  /** When the session ends. */
  readonly expiresAt: Date;
}

/** What the outer middleware leaves for the routes. */
export interface ApiState {
  requestId: string;
  log: Logger;
  /** Answers are held against their schemas; in production that time is saved. */
  checkAnswers: boolean;
  /** Set by `signedIn` and, where there is a session, by `maybeSignedIn`. */
  visitor?: Visitor | undefined;
  /** Set by `answerForms`: shows a problem as a page instead of JSON. */
  presentProblem?: (problem: ProblemError) => void;
  /** Set by `acceptForms`. */
  formsAccepted?: boolean;
}

export type ApiContext = ParameterizedContext<ApiState>;
export type ApiMiddleware = Middleware<ApiState>;
export type ApiRouter = Router<ApiState>;

export function createRouter(): ApiRouter {
  return new Router<ApiState>();
}
