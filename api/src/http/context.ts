import { AsyncLocalStorage } from 'node:async_hooks';
import { Router } from '@koa/router';
import type { Middleware, ParameterizedContext } from 'koa';
import type { Logger } from 'pino';
import type { ProblemError } from './problem-error';

export interface Visitor {
  readonly userId: number;
  /** With the id it names the account outside of the database, where ids may repeat after a restore. */
  readonly accountCreatedAt: Date;
  readonly sessionId: number;
  readonly name: string;
  readonly expiresAt: Date;
}

/** The submitted texts by field name. */
export type FormFields = Readonly<Record<string, string>>;

/** The state that the outer middleware sets for the routes. */
export interface ApiState {
  requestId: string;
  log: Logger;
  /** Whether responses are compared with their schemas; production skips this to save time. */
  checkResponses: boolean;
  /** The visitor, set by `signedIn` and, where there is a session, by `maybeSignedIn`. */
  visitor?: Visitor | undefined;
  /** Set by `respondToForms`: renders a problem as a page instead of JSON. */
  presentProblem?: (problem: ProblemError) => void;
  /** Whether `ignoreBody` has said that nothing is read from the body. */
  bodyIgnored?: boolean;
  /** Whether `acceptForms` has allowed the body to be a form. */
  formsAccepted?: boolean;
}

export type ApiContext = ParameterizedContext<ApiState>;

/** The request that is being processed, also in work that it started: what services record names its id. */
export const currentRequest = new AsyncLocalStorage<ApiContext>();

export type ApiMiddleware = Middleware<ApiState>;
export type ApiRouter = Router<ApiState>;

/** The pattern of the request's route, never the requested path. `undefined` when no route matches. */
export function routeOf(ctx: ApiContext): string | undefined {
  const pattern: unknown = ctx['_matchedRoute'];
  return typeof pattern === 'string' ? pattern : undefined;
}

export function createRouter(): ApiRouter {
  return new Router<ApiState>();
}
