import type { AccountDeps } from './deps';
import { type ApiContext, type ApiRouter, createRouter, type Visitor } from '../../http/context';
import type { RateLimit } from '../../http/limits';
import { mount } from '../../http/mount';
import { ProblemError } from '../../http/problem-error';
import { clearSessionCookies, isRecent, signedIn, visitorOf } from '../../http/session';
import { createAccountPage } from './account-page';
import { createEmailConfirmation } from './email-confirmation';
import { createReauthentication, type Proof } from './reauthentication';

const verificationMails: RateLimit = { name: 'verification-mail', attempts: 3, seconds: 900 };
const emailChanges: RateLimit = { name: 'email-change', attempts: 5, seconds: 3600 };
const copies: RateLimit = { name: 'export', attempts: 10, seconds: 600 };

export function accountPageRoutes(deps: AccountDeps): ApiRouter {
  const { limits } = deps;
  const page = createAccountPage(deps);
  const confirmation = createEmailConfirmation(deps);
  const reauthenticate = createReauthentication(deps);
  const session = [signedIn(deps)];
  const router = createRouter();

  async function limitedVisitor(ctx: ApiContext, limit: RateLimit): Promise<Visitor> {
    const visitor = visitorOf(ctx);
    await limits.consume(limit, String(visitor.userId));
    return visitor;
  }

  function forgetSession(ctx: ApiContext): void {
    clearSessionCookies(ctx);
    deps.records.forgetBrowser(ctx);
  }

  mount(router, 'readAccount', session, async ({ ctx }) => ({ account: await page.read(visitorOf(ctx)) }));

  mount(router, 'updateAccount', session, async ({ body, ctx }) => ({
    account: await page.rename(visitorOf(ctx), body),
  }));

  mount(router, 'sendVerification', session, async ({ ctx }) => {
    const { userId } = await limitedVisitor(ctx, verificationMails);
    await confirmation.send(userId);
    return { message: 'The email is on its way.' };
  });

  mount(router, 'changePassword', session, async ({ body, ctx }) => {
    const { currentPassword: password, passkey, newPassword } = body;
    const visitor = visitorOf(ctx);
    const user = await reauthenticate(visitor, { password, passkey });
    await page.changePassword(user, visitor.sessionId, newPassword);
    return { message: 'Your password was changed.' };
  });

  mount(router, 'changeEmail', session, async ({ body, ctx }) => {
    const visitor = await limitedVisitor(ctx, emailChanges);
    await confirmation.requestChange(await reauthenticate(visitor, body), body.newEmail);
    return { message: 'An email with a link is on its way to the new address.' };
  });

  mount(router, 'listSessions', session, async ({ ctx }) => ({
    sessions: await page.listSessions(visitorOf(ctx)),
  }));

  /** @throws ProblemError `password-needed`, and those of the reauthentication */
  async function proveUnlessRecent(visitor: Visitor, proof: Proof): Promise<void> {
    if (proof.password !== undefined || proof.passkey !== undefined) await reauthenticate(visitor, proof);
    else if (!isRecent(visitor, deps.now())) throw new ProblemError('password-needed');
  }

  mount(router, 'endSession', session, async ({ params, body, ctx }) => {
    const visitor = visitorOf(ctx);
    // Logging out needs no proof.
    if (params.sessionId !== visitor.sessionId) await proveUnlessRecent(visitor, body);
    await page.endSession(visitor, params.sessionId);
    if (params.sessionId === visitor.sessionId) forgetSession(ctx);
    return { message: 'The session has ended.' };
  });

  mount(router, 'endAllSessions', session, async ({ body, ctx }) => {
    await proveUnlessRecent(visitorOf(ctx), body);
    await page.signOutEverywhere(visitorOf(ctx));
    forgetSession(ctx);
    return { message: 'You are logged out everywhere.' };
  });

  mount(router, 'exportAccount', session, async ({ ctx }) => {
    const visitor = await limitedVisitor(ctx, copies);
    ctx.set('Content-Disposition', 'attachment; filename="isa-account.json"');
    return page.export(visitor);
  });

  mount(router, 'deleteAccount', session, async ({ body, ctx }) => {
    await page.delete(await reauthenticate(visitorOf(ctx), body));
    forgetSession(ctx);
    return { message: 'Your account was deleted.' };
  });

  return router;
}
