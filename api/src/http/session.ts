import { SESSION_MINUTES } from '@isa/api-contract';
import type { ApiContext, ApiMiddleware, Visitor } from './context';
import { hostCookie } from './cookies';
import { ProblemError } from './problem-error';

/** The cookie with the session token (specification §4, §9). */
const sessionCookie = hostCookie('token');
/** Tells scripts of pages that a session may exist. */
const markerCookie = hostCookie('isa-session', { httpOnly: false });
export const SESSION_MS = SESSION_MINUTES * 60 * 1000;

/** How long a login counts as proof of who sends a request. */
const RECENT_MS = 15 * 60 * 1000;

export function isRecent({ expiresAt }: Visitor, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() > SESSION_MS - RECENT_MS;
}

export interface SessionDeps {
  readonly sessions: { verify(token: string): Promise<Visitor | undefined> };
  readonly env: { readonly siteOrigin: string };
}

/** What a request shows as proof of its session: one token, or every value of the cookie. */
export interface RequestTokens {
  readonly tokens: readonly string[];
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

/** The account's name in the browser's storage, which is never given to another account. */
export function accountName({
  userId,
  accountCreatedAt,
}: Pick<Visitor, 'userId' | 'accountCreatedAt'>): string {
  return `${userId}-${accountCreatedAt.getTime()}`;
}

/** From the body, or the query where the specification defines it (§7), else from the cookie. */
export function tokensOf(ctx: ApiContext, from: TokenSource = 'body'): RequestTokens {
  const sent: unknown = from === 'query' ? ctx.query : from === 'body' ? ctx.request.body : undefined;
  const token = typeof sent === 'object' && sent !== null && 'token' in sent ? sent.token : undefined;
  if (token !== undefined) return { tokens: typeof token === 'string' ? [token] : [], fromCookie: false };
  return { tokens: sessionCookie.values(ctx), fromCookie: true };
}

/** @returns the visitor of the first token of a live session. */
export async function firstLive(
  { sessions }: Pick<SessionDeps, 'sessions'>,
  tokens: readonly string[],
): Promise<Visitor | undefined> {
  for (const token of tokens) {
    const visitor = await sessions.verify(token);
    if (visitor) return visitor;
  }
  return undefined;
}

/** @param expires absent, the cookies end with the browser session; the server's time limit is the same. */
export function setSessionCookies(ctx: ApiContext, token: string, expires?: Date): void {
  sessionCookie.set(ctx, token, expires);
  markerCookie.set(ctx, '1', expires);
}

/** Tells scripts of a session again when the browser has lost only the marker, so that a page that is reloaded shows it. */
export function restoreMarker(ctx: ApiContext, { expiresAt }: Visitor): void {
  markerCookie.set(ctx, '1', expiresAt);
}

export function clearSessionCookies(ctx: ApiContext): void {
  sessionCookie.clear(ctx);
  markerCookie.clear(ctx);
}

async function visitorFrom(deps: SessionDeps, ctx: ApiContext, from: TokenSource) {
  const { tokens, fromCookie } = tokensOf(ctx, from);
  if (tokens.length === 0) return undefined;
  const { siteOrigin } = deps.env;
  // Browsers attach the cookie to requests of any site, but state the origin in headers that scripts cannot set
  // (Fetch Metadata; Origin, RFC 6454). An explicit token needs no such proof.
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  if (fromCookie && !isRead && !isSameOrigin(ctx, siteOrigin)) throw new ProblemError('wrong-origin');
  const visitor = await firstLive(deps, tokens);
  if (!visitor && fromCookie) clearSessionCookies(ctx);
  return visitor;
}

/** @returns whether the browser states that a page of this site sent the request. */
export function isSameOrigin(ctx: ApiContext, siteOrigin: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  return site ? site === 'same-origin' : ctx.get('Origin') === siteOrigin;
}
