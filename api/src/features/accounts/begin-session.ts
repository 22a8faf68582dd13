import type { User } from '../../database/entities';
import { transaction } from '../../database/transaction';
import type { AccountDeps } from './deps';
import type { ApiContext } from '../../http/context';
import { setSessionCookies, tokensOf } from '../../http/session';

/** Starts a session of this browser after any login. @throws ProblemError `invalid-credentials` if the password was changed meanwhile */
export async function beginSession(
  ctx: ApiContext,
  { db, knownDevices, records, security, sessions }: AccountDeps,
  { user, known, remember }: { readonly user: User; readonly known: boolean; readonly remember: boolean },
) {
  if (user.emailVerifiedAt) {
    // A guest may have paid with the address since it was confirmed.
    const orders = await transaction(db, (manager) => records.attach(manager, user));
    for (const order of orders)
      security.write({ event: 'order-claimed', result: 'success', account: user.id, order });
  }
  const session = await sessions.start(user, ctx.get('User-Agent') || undefined);
  await knownDevices.remember(ctx, { userId: user.id, known });
  // The browser's previous session ends, so that a planted one does not survive the log in.
  for (const previous of tokensOf(ctx, 'cookie').tokens) await sessions.end(previous);
  setSessionCookies(ctx, session.token, remember ? session.expiresAt : undefined);
  records.forgetBrowser(ctx);
  return { token: session.token, expiresAt: session.expiresAt.toISOString() };
}
