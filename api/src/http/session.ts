import type { ApiContext, ApiMiddleware, Visitor } from './context';
import { ProblemError } from './problem-error';

/** The session token; not readable by scripts (specification §4, §9). */
export const TOKEN_COOKIE = 'token';
/** Readable by scripts and not secret: indicates to pages that a session may exist. */
export const MARKER_COOKIE = 'isa-session';
/** Specification §9: 0.1 day. */
export const SESSION_MS = 0.1 * 24 * 60 * 60 * 1000;

export interface SessionDeps {
  readonly sessions: { verify(token: string): Promise<Visitor | undefined> };
  readonly env: { readonly siteOrigin: string };
}

interface RequestToken {
  readonly token: string;
  readonly fromCookie: boolean;
}

/** Admits only live sessions. @throws ProblemError `not-signed-in`, `wrong-origin` */
export function signedIn(deps: SessionDeps): ApiMiddleware {
  return async (ctx, next) => {
    ctx.state.visitor = await visitorFrom(deps, ctx, tokenOf(ctx));
    visitorOf(ctx);
    await next();
  };
}

/** Sets the visitor of a live session and admits requests without one. @throws ProblemError `wrong-origin` */
export function maybeSignedIn(deps: SessionDeps): ApiMiddleware {
  return async (ctx, next) => {
    ctx.state.visitor = await visitorFrom(deps, ctx, tokenOf(ctx));
    await next();
  };
}

/** As `maybeSignedIn`, for calls whose body contains another kind of token. @throws ProblemError `wrong-origin` */
export function maybeSignedInByCookie(deps: SessionDeps): ApiMiddleware {
  return async (ctx, next) => {
    ctx.state.visitor = await visitorFrom(deps, ctx, cookieToken(ctx));
    await next();
  };
}

/** The visitor behind `signedIn`. @throws ProblemError `not-signed-in` */
export function visitorOf(ctx: ApiContext): Visitor {
  if (!ctx.state.visitor) throw new ProblemError('not-signed-in');
  return ctx.state.visitor;
}

/** The token of this request: from body or query as the specification defines the calls, else from the cookie. */
export function tokenOf(ctx: ApiContext): RequestToken | undefined {
  const { body } = ctx.request;
  const fromBody = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined;
  const token = fromBody ?? ctx.query['token'];
  if (token !== undefined) return typeof token === 'string' ? { token, fromCookie: false } : undefined;
  return cookieToken(ctx);
}

function cookieToken(ctx: ApiContext): RequestToken | undefined {
  const cookie = ctx.cookies.get(TOKEN_COOKIE);
  return cookie ? { token: cookie, fromCookie: true } : undefined;
}

/** @param remembered the cookies outlive the browser session; the server's time limit is the same. */
export function setSessionCookies(
  ctx: ApiContext,
  siteOrigin: string,
  session: { readonly token: string; readonly expiresAt: Date },
  remembered: boolean,
): void {
  const options = {
    ...cookieOptions(ctx, siteOrigin),
    ...(remembered ? { expires: session.expiresAt } : {}),
  };
  ctx.cookies.set(TOKEN_COOKIE, session.token, { ...options, httpOnly: true });
  ctx.cookies.set(MARKER_COOKIE, '1', { ...options, httpOnly: false });
}

export function clearSessionCookies(ctx: ApiContext, siteOrigin: string): void {
  const options = cookieOptions(ctx, siteOrigin);
  ctx.cookies.set(TOKEN_COOKIE, null, { ...options, httpOnly: true });
  ctx.cookies.set(MARKER_COOKIE, null, { ...options, httpOnly: false });
}

async function visitorFrom(
  deps: SessionDeps,
  ctx: ApiContext,
  found: RequestToken | undefined,
): Promise<Visitor | undefined> {
  if (!found) return undefined;
  if (found.fromCookie) requireSameOrigin(ctx, deps.env.siteOrigin);
  const visitor = await deps.sessions.verify(found.token);
  if (!visitor && found.fromCookie) clearSessionCookies(ctx, deps.env.siteOrigin);
  return visitor;
}

/**
 * Browsers attach the cookie to requests of any site, so a change authorised by the cookie alone must come from this
 * site. Browsers state the origin in headers that scripts cannot set (Fetch Metadata; Origin, RFC 6454). Requests
 * with an explicit token need no such proof.
 */
function requireSameOrigin(ctx: ApiContext, siteOrigin: string): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  const site = ctx.get('Sec-Fetch-Site');
  if (site ? site !== 'same-origin' : ctx.get('Origin') !== siteOrigin)
    throw new ProblemError('wrong-origin');
}

/** Attributes of all cookies of the API. */
export function cookieOptions(ctx: ApiContext, siteOrigin: string) {
  const secure = siteOrigin.startsWith('https:');
  // The proxy connects over plain HTTP; the scheme between browser and site is the relevant one.
  ctx.cookies.secure = secure;
  return { path: '/', sameSite: 'lax', secure, overwrite: true } as const;
}
