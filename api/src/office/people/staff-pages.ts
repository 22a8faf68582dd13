import { longDate } from '@isa/api-contract';
import { emailSchema } from '@isa/api-contract/schemas';
import { In } from 'typeorm';
import { z } from 'zod';
import { AuthenticatorApps, Passkeys, Staff, type User, Users } from '../../database/entities';
import { transaction } from '../../database/transaction';
import type { AccountDeps } from '../../features/accounts/deps';
import type { ApiContext, ApiRouter } from '../../http/context';
import { html } from '../../http/html';
import { ProblemError, required } from '../../http/problem-error';
import { visitorOf } from '../../http/session';
import type { HtmlPage } from '../../http/html-page';
import { addForm, formElement } from '../forms';
import { input } from '../../http/form-fields';
import { brokenEmail, htmlTable, tag } from '../../staff-pages/layout';
import type { OfficeSession } from '../office-session';
import { grantStaff, issueEnrolmentLink, withdrawStaff } from './staff';

export function addStaffPages(
  router: ApiRouter,
  session: OfficeSession,
  { db, env, now, security }: AccountDeps,
): void {
  async function list() {
    const staff = await db.getRepository(Staff).find({ order: { grantedAt: 'ASC', userId: 'ASC' } });
    const userId = In(staff.map((member) => member.userId));
    const [users, apps, passkeys] = await Promise.all([
      db.getRepository(Users).findBy({ id: userId }),
      db.getRepository(AuthenticatorApps).findBy({ userId }),
      db.getRepository(Passkeys).findBy({ userId, audience: 'office' }),
    ]);
    return staff.flatMap((member) => {
      const user = users.find(({ id }) => id === member.userId);
      const isOwn = (row: { readonly userId: number }) => row.userId === member.userId;
      const canLogIn = apps.some(isOwn) || passkeys.some(isOwn);
      return user ? [{ ...user, grantedAt: member.grantedAt, canLogIn }] : [];
    });
  }

  const loadMember = async ({ params }: { readonly params: Readonly<Record<string, string>> }) =>
    required((await list()).find(({ id }) => String(id) === params['id']));

  function recordLink(ctx: ApiContext, { id }: User): void {
    security.write({ event: 'enrolment-link', result: 'success', account: id, by: visitorOf(ctx).userId });
  }

  addForm(router, '/staff', session, {
    sensitive: true,
    schema: z.object({ email: emailSchema('Enter an email address.') }),
    async load(ctx) {
      return { members: await list(), own: visitorOf(ctx).userId };
    },
    page: ({ members, own }, form) => ({
      title: 'Staff',
      body: html`${htmlTable(
          [...['Name', 'Since', 'Login'], { heading: html`<span class="unseen">Actions</span>` }],
          members.map(({ id, name, email, grantedAt, canLogIn }) => [
            html`${name} ${id === own && tag('You')} <span class="quiet">${brokenEmail(email)}</span>`,
            longDate(grantedAt),
            canLogIn ? tag('Set up', 'success') : tag('Not set up', 'error'),
            id === own
              ? html`${!canLogIn && html`<a class="button plain" href="/authenticator">Set up now</a>`}`
              : html`<div class="actions">
                  <a class="button plain" href="/staff/${id}/link"
                    >${canLogIn ? 'New link' : 'Make a link'}<span class="unseen"> for ${name}</span></a
                  >
                  <a class="danger" href="/staff/${id}/withdraw"
                    >Withdraw<span class="unseen"> the role of ${name}</span></a
                  >
                </div>`,
          ]),
        )}
        <h2>Add a member of staff</h2>
        <p class="quiet">
          They need an account on the site with a confirmed address. You get a link to give them, which they
          use to set up an authenticator app. After that they log in with the password of that account and a
          code.
        </p>
        ${formElement(
          form,
          'Grant the role',
          input(form, {
            name: 'email',
            label: 'Account email',
            type: 'email',
            required: true,
          }),
        )}`,
    }),
    async submit(_members, { email }, ctx) {
      const { user, link } = await transaction(db, async (manager) => {
        const granted = await grantStaff(manager, email, visitorOf(ctx).userId, now());
        return { user: granted, link: await issueEnrolmentLink(manager, granted, env, now()) };
      });
      recordLink(ctx, user);
      return linkPage(user, link);
    },
  });

  addForm(router, '/staff/:id/link', session, {
    sensitive: true,
    schema: z.object({}),
    load: loadMember,
    page: ({ name }, form) => ({
      title: `New link for ${name}`,
      body: html`<p>
          For a new member of staff, or for one who has lost their phone. They use the link and their password
          to set up an authenticator app. Their earlier app and passkeys then stop working, and they are
          logged out everywhere.
        </p>
        <p>Make sure that it really is ${name} who is asking.</p>
        ${formElement(form, 'Make the link')}
        <p><a href="/staff">Back</a></p>`,
    }),
    async submit(user, _values, ctx) {
      if (user.id === visitorOf(ctx).userId) {
        throw new ProblemError('forbidden', {
          message: 'Click your own name at the top of this page to set up another app.',
        });
      }
      const link = await transaction(db, (manager) => issueEnrolmentLink(manager, user, env, now()));
      recordLink(ctx, user);
      return linkPage(user, link);
    },
  });

  addForm(router, '/staff/:id/withdraw', session, {
    sensitive: true,
    schema: z.object({}),
    load: loadMember,
    page: ({ name, email }, form) => ({
      title: `Withdraw the role of ${name}`,
      body: html`<p>
          ${email} stays a customer and is logged out of the office straight away. Their passkeys and
          authenticator app for the office are removed, so granting the role again means setting up a new
          login.
        </p>
        ${formElement(form, 'Withdraw the role', undefined, { isDangerous: true })}
        <p><a href="/staff">Keep the role</a></p>`,
    }),
    async submit({ id }, _values, ctx) {
      if (id === visitorOf(ctx).userId) {
        throw new ProblemError('forbidden', {
          message: 'Ask another member of staff to withdraw your own role.',
        });
      }
      await transaction(db, (manager) => withdrawStaff(manager, id, now()));
      return '/staff';
    },
  });
}

function linkPage({ name, email }: User, link: string): HtmlPage {
  return {
    title: `Link for ${name}`,
    body: html`<p>
        Give this link to ${name} (${email}) yourself, in person or by chat, and do not send it by email:
        anybody who reads a mailbox must not get in here.
      </p>
      <p class="panel"><code>${link}</code></p>
      <p>
        It works once, within 24 hours, together with their password. You can see it on this page only now.
      </p>
      <p><a href="/staff">Back to the staff</a></p>`,
  };
}
