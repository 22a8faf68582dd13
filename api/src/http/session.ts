import type { ApiContext, ApiMiddleware, Visitor } from './context';
import { ProblemError } from './problem-error';

/** The cookie with the session token, which scripts cannot read (specification §4, §9). */
export const TOKEN_COOKIE = 'token';
/** The cookie that tells pages that a session may exist. Scripts can read it, and it is not secret. */
const MARKER_COOKIE = 'isa-session';
/** A session ends after 0.1 day (specification §9). */
export const SESSION_MS = 0.1 * 24 * 60 * 60 * 1000;

export interface SessionDeps {
  readonly sessions: { verify(token: string): Promise<Visitor | undefined> };
  readonly env: { readonly siteOrigin: string };
}

export interface RequestToken {
  readonly token: string;
  readonly fromCookie: boolean;
}

type TokenSource = 'body' | 'query' | 'cookie';

/** Admits only live sessions. @throws ProblemError `not-signed-in`, `wrong-origin` */
export function signedIn(deps: SessionDeps): ApiMiddleware {
  return async (ctx, next) => {
    ctx.state.visitor = await visitorFrom(deps, ctx, 'body');
    visitorOf(ctx);
    await next();
  };
}

/**
 * Sets the visitor of a live session, if any.
 * @param from `cookie` for calls whose body contains another kind of token.
 * @throws ProblemError `wrong-origin`
 */
export function maybeSignedIn(deps: SessionDeps, from: TokenSource = 'body'): ApiMiddleware {
  return async (ctx, next) => {
    ctx.state.visitor = await visitorFrom(deps, ctx, from);
    await next();
  };
}

/** The visitor behind `signedIn`. @throws ProblemError `not-signed-in` */
export function visitorOf(ctx: ApiContext): Visitor {
  if (!ctx.state.visitor) throw new ProblemError('not-signed-in');
  return ctx.state.visitor;
}

/** From the body, or the query where the specification defines it (§7), else from the cookie. */
export function tokenOf(ctx: ApiContext, from: TokenSource = 'body'): RequestToken | undefined {
  const sent: unknown = from === 'query' ? ctx.query : from === 'body' ? ctx.request.body : undefined;
  const token = typeof sent === 'object' && sent !== null && 'token' in sent ? sent.token : undefined;
  if (token !== undefined) return typeof token === 'string' ? { token, fromCookie: false } : undefined;
  const cookie = ctx.cookies.get(TOKEN_COOKIE);
  return cookie ? { token: cookie, fromCookie: true } : undefined;
}

/**
 * @param token `null` removes the cookies.
 * @param expires absent, the cookies end with the browser session; the server's time limit is the same.
 */
export function setSessionCookies(ctx: ApiContext, siteOrigin: string, token: string | null, expires?: Date) {
  const options = { ...cookieOptions(ctx, siteOrigin), ...(expires && { expires }) };
  ctx.cookies.set(TOKEN_COOKIE, token, { ...options, httpOnly: true });
  ctx.cookies.set(MARKER_COOKIE, token && '1', { ...options, httpOnly: false });
}

async function visitorFrom(deps: SessionDeps, ctx: ApiContext, from: TokenSource) {
  const found = tokenOf(ctx, from);
  if (!found) return undefined;
  const { siteOrigin } = deps.env;
  // Browsers attach the cookie to requests of any site, but state the origin in headers that scripts cannot set
  // (Fetch Metadata; Origin, RFC 6454). An explicit token needs no such proof.
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  if (found.fromCookie && !isRead && !isSameOrigin(ctx, siteOrigin)) throw new ProblemError('wrong-origin');
  const visitor = await deps.sessions.verify(found.token);
  if (!visitor && found.fromCookie) setSessionCookies(ctx, siteOrigin, null);
  return visitor;
}

/** @returns whether the browser states that a page of this site sent the request. */
export function isSameOrigin(ctx: ApiContext, siteOrigin: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  return site ? site === 'same-origin' : ctx.get('Origin') === siteOrigin;
}

export function cookieOptions(ctx: ApiContext, siteOrigin: string) {
  const secure = siteOrigin.startsWith('https:');
  // The proxy connects over plain HTTP; the scheme between browser and site is the relevant one.
  ctx.cookies.secure = secure;
  return { path: '/', sameSite: 'lax', secure, overwrite: true } as const;
}

/** A cookie of the API with a secret of the browser, of 32 random bytes. @param lifeMs milliseconds */
export function secretCookie(name: string, lifeMs: number) {
  return {
    read(ctx: ApiContext): string | undefined {
      const secret = ctx.cookies.get(name);
      return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined;
    },
    /** @param secret `null` removes the cookie. */
    set(ctx: ApiContext, siteOrigin: string, secret: string | null): void {
      const options = { ...cookieOptions(ctx, siteOrigin), path: '/api', httpOnly: true };
      ctx.cookies.set(name, secret, { ...options, ...(secret !== null && { maxAge: lifeMs }) });
    },
  };
}
