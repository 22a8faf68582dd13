import type { ApiContext, ApiMiddleware, Visitor } from './context';
import { ProblemError } from './problem-error';

/** Not readable by scripts; carries the session's token (specification §4, §9). */
export const TOKEN_COOKIE = 'token';
/** Readable, and no secret: tells the site that asking about a session is worth while. */
export const MARKER_COOKIE = 'isa-session';
/** Specification §9: 0.1 day. */
export const SESSION_MS = 0.1 * 24 * 60 * 60 * 1000;

/** What the middleware needs to know of sessions and of the site. */
export interface SessionDeps {
  readonly sessions: {
    verify(token: string): Promise<Visitor | undefined>;
  };
  readonly env: { readonly siteOrigin: string };
}

interface GivenToken {
  readonly token: string;
  readonly fromCookie: boolean;
}

/** Lets only live sessions pass. @throws ProblemError `not-signed-in`, `wrong-origin` */
export function signedIn(deps: SessionDeps): ApiMiddleware {
  return async (ctx, next) => {
    ctx.state.visitor = await visitorFrom(deps, ctx);
    visitorOf(ctx);
    await next();
  };
}

/** Recognises a live session and lets everybody else pass as a visitor without one. */
export function maybeSignedIn(deps: SessionDeps): ApiMiddleware {
  return async (ctx, next) => {
    ctx.state.visitor = await visitorFrom(deps, ctx);
    await next();
  };
}

/** The visitor behind `signedIn`. @throws ProblemError `not-signed-in` */
export function visitorOf(ctx: ApiContext): Visitor {
  if (!ctx.state.visitor) throw new ProblemError('not-signed-in');
  return ctx.state.visitor;
}

/** The token of this request: from body or query as the specification writes the calls, else from the cookie. */
export function tokenOf(ctx: ApiContext): GivenToken | undefined {
  const { body } = ctx.request;
  const fromBody = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined;
  const given = fromBody ?? ctx.query['token'];
  if (given !== undefined) return typeof given === 'string' ? { token: given, fromCookie: false } : undefined;
  const cookie = ctx.cookies.get(TOKEN_COOKIE);
  return cookie ? { token: cookie, fromCookie: true } : undefined;
}

/** @param remembered the cookie outlives the browser session; the server's own time limit is the same. */
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

async function visitorFrom(deps: SessionDeps, ctx: ApiContext): Promise<Visitor | undefined> {
  const given = tokenOf(ctx);
  if (!given) return undefined;
  if (given.fromCookie) requireSameOrigin(ctx, deps.env.siteOrigin);
  const visitor = await deps.sessions.verify(given.token);
  if (!visitor && given.fromCookie) clearSessionCookies(ctx, deps.env.siteOrigin);
  return visitor;
}

/**
 * A browser adds the cookie to whatever any page asks for. So a change that rests on the cookie alone has to
 * come from our own pages, and browsers say where a request comes from in headers that no script can set
 * (Fetch Metadata; Origin, RFC 6454). Requests that carry the token themselves need no such proof.
 */
function requireSameOrigin(ctx: ApiContext, siteOrigin: string): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  const site = ctx.get('Sec-Fetch-Site');
  if (site ? site !== 'same-origin' : ctx.get('Origin') !== siteOrigin)
    throw new ProblemError('wrong-origin');
}

function cookieOptions(ctx: ApiContext, siteOrigin: string) {
  const secure = siteOrigin.startsWith('https:');
  // The site's proxy speaks plain HTTP with us; what counts is how the browser speaks with the site.
  ctx.cookies.secure = secure;
  return { path: '/', sameSite: 'lax', secure, overwrite: true } as const;
}
