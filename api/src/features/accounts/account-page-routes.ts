import type { Deps } from '../../deps';
import { type ApiContext, type ApiRouter, createRouter, type Visitor } from '../../http/context';
import type { RateLimit } from '../../http/limits';
import { mount } from '../../http/mount';
import { clearSessionCookies, signedIn, visitorOf } from '../../http/session';
import { clearGuestKey } from '../orders/buyer';
import { createAccountPage } from './account-page';
import { createAccounts } from './accounts';

/** Prevents that a stolen session is used to guess the password. */
const passwordChecks: RateLimit = { name: 'password-check', attempts: 10, seconds: 900 };
const verificationMails: RateLimit = { name: 'verification-mail', attempts: 3, seconds: 900 };
const copies: RateLimit = { name: 'export', attempts: 10, seconds: 600 };

/** The page of a customer's own account; every call requires a live session. */
export function accountPageRoutes(deps: Deps): ApiRouter {
  const { env, limits } = deps;
  const page = createAccountPage(deps);
  const accounts = createAccounts(deps);
  const session = [signedIn(deps)];
  const router = createRouter();

  async function limitedVisitor(ctx: ApiContext, limit: RateLimit): Promise<Visitor> {
    const visitor = visitorOf(ctx);
    await limits.consume(limit, String(visitor.userId));
    return visitor;
  }

  mount(router, 'readAccount', session, async ({ ctx }) => ({ account: await page.read(visitorOf(ctx)) }));

  mount(router, 'updateAccount', session, async ({ body, ctx }) => ({
    account: await page.rename(visitorOf(ctx), body),
  }));

  mount(router, 'sendVerification', session, async ({ ctx }) => {
    const { userId } = await limitedVisitor(ctx, verificationMails);
    await accounts.sendVerification(userId);
    return { message: 'The mail is on its way.' };
  });

  mount(router, 'changePassword', session, async ({ body, ctx }) => {
    const visitor = await limitedVisitor(ctx, passwordChecks);
    await page.changePassword(visitor, body.currentPassword ?? '', body.newPassword);
    return { message: 'Your password was changed.' };
  });

  mount(router, 'listSessions', session, async ({ ctx }) => ({
    sessions: await page.listSessions(visitorOf(ctx)),
  }));

  mount(router, 'endAllSessions', session, async ({ ctx }) => {
    await page.signOutEverywhere(visitorOf(ctx));
    clearSessionCookies(ctx, env.siteOrigin);
    clearGuestKey(ctx, deps);
    return { message: 'You are signed out everywhere.' };
  });

  mount(router, 'exportAccount', session, async ({ ctx }) => {
    const visitor = await limitedVisitor(ctx, copies);
    ctx.set('Content-Disposition', 'attachment; filename="isa-account.json"');
    return page.export(visitor);
  });

  mount(router, 'deleteAccount', session, async ({ body, ctx }) => {
    await page.delete(await limitedVisitor(ctx, passwordChecks), body.password ?? '');
    clearSessionCookies(ctx, env.siteOrigin);
    clearGuestKey(ctx, deps);
    return { message: 'Your account was deleted.' };
  });

  return router;
}
