import type { AccountDeps } from './deps';
import { type ApiRouter, createRouter } from '../../http/context';
import type { RateLimit } from '../../http/limits';
import { mount } from '../../http/mount';
import { signedIn, visitorOf } from '../../http/session';
import { beginSession } from './begin-session';
import { createPasskeys } from './passkeys';
import { createReauthentication } from './reauthentication';
import { recordCheck } from './log-in-delays';

export const passkeyChallenges: RateLimit = { name: 'passkey-challenge', attempts: 60, seconds: 600 };
const logIns: RateLimit = { name: 'passkey-login', attempts: 30, seconds: 60 };

/** Login with a passkey, and the passkeys of a customer's account. */
export function passkeyRoutes(deps: AccountDeps): ApiRouter {
  const { knownDevices, limits, security } = deps;
  const passkeys = createPasskeys(deps);
  const reauthenticate = createReauthentication(deps);
  const session = [signedIn(deps)];
  const router = createRouter();

  mount(router, 'startPasskeyLogin', [limits.perAddress(passkeyChallenges)], async () => ({
    options: await passkeys.logInOptions(),
  }));

  mount(router, 'passkeyLogin', [limits.perAddress(logIns)], async ({ body, ctx }) => {
    const owned = await passkeys.find(body.passkey);
    const known = owned !== undefined && (await knownDevices.find(ctx, owned.user.emailKey)) !== undefined;
    const logIn = { event: 'log-in', method: 'passkey', knownDevice: known } as const;
    const user = await recordCheck(
      (result) => security.write({ ...logIn, result, account: owned?.user.id ?? null }),
      () => passkeys.logIn(owned, body.passkey),
    );
    return beginSession(ctx, deps, { user, known, remember: body.remember });
  });

  mount(router, 'startReauthentication', session, async ({ ctx }) => {
    const visitor = visitorOf(ctx);
    await limits.consume(passkeyChallenges, `user ${visitor.userId}`);
    return { options: await passkeys.reauthenticationOptions(visitor) };
  });

  mount(router, 'listPasskeys', session, async ({ ctx }) => ({
    passkeys: await passkeys.list(visitorOf(ctx)),
  }));

  mount(router, 'startPasskey', session, async ({ body, ctx }) => {
    const visitor = visitorOf(ctx);
    const user = await reauthenticate(visitor, body);
    return { options: await passkeys.registrationOptions(visitor, user) };
  });

  mount(router, 'addPasskey', session, async ({ body, ctx }) => {
    return { passkey: await passkeys.add(visitorOf(ctx), body.name, body.passkey) };
  });

  mount(router, 'renamePasskey', session, async ({ params, body, ctx }) => ({
    passkey: await passkeys.rename(visitorOf(ctx), params.passkeyId, body.name),
  }));

  mount(router, 'removePasskey', session, async ({ params, body, ctx }) => {
    const visitor = visitorOf(ctx);
    const user = await reauthenticate(visitor, body);
    await passkeys.remove(visitor, user, params.passkeyId);
    return { message: 'The passkey was removed.' };
  });

  return router;
}
