import { formatPounds, longDate, PREMIUM_ID } from '@isa/api-contract';
import { In, IsNull } from 'typeorm';
import { z } from 'zod';
import { type Entitlement, Entitlements, Orders, Sessions, Staff, Users } from '../../database/entities';
import { containsWords } from '../../database/search-texts';
import { createAccounts } from '../../features/accounts/accounts';
import type { AccountDeps } from '../../features/accounts/deps';
import { orderNumber } from '../../features/orders/order-number';
import { changePremium } from '../../features/orders/fulfil';
import { LISTED_STATES } from '../../features/orders/order-states';
import { stateOf } from '../orders/order-list';
import type { ApiRouter } from '../../http/context';
import { html, type Html } from '../../http/html';
import type { RateLimit } from '../../http/limits';
import { required } from '../../http/problem-error';
import { sendOfficePage } from '../layout';
import {
  brokenEmail,
  definitionList,
  emptyState,
  htmlTable,
  searchForm,
  searchOf,
  tag,
} from '../../staff-pages/layout';
import { addForm, formElement, idOf } from '../forms';
import { findSimilar } from '../similar-words';
import { input } from '../../http/form-fields';
import type { OfficeSession } from '../office-session';

const resetLinks: RateLimit = { name: 'office-reset-link', attempts: 3, seconds: 900 };
const SHOWN = 50;

const factsOfAccounts = z.array(
  z.object({
    orders: z.coerce.number<unknown>(),
    roles: z.coerce.number<unknown>(),
    lastId: z.number().nullable(),
    lastNumber: z.string().nullable(),
  }),
);

const NO_ACCOUNTS = emptyState(
  'No accounts yet.',
  'Each customer who registers on the site appears here. Guests have no account: their orders are in the list of orders.',
  html`<a class="button plain" href="/orders?list=all">See all orders</a>`,
);

