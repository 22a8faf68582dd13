import type { Deps } from '../../deps';
import type { ApiContext } from '../../http/context';
import { setSessionCookies, TOKEN_COOKIE } from '../../http/session';
import { clearGuestKey } from '../orders/buyer';

interface LogIn {
  readonly userId: number;
  /** The browser is a known device of the account. */
  readonly known: boolean;
  readonly remember: boolean;
}

/** What follows every log-in, by whatever proof: a session with its cookies in a browser that is known from now on. */
export async function beginSession(ctx: ApiContext, deps: Deps, { userId, known, remember }: LogIn) {
  const { env, knownDevices, sessions } = deps;
  const session = await sessions.start(userId, ctx.get('User-Agent') || undefined);
  await knownDevices.remember(ctx, env.siteOrigin, { userId, known });
  // The browser's previous session ends, so that a planted one does not survive the log in.
  const previous = ctx.cookies.get(TOKEN_COOKIE);
  if (previous) await sessions.end(previous);
  setSessionCookies(ctx, env.siteOrigin, session, remember);
  clearGuestKey(ctx, deps);
  return { token: session.token, expiresAt: session.expiresAt.toISOString() };
}
