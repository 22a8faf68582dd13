import { type User, Users } from '../../database/entities';
import type { AccountDeps } from './deps';
import type { ApiContext } from '../../http/context';
import { missingMeans, ProblemError } from '../../http/problem-error';
import { setSessionCookies, TOKEN_COOKIE } from '../../http/session';

/** Starts a session after any log-in. @throws ProblemError `invalid-credentials` after a change meanwhile */
export async function beginSession(
  ctx: ApiContext,
  { db, env, knownDevices, records, sessions }: AccountDeps,
  { user, known, remember }: { readonly user: User; readonly known: boolean; readonly remember: boolean },
) {
  const { id, passwordHash } = user;
  const session = await sessions
    .start(id, ctx.get('User-Agent') || undefined)
    .catch(missingMeans('invalid-credentials'));
  // A reset ends all sessions, but not one that began after it with the earlier password or passkey.
  if (!(await db.getRepository(Users).existsBy({ id, passwordHash }))) {
    await sessions.end(session.token);
    throw new ProblemError('invalid-credentials');
  }
  await knownDevices.remember(ctx, env.siteOrigin, { userId: id, known });
  // The browser's previous session ends, so that a planted one does not survive the log in.
  const previous = ctx.cookies.get(TOKEN_COOKIE);
  if (previous) await sessions.end(previous);
  setSessionCookies(ctx, env.siteOrigin, session.token, remember ? session.expiresAt : undefined);
  records.forgetBrowser(ctx);
  return { token: session.token, expiresAt: session.expiresAt.toISOString() };
}
