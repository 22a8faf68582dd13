import { longDate } from '@isa/api-contract';
import { In } from 'typeorm';
import { z } from 'zod';
import { Staff, Users } from '../../database/entities';
import type { AccountDeps } from '../../features/accounts/deps';
import type { ApiRouter } from '../../http/context';
import { html } from '../../http/html';
import { ProblemError, required } from '../../http/problem-error';
import { visitorOf } from '../../http/session';
import { addForm, formElement } from '../forms';
import { input } from '../../http/form-fields';
import { htmlTable } from '../frame';
import type { OfficeSession } from '../office-session';
import { grantStaff } from './staff';

export function addStaffPages(router: ApiRouter, session: OfficeSession, { db, now }: AccountDeps): void {
  async function list() {
    const staff = await db.getRepository(Staff).find({ order: { grantedAt: 'ASC', userId: 'ASC' } });
    const users = await db.getRepository(Users).findBy({ id: In(staff.map(({ userId }) => userId)) });
    return staff.flatMap(({ userId, grantedAt }) => {
      const user = users.find(({ id }) => id === userId);
      return user ? [{ ...user, grantedAt }] : [];
    });
  }

  addForm(router, '/staff', session, {
    sensitive: true,
    schema: z.object({ email: z.email('Enter an e-mail address.').max(254) }),
    load: list,
    page: (members, form) => ({
      title: 'Staff',
      body: html`${htmlTable(
          ['Name', 'E-mail', 'Since', 'Role'],
          members.map(({ id, name, email, grantedAt }) => [
            name,
            email,
            longDate(grantedAt),
            html`<a href="/staff/${id}/withdraw">Withdraw the role</a>`,
          ]),
        )}
        <h2>Add a member of staff</h2>
        <p class="quiet">
          They need an account on the site with a confirmed address, and log in here with its password.
        </p>
        ${formElement(
          form,
          'Grant the role',
          input(form, {
            name: 'email',
            label: 'E-mail of the account',
            type: 'email',
            max: 254,
            required: true,
          }),
        )}`,
    }),
    async submit(_members, { email }, ctx) {
      await grantStaff(db.manager, email, visitorOf(ctx).userId, now());
      return '/staff';
    },
  });

  addForm(router, '/staff/:id/withdraw', session, {
    sensitive: true,
    schema: z.object({}),
    load: async ({ params }) => required((await list()).find(({ id }) => String(id) === params['id'])),
    page: ({ name, email }, form) => ({
      title: `Withdraw the role of ${name}`,
      body: html`<p>${email} stays a customer, and is logged out of the office at once.</p>
        ${formElement(form, 'Withdraw the role')}
        <p><a href="/staff">Back</a></p>`,
    }),
    async submit({ id }, _values, ctx) {
      if (id === visitorOf(ctx).userId) {
        throw new ProblemError('forbidden', {
          message: 'Ask another member of staff to withdraw your own role.',
        });
      }
      await db.getRepository(Staff).delete({ userId: id });
      return '/staff';
    },
  });
}
