import { calls, emailKey } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import type { Deps } from '../../deps';
import { type ApiRouter, createRouter } from '../../http/context';
import type { Allowance } from '../../http/limits';
import { mount } from '../../http/mount';
import {
  clearSessionCookies,
  maybeSignedIn,
  setSessionCookies,
  signedIn,
  TOKEN_COOKIE,
  tokenOf,
  visitorOf,
} from '../../http/session';
import { createAccounts } from './accounts';

const MINUTE = 60;
const signUps: Allowance = { name: 'signup', attempts: 20, seconds: 10 * MINUTE };
const logIns: Allowance = { name: 'login', attempts: 30, seconds: MINUTE };
/** Forgiven when one succeeds, so that only guessing adds up. */
const logInsPerAccount: Allowance = { name: 'login-account', attempts: 10, seconds: 15 * MINUTE };
const resetRequests: Allowance = { name: 'forgot-password', attempts: 10, seconds: 15 * MINUTE };
const resetMailsPerAccount: Allowance = { name: 'forgot-account', attempts: 3, seconds: 15 * MINUTE };
const links: Allowance = { name: 'mail-link', attempts: 20, seconds: 15 * MINUTE };

/** Sign up, log in and out, and the ways back in (specification §7). */
export function accountRoutes(deps: Deps): ApiRouter {
  const { env, limits, later, sessions } = deps;
  const accounts = createAccounts(deps);
  const router = createRouter();

  mount(router, calls.signup, callSchemas.signup, limits.perAddress(signUps), async ({ body }) => {
    await accounts.signUp(body);
    return { message: 'Registered' };
  });

  mount(router, calls.login, callSchemas.login, limits.perAddress(logIns), async ({ body, ctx }) => {
    const account = emailKey(body.email);
    await limits.count(logInsPerAccount, account);
    const session = await accounts.logIn({ ...body, userAgent: ctx.get('User-Agent') || undefined });
    await limits.forgive(logInsPerAccount, account);
    // Whatever session the browser came with is over: nobody can plant one that outlives a log in.
    const previous = ctx.cookies.get(TOKEN_COOKIE);
    if (previous) await sessions.end(previous);
    setSessionCookies(ctx, env.siteOrigin, session, body.remember);
    return { token: session.token, expiresAt: session.expiresAt.toISOString() };
  });

  mount(router, calls.takeUser, callSchemas.takeUser, signedIn(deps), ({ ctx }) => {
    const { name, expiresAt } = visitorOf(ctx);
    return { message: 'Logged in', name, expiresAt: expiresAt.toISOString() };
  });

  mount(router, calls.logout, callSchemas.logout, maybeSignedIn(deps), async ({ ctx }) => {
    const given = tokenOf(ctx);
    if (given) await sessions.end(given.token);
    clearSessionCookies(ctx, env.siteOrigin);
    return { message: 'Logged out' };
  });

  mount(
    router,
    calls.forgotPassword,
    callSchemas.forgotPassword,
    limits.perAddress(resetRequests),
    ({ body }) => {
      // The work comes after the answer, and beyond the account's limit silently not at all: neither the answer nor
      // its time says whether there is such an account.
      later.run(async () => {
        if (await limits.allows(resetMailsPerAccount, emailKey(body.email)))
          await accounts.sendResetLink(body.email);
      });
      return { message: 'If there is an account with this address, a mail with a link is on its way.' };
    },
  );

  mount(
    router,
    calls.resetPassword,
    callSchemas.resetPassword,
    limits.perAddress(links),
    async ({ params, body, ctx }) => {
      await accounts.resetPassword(params.token, body.newPassword);
      clearSessionCookies(ctx, env.siteOrigin);
      return { message: 'Your password was changed.' };
    },
  );

  mount(router, calls.verifyEmail, callSchemas.verifyEmail, limits.perAddress(links), async ({ body }) => {
    await accounts.verifyEmail(body.token);
    return { message: 'Your e-mail address is confirmed.' };
  });

  return router;
}
