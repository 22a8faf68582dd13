import { calls } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import type { Deps } from '../../deps';
import { type ApiRouter, createRouter } from '../../http/context';
import type { Allowance } from '../../http/limits';
import { mount } from '../../http/mount';
import { clearSessionCookies, signedIn, visitorOf } from '../../http/session';
import { createAccountPage } from './account-page';
import { createAccounts } from './accounts';

/** A stolen session must not become a place to guess the password. */
const passwordChecks: Allowance = { name: 'password-check', attempts: 10, seconds: 900 };
const verificationMails: Allowance = { name: 'verification-mail', attempts: 3, seconds: 900 };
const copies: Allowance = { name: 'export', attempts: 10, seconds: 600 };

/** The page of a customer's own account: all of it asks for a live session. */
export function accountPageRoutes(deps: Deps): ApiRouter {
  const { env, limits } = deps;
  const page = createAccountPage(deps);
  const accounts = createAccounts(deps);
  const owner = signedIn(deps);
  const router = createRouter();
  const keyOf = ({ userId }: { readonly userId: number }) => String(userId);

  mount(router, calls.readAccount, callSchemas.readAccount, owner, async ({ ctx }) => ({
    account: await page.read(visitorOf(ctx)),
  }));

  mount(router, calls.updateAccount, callSchemas.updateAccount, owner, async ({ body, ctx }) => ({
    account: await page.rename(visitorOf(ctx), body),
  }));

  mount(router, calls.sendVerification, callSchemas.sendVerification, owner, async ({ ctx }) => {
    const visitor = visitorOf(ctx);
    await limits.count(verificationMails, keyOf(visitor));
    await accounts.sendVerification(visitor.userId);
    return { message: 'The mail is on its way.' };
  });

  mount(router, calls.changePassword, callSchemas.changePassword, owner, async ({ body, ctx }) => {
    const visitor = visitorOf(ctx);
    await limits.count(passwordChecks, keyOf(visitor));
    await page.changePassword(visitor, body.currentPassword, body.newPassword);
    return { message: 'Your password was changed.' };
  });

  mount(router, calls.listSessions, callSchemas.listSessions, owner, async ({ ctx }) => ({
    sessions: await page.listSessions(visitorOf(ctx)),
  }));

  mount(router, calls.endAllSessions, callSchemas.endAllSessions, owner, async ({ ctx }) => {
    await page.signOutEverywhere(visitorOf(ctx));
    clearSessionCookies(ctx, env.siteOrigin);
    return { message: 'You are signed out everywhere.' };
  });

  mount(router, calls.exportAccount, callSchemas.exportAccount, owner, async ({ ctx }) => {
    const visitor = visitorOf(ctx);
    await limits.count(copies, keyOf(visitor));
    ctx.set('Content-Disposition', 'attachment; filename="isa-account.json"');
    return page.export(visitor);
  });

  mount(router, calls.deleteAccount, callSchemas.deleteAccount, owner, async ({ body, ctx }) => {
    const visitor = visitorOf(ctx);
    await limits.count(passwordChecks, keyOf(visitor));
    await page.delete(visitor, body.password);
    clearSessionCookies(ctx, env.siteOrigin);
    return { message: 'Your account was deleted.' };
  });

  return router;
}
