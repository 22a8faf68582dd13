import { emailKey } from '@isa/api-contract';
import { addressPrefixes } from '@isa/api-contract/security-events';
import type { AccountDeps } from './deps';
import { type ApiContext, type ApiRouter, createRouter } from '../../http/context';
import type { RateLimit } from '../../http/limits';
import { mount } from '../../http/mount';
import {
  accountName,
  clearSessionCookies,
  isSameOrigin,
  maybeSignedIn,
  signedIn,
  tokensOf,
  visitorOf,
} from '../../http/session';
import { createAccounts } from './accounts';
import { beginSession } from './begin-session';
import { createEmailConfirmation } from './email-confirmation';
import type { LogInSource } from './log-in-delays';

const MINUTE = 60;
const signUps: RateLimit = { name: 'signup', attempts: 20, seconds: 10 * MINUTE };
const logIns: RateLimit = { name: 'login', attempts: 30, seconds: MINUTE };
const resetRequests: RateLimit = { name: 'forgot-password', attempts: 10, seconds: 15 * MINUTE };
const resetMailsPerAccount: RateLimit = { name: 'forgot-account', attempts: 3, seconds: 15 * MINUTE };
const links: RateLimit = { name: 'mail-link', attempts: 20, seconds: 15 * MINUTE };

/** The routes of sign-up, login and logout, password reset and email verification (specification §7). */
export function accountRoutes(deps: AccountDeps): ApiRouter {
  const { env, limits, background, knownDevices, security, sessions } = deps;
  const accounts = createAccounts(deps);
  const confirmation = createEmailConfirmation(deps);
  const router = createRouter();

  mount(router, 'signup', [limits.perAddress(signUps)], async ({ body, ctx }) => {
    await accounts.signUp(body, networksOf(ctx));
    return { message: 'Registered' };
  });

  mount(router, 'login', [], async ({ body, ctx }) => {
    const deviceId = await knownDevices.find(ctx, emailKey(body.email));
    const known = deviceId !== undefined;
    // Known devices have a limit of their own, which neighbours at the same address cannot exhaust.
    const undo = await (known
      ? limits.consume(logIns, `device ${deviceId}`)
      : limits.consumeAddress(logIns, ctx));
    const source = known ? { deviceId } : networksOf(ctx);
    const user = await limits.runCounted(undo, () => accounts.logIn(body.email, body.password, source));
    return beginSession(ctx, deps, { user, known, remember: body.remember });
  });

  mount(router, 'takeUser', [signedIn(deps)], ({ ctx }) => {
    const visitor = visitorOf(ctx);
    const { name, expiresAt } = visitor;
    return {
      message: 'Logged in',
      account: accountName(visitor),
      name,
      expiresAt: expiresAt.toISOString(),
    };
  });

  mount(router, 'logout', [maybeSignedIn(deps)], async ({ ctx }) => {
    const { tokens } = tokensOf(ctx);
    for (const token of tokens) await sessions.end(token);
    const account = ctx.state.visitor?.userId;
    if (account !== undefined)
      security.write({ event: 'session-ended', result: 'success', account, sessions: 'one' });
    // A form of another site arrives without the cookie (SameSite), but its response could remove it.
    if (tokens.length > 0 || isSameOrigin(ctx, env.siteOrigin)) {
      clearSessionCookies(ctx);
      deps.records.forgetBrowser(ctx);
    }
    return { message: 'Logged out' };
  });

  mount(router, 'forgotPassword', [limits.perAddress(resetRequests)], ({ body }) => {
    // The work is done in the background, and without an error beyond the account's limit, so that neither the
    // response nor its time reveals whether the account exists.
    background.run(async () => {
      if (await limits.tryConsume(resetMailsPerAccount, emailKey(body.email)))
        await accounts.sendResetLink(body.email);
      else security.write({ event: 'password-reset-requested', result: 'refused', account: null });
    });
    return { message: 'If there is an account with this address, an email with a link is on its way.' };
  });

  mount(router, 'resetPassword', [limits.perAddress(links)], async ({ params, body, ctx }) => {
    await accounts.resetPassword(params.token, body.newPassword, networksOf(ctx));
    clearSessionCookies(ctx);
    return { message: 'Your password was changed.' };
  });

  mount(
    router,
    'verifyEmail',
    [limits.perAddress(links), maybeSignedIn(deps, 'cookie')],
    async ({ body, ctx }) => {
      await confirmation.confirm(body, ctx.state.visitor, networksOf(ctx));
      return { message: 'Your email address is confirmed.' };
    },
  );

  mount(router, 'rejectSignup', [limits.perAddress(links)], async ({ body }) => {
    await confirmation.rejectSignup(body.token);
    return { message: 'The account is deleted.' };
  });

  return router;
}

function networksOf({ ip }: ApiContext): LogInSource {
  return { prefixes: addressPrefixes(ip) };
}
