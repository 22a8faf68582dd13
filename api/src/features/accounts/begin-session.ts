import { type User, Users } from '../../database/entities';
import { isMissingReference } from '../../database/errors';
import type { AccountDeps } from './deps';
import type { ApiContext } from '../../http/context';
import { ProblemError } from '../../http/problem-error';
import { setSessionCookies, TOKEN_COOKIE } from '../../http/session';

interface LogIn {
  readonly user: User;
  readonly known: boolean;
  readonly remember: boolean;
}

/** Starts a session after any log-in. @throws ProblemError `invalid-credentials` after a change meanwhile */
export async function beginSession(ctx: ApiContext, deps: AccountDeps, { user, known, remember }: LogIn) {
  const { env, knownDevices, sessions } = deps;
  const session = await startSession(deps, user, ctx.get('User-Agent') || undefined);
  await knownDevices.remember(ctx, env.siteOrigin, { userId: user.id, known });
  // The browser's previous session ends, so that a planted one does not survive the log in.
  const previous = ctx.cookies.get(TOKEN_COOKIE);
  if (previous) await sessions.end(previous);
  setSessionCookies(ctx, env.siteOrigin, session.token, remember ? session.expiresAt : undefined);
  deps.records.forgetBrowser(ctx);
  return { token: session.token, expiresAt: session.expiresAt.toISOString() };
}

async function startSession(
  { db, sessions }: AccountDeps,
  { id, passwordHash }: User,
  userAgent: string | undefined,
) {
  const session = await sessions.start(id, userAgent).catch((error: unknown) => {
    if (isMissingReference(error)) throw new ProblemError('invalid-credentials', { cause: error });
    throw error;
  });
  // A reset ends all sessions, but not one that began after it with the earlier password or passkey.
  if (await db.getRepository(Users).existsBy({ id, passwordHash })) return session;
  await sessions.end(session.token);
  throw new ProblemError('invalid-credentials');
}