/** The pages show no secret and do not log in as a customer. */
export function addCustomerPages(router: ApiRouter, session: OfficeSession, deps: AccountDeps): void {
  const { db, limits } = deps;
  const users = db.getRepository(Users);
  const accounts = createAccounts(deps);

  router.get('/customers', async (ctx) => {
    const search = searchOf(ctx);
    const exact = await find(search);
    const isSimilar = exact.length === 0 && search !== '';
    const found = isSimilar ? await find(search, await findSimilar(db, Users, search, SHOWN)) : exact;
    const hasAny = found.length > 0 || search !== '';
    const count = search === '' ? await users.count() : found.length;
    sendOfficePage(ctx, {
      title: 'Customers',
      body: html`${hasAny && searchForm('Email, name or order', search)} ${!hasAny && NO_ACCOUNTS}
      ${search !== '' && found.length === 0 && html`<p>No account matches “${search}”. Guests have none: search the <a href="/orders?${String(new URLSearchParams({ search }))}">orders</a>.</p>`}
      ${isSimilar && found.length > 0 && html`<p>No account matches “${search}”. These are spelt alike:</p>`}
      ${found.length > 0 && !isSimilar && html`<p class="quiet">${countLine(count, search)}</p>`}
      ${
        found.length > 0 &&
        htmlTable(
          ['Name', 'Email', 'Since', { heading: 'Orders', isNumeric: true }, 'Last order'],
          found.map(({ user: { id, name, email, createdAt }, orders, roles, lastId, lastNumber }) => [
            html`<a href="/customers/${id}">${name}</a>${roles > 0 && html` ${tag('Staff')}`}`,
            brokenEmail(email),
            longDate(createdAt),
            orders,
            lastId === null
              ? ''
              : html`<a class="code" href="/orders/${lastId}">${lastNumber ?? 'its order'}</a>`,
          ]),
        )
      }`,
    });
  });

  const accessOf = (userId: number) =>
    db.getRepository(Entitlements).findOneBy({ userId, productId: PREMIUM_ID, revokedAt: IsNull() });

  /** The accounts that a search finds, those with the ids, or the newest ones, with their orders, in one query. */
  async function find(search: string, ids?: readonly number[]) {
    const query = users.createQueryBuilder('u').orderBy('u.id', 'DESC').limit(SHOWN);
    if (ids) query.where({ id: In(ids) });
    else if (search !== '') {
      const orders = query.subQuery().select('o.userId').from(Orders, 'o');
      orders.where('o.userId IS NOT NULL').andWhere(containsWords(query, search, 'o'));
      query.where(containsWords(query, search)).orWhere(`u.id IN ${orders.getQuery()}`);
    }
    const ofOrders = { orders: 'COUNT(own.id)', lastId: 'MAX(own.id)', lastNumber: 'MAX(own.number)' };
    for (const [name, value] of Object.entries(ofOrders)) {
      const ofAccount = query.subQuery().select(value).from(Orders, 'own').where('own.userId = u.id');
      query.addSelect(ofAccount.andWhere('own.status IN (:...listed)').getQuery(), name);
    }
    const ofStaff = query.subQuery().select('COUNT(*)').from(Staff, 'member');
    query.addSelect(ofStaff.where('member.userId = u.id').getQuery(), 'roles');
    const { entities, raw } = await query.setParameters({ listed: [...LISTED_STATES] }).getRawAndEntities();
    const facts = factsOfAccounts.parse(raw);
    return entities.flatMap((user, at) => (facts[at] ? [{ user, ...facts[at] }] : []));
  }

  addForm(router, '/customers/:id', session, {
    async load(ctx) {
      const id = idOf(ctx);
      const user = required(await users.findOneBy({ id }));
      const [orders, access, last] = await Promise.all([
        db.getRepository(Orders).find({
          where: { userId: id, status: In([...LISTED_STATES]) },
          order: { id: 'DESC' },
          take: SHOWN,
        }),
        accessOf(id),
        db
          .getRepository(Sessions)
          .findOne({ where: { userId: id, audience: 'site' }, order: { id: 'DESC' } }),
      ]);
      return { user, orders, access, last };
    },
    schema: z.object({}),
    page: ({ user, orders, access, last }, form) => ({
      title: user.name,
      back: ['/customers', 'Customers'],
      body: html`<div class="columns blocks">
        <div>
          <div class="card">
            ${definitionList({
              Email: `${user.email}, ${user.emailVerifiedAt ? `confirmed ${longDate(user.emailVerifiedAt)}` : 'not confirmed'}`,
              'Customer since': longDate(user.createdAt),
              'Current session': last ? `since ${longDate(last.createdAt)}` : 'none',
              'Premium access': access ? accessText(access) : 'none',
            })}
          </div>
          <section class="history">
            <h2>Orders</h2>
            ${
              orders.length === 0
                ? html`<p>No orders. What this customer buys while logged in appears here.</p>`
                : htmlTable(
                    ['Number', 'Paid', 'State', { heading: 'Total', isNumeric: true }],
                    orders.map((order) => [
                      html`<a class="code" href="/orders/${order.id}">${orderNumber(order)}</a>`,
                      order.capturedAt ? longDate(order.capturedAt) : '',
                      stateOf(order),
                      formatPounds(order.total),
                    ]),
                  )
            }
          </section>
        </div>
        <aside>
          <section class="card">
            <h2>Access</h2>
            <p>
              <a class="button plain" href="/customers/${user.id}/premium"
                >${access ? 'End premium access' : 'Grant premium access'}</a
              >
            </p>
            ${formElement(form, 'Send a link to reset the password')}
          </section>
        </aside>
      </div>`,
    }),
    async submit({ user }) {
      await limits.consume(resetLinks, String(user.id));
      await accounts.sendResetLink(user.email);
      return `/customers/${user.id}`;
    },
  });

  addForm(router, '/customers/:id/premium', session, {
    sensitive: true,
    async load(ctx) {
      const user = required(await users.findOneBy({ id: idOf(ctx) }));
      return { user, access: await accessOf(user.id) };
    },
    schema: z.object({
      action: z.enum(['grant', 'end']),
      reason: z
        .string()
        .trim()
        .min(1, 'Enter a reason. It is stored with the access.')
        .max(200, 'At most 200 characters.'),
    }),
    initial: ({ access }) => ({ action: access ? 'end' : 'grant' }),
    page: ({ user, access }, form) => ({
      title: `${access ? 'End' : 'Grant'} premium access`,
      body: html`<p>
          ${user.name} (${user.email})
          ${
            access
              ? html`has premium access ${accessText(access)}. Ending it returns no money: refund the order
                for that.`
              : 'has no premium access.'
          }
        </p>
        ${formElement(
          form,
          access ? 'End premium access' : 'Grant premium access',
          html`<input type="hidden" name="action" value="${form.values['action'] ?? ''}" />
            ${input(form, { name: 'reason', label: 'Reason', required: true })}`,
          { isDangerous: access !== null },
        )}
        <p><a href="/customers/${user.id}">Back to the account</a></p>`,
    }),
    // The action is the one that the form was opened for, so that a form that is sent twice does not do the
    // opposite.
    async submit({ user }, { action, reason }) {
      await changePremium(deps, user.id, { action, reason });
      return `/customers/${user.id}`;
    },
  });
}

/** How many accounts there are, or how many were found. */
function countLine(count: number, search: string): string {
  const accounts = count === 1 ? '1 account' : `${count.toLocaleString('en-GB')} accounts`;
  if (search !== '') return count < SHOWN ? `${accounts} found.` : `The ${SHOWN} newest accounts found.`;
  return count > SHOWN ? `${accounts}. These are the ${SHOWN} newest.` : `${accounts}, the newest first.`;
}

function accessText({ grantedAt, orderId, reason }: Entitlement): Html {
  return html`since ${longDate(grantedAt)},
  ${orderId === null ? `granted by the office: ${reason ?? ''}` : html`by <a href="/orders/${orderId}">its order</a>`}`;
}
