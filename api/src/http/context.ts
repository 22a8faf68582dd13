import { Router } from '@koa/router';
import type { Middleware, ParameterizedContext } from 'koa';
import type { Logger } from 'pino';
import type { ProblemError } from './problem-error';

/** The user of a live session. */
export interface Visitor {
  readonly userId: number;
  readonly sessionId: number;
  readonly name: string;
  readonly email: string;
  /** End of the session. */
  readonly expiresAt: Date;
}

/** Set by the outer middleware for the routes. */
export interface ApiState {
  requestId: string;
  log: Logger;
  /** Responses are compared with their schemas; production skips this to save time. */
  checkResponses: boolean;
  /** Set by `signedIn` and, where there is a session, by `maybeSignedIn`. */
  visitor?: Visitor | undefined;
  /** Set by `respondToForms`: renders a problem as a page instead of JSON. */
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
