import { addressPrefixes } from '@isa/api-contract/security-events';
import { z } from 'zod';
import { Passkeys, type User, Users } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { writeMail } from '../../emails/outbox';
import { createAccounts } from '../../features/accounts/accounts';
import type { AccountDeps } from '../../features/accounts/deps';
import { findMailToken, redeemMailToken } from '../../features/accounts/mail-tokens';
import { officeAppChangedMail } from '../../features/accounts/mails';
import type { ApiContext, ApiRouter } from '../../http/context';
import { fieldErrors, type FormState, input } from '../../http/form-fields';
import { html } from '../../http/html';
import { ProblemError, required } from '../../http/problem-error';
import { acceptForms, readBody } from '../../http/read-body';
import { formElement, type OfficeContext } from '../forms';
import { seeOther, sendOfficePage } from '../layout';
import { type AuthenticatorAppService, codeField, proposalField } from './authenticator-apps';

const enrolmentSchema = z.object({
  password: z.string().max(1000).default(''),
  newCode: codeField,
  proposal: proposalField,
});

interface LogIn {
  limit(ctx: ApiContext): Promise<unknown>;
  start(ctx: ApiContext, user: User): Promise<unknown>;
}

/** The page of the link with which a member of staff sets up the authenticator app, before the first login. */
export function addEnrolment(
  router: ApiRouter,
  deps: AccountDeps,
  apps: AuthenticatorAppService,
  logIn: LogIn,
): void {
  const { db, env, now, security, sessions } = deps;
  const accounts = createAccounts(deps);

  /** @throws ProblemError `link-expired` */
  async function open(token = '') {
    const link = required(
      await findMailToken(db.manager, token, ['office-enrolment'], now()),
      'link-expired',
    );
    const user = required(await db.getRepository(Users).findOneBy({ id: link.userId }), 'link-expired');
    return { link, user, about: `link ${link.id}` };
  }

  async function show(
    ctx: ApiContext,
    { user, about }: Awaited<ReturnType<typeof open>>,
    form: FormState,
    proposal: string,
  ) {
    // Password managers learn from the hidden field whose password it is.
    const content = html`<input hidden type="email" autocomplete="username" value="${user.email}" /> ${input(
        form,
        {
          name: 'password',
          label: 'Password of your account on the site',
          type: 'password',
          autocomplete: 'current-password',
          required: true,
          keep: false,
        },
      )}
      ${apps.show(form, proposal, about, user)}`;
    sendOfficePage(ctx, {
      title: 'Set up your login',
      body: html`<p>
          The office asks for a one-time code as well as your password. The link sets up the app that shows
          the codes, for <strong>${user.email}</strong>. An earlier app and passkeys of yours stop working
          here.
        </p>
        ${formElement({ key: '', writer: '', ...form }, 'Set up and log in', content)}`,
    });
  }

  router.get('/enrol/:token', async (ctx: OfficeContext) => {
    await logIn.limit(ctx);
    const opened = await open(ctx.params['token']);
    await show(ctx, opened, { values: {}, errors: {} }, apps.propose(opened.about));
  });

  router.post('/enrol/:token', acceptForms, readBody, async (ctx: OfficeContext) => {
    await logIn.limit(ctx);
    const opened = await open(ctx.params['token']);
    const { link, user, about } = opened;
    const { data } = enrolmentSchema.safeParse(ctx.request.body ?? {});
    const { password, newCode: code, proposal } = required(data, 'invalid-request');
    try {
      await accounts.logIn(user.email, password, { prefixes: addressPrefixes(ctx.ip) });
      await transaction(db, async (manager) => {
        // Of two requests with one link, the slower one changes nothing.
        if (!(await redeemMailToken(manager, link, now()))) throw new ProblemError('link-expired');
        await apps.replace(manager, user.id, { proposal, about, code });
        await manager.delete(Passkeys, { userId: user.id, audience: 'office' });
        await sessions.endAll(manager, user.id);
        await writeMail(manager, officeAppChangedMail(user, env), { env, now });
      });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status >= 500 || error.id === 'link-expired') throw error;
      security.write({ event: 'authenticator-app', result: 'failure', account: user.id });
      const isPassword = error.id === 'invalid-credentials';
      const message = isPassword ? 'This is not the password of your account on the site.' : error.message;
      const errors = isPassword ? { password: message } : fieldErrors(error);
      await show(ctx, opened, { values: {}, errors, message }, proposal);
      ctx.status = error.status;
      return;
    }
    sessions.evictUser(user.id);
    security.write({ event: 'authenticator-app', result: 'success', account: user.id });
    await logIn.start(ctx, user);
    security.write({ event: 'staff-log-in', method: 'enrolment-link', result: 'success', account: user.id });
    seeOther(ctx, '/orders');
  });
}
