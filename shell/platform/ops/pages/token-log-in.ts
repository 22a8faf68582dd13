import { cookieValues } from '@isa/api-contract';
import { addressPrefixes } from '@isa/api-contract/security-events';
import { Router } from '@koa/router';
import type { Context } from 'koa';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { SecurityLog } from '../../release/security-log';
import { sourceOf } from './client-address';
import { seeOther, show } from './document';
import { logInPage } from './form-pages';
import {
  createOperatorSessions,
  type OperatorSession,
  SESSION_SECONDS,
  type TokenLogIn,
} from './operator-session';
import { readForm } from './submitted-form';

interface TokenLogInOptions extends TokenLogIn {
  readonly security: SecurityLog;
  /** Whether the pages are reached over https; the cookie is then sent over https only. */
  readonly secure: boolean;
}

/** The limit of attempts by one address. One over all addresses would let anybody lock the operators out. */
const LOGIN_LIMIT = { points: 5, duration: 60 };

/** How many values of the cookie are tried. */
const MAX_COOKIES = 8;

export function createTokenLogIn({ security, secure, ...options }: TokenLogInOptions) {
  const sessions = createOperatorSessions(options);
  const attempts = new RateLimiterMemory(LOGIN_LIMIT);
  // Browsers accept the prefix only from this host and only over https (RFC 6265bis §4.1.3).
  const name = secure ? '__Host-isa_operator' : 'isa_operator';

  /** Over http, in development, a foreign cookie of this name may come first. */
  async function identify(ctx: Context): Promise<OperatorSession | undefined> {
    for (const value of cookieValues(ctx.get('Cookie'), name).slice(0, MAX_COOKIES)) {
      const session = await sessions.read(value);
      if (session) return session;
    }
    return undefined;
  }

  function setCookie(ctx: Context, value: string, seconds: number): void {
    const flags = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure ? '; Secure' : ''}`;
    ctx.set('Set-Cookie', `${name}=${value}; ${flags}`);
  }

  async function logIn(ctx: Context): Promise<void> {
    const form = await readForm(ctx);
    const who = form.get('who')?.trim().slice(0, 60) ?? '';
    const record = (result: 'success' | 'failure' | 'refused', operator: string | null) =>
      security.write({ event: 'operator-log-in', result, operator }, sourceOf(ctx));
    const reject = (status: number, error: string) => {
      // The record lacks the name, which may be a token in the wrong field.
      record(status === 401 ? 'failure' : 'refused', null);
      show(ctx, status, logInPage({ error, who }));
    };
    // IPv6 addresses count by /64, because one client has all of it.
    const [address] = addressPrefixes(ctx.ip);
    const { consumedPoints, msBeforeNext } = await attempts.penalty(address);
    if (consumedPoints > LOGIN_LIMIT.points) {
      const seconds = Math.ceil(msBeforeNext / 1000);
      ctx.set('Retry-After', String(seconds));
      return reject(429, `Too many attempts. Try again in ${seconds} seconds.`);
    }
    if (!sessions.isToken(form.get('token') ?? '')) return reject(401, 'This is not the operators’ token.');
    if (!who) return reject(400, 'Enter your name: the history records it.');
    await attempts.delete(address);
    record('success', who);
    setCookie(ctx, sessions.create(who), SESSION_SECONDS);
    seeOther(ctx, '/ops/releases');
  }

  async function logOut(ctx: Context, { who }: OperatorSession): Promise<void> {
    for (const value of cookieValues(ctx.get('Cookie'), name).slice(0, MAX_COOKIES))
      await sessions.revoke(value);
    security.write({ event: 'operator-log-out', result: 'success', operator: who }, sourceOf(ctx));
    setCookie(ctx, '', 0);
    seeOther(ctx, '/ops/login');
  }

  const login = new Router<{ session?: OperatorSession }>({ strict: true, sensitive: true });
  login.post('/ops/login', logIn);
  login.get('/ops/login', (ctx, next) => (ctx.state.session ? next() : show(ctx, 200, logInPage())));
  return {
    identify,
    routes: login.routes(),
    logOut,
  };
}
