import { z } from 'zod';
import { Users } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { writeMail } from '../../emails/outbox';
import type { AccountDeps } from '../../features/accounts/deps';
import { officeAppChangedMail } from '../../features/accounts/mails';
import type { ApiRouter } from '../../http/context';
import { html } from '../../http/html';
import { visitorOf } from '../../http/session';
import { addForm, formElement } from '../forms';
import type { OfficeSession } from '../office-session';
import { type AuthenticatorAppService, codeField, proposalField } from './authenticator-apps';

/** The page on which a member of staff changes to another authenticator app. */
export function addAuthenticatorPage(
  router: ApiRouter,
  session: OfficeSession,
  deps: AccountDeps,
  apps: AuthenticatorAppService,
): void {
  const { db, env, now, security, sessions } = deps;

  addForm(router, '/authenticator', session, {
    sensitive: true,
    schema: z.object({ newCode: codeField, proposal: proposalField }),
    async load(ctx) {
      const { userId } = visitorOf(ctx);
      const user = await db.getRepository(Users).findOneByOrFail({ id: userId });
      return { user, about: `authenticator app of ${userId}` };
    },
    page: ({ user, about }, form) => ({
      title: 'Set up an authenticator app',
      body: html`<p>
          The app shows the codes that you log in with here. If you already have an app, it stops working, and
          you are logged out everywhere else.
        </p>
        ${formElement(
          form,
          'Set up the app',
          apps.show(form, form.values['proposal'] || apps.propose(about), about, user),
        )}
        <p><a href="/passkeys">Back</a></p>`,
    }),
    async submit({ user, about }, { newCode, proposal }, ctx) {
      const { sessionId } = visitorOf(ctx);
      await transaction(db, async (manager) => {
        await apps.replace(manager, user.id, { proposal, about, code: newCode });
        await sessions.endAll(manager, user.id, sessionId);
        await writeMail(manager, officeAppChangedMail(user, env), { env, now });
      });
      sessions.evictUser(user.id);
      security.write({ event: 'authenticator-app', result: 'success', account: user.id });
      return '/passkeys';
    },
  });
}
