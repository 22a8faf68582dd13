import { IsNull, Not } from 'typeorm';
import { ContactMessages, NewsletterSignups } from '../database/entities';
import type { ApiRouter } from '../http/context';
import type { OrderDeps } from '../features/orders/deps';
import { html, type Html } from '../http/html';
import { emptyState } from '../staff-pages/layout';
import { ENQUIRY_LISTS } from './enquiries/enquiry-pages';
import { newForm } from './forms';
import { sendOfficePage } from './layout';
import type { OfficeSession } from './office-session';
import { countText, type List, readList } from './orders/find-orders';
import { ordersForm, readDispatch } from './orders/order-list';

/** How many of the orders to send the page shows. */
const SHOWN = 6;

const STAFF_VIEW = html`<p><a href="/staff-view">See the site with releases for staff</a></p>`;

interface Count {
  readonly label: string;
  readonly path: string;
  readonly count: number;
  /** How many of them are late. */
  readonly late?: number;
  /** Whether it is drawn as something that should have been done. */
  readonly isOverdue?: boolean;
}

/** What waits for staff today: numbers that lead to their lists, the urgent ones first, and the orders to send next. */
export function addStartPage(
  router: ApiRouter,
  session: OfficeSession,
  deps: Pick<OrderDeps, 'db' | 'now' | 'env'>,
): void {
  const { db, env } = deps;
  const orders = async (list: List, label: string) => {
    const found = await readList(deps, list);
    return { label, path: `/orders?list=${list}`, count: found.length, found };
  };
  const enquiries = async (state: string, label: string): Promise<Count> => {
    const where = ENQUIRY_LISTS[state]?.where ?? {};
    const count = await db.getRepository(ContactMessages).countBy(where);
    return { label, path: `/enquiries?state=${state}`, count };
  };
  const heldSignups = async (): Promise<Count> => {
    const count = await db.getRepository(NewsletterSignups).countBy({ heldAt: Not(IsNull()) });
    return { label: 'Suspicious sign-ups', path: '/newsletter', count };
  };

  router.get('/', async (ctx) => {
    const [{ found: toSend, ...toSendCount }, { found: late }, attention, others] = await Promise.all([
      orders('to-send', 'To send'),
      orders('late', 'Late'),
      orders('attention', 'Need attention'),
      Promise.all([
        enquiries('new', 'Messages to answer'),
        enquiries('quotes', 'Quotes to send'),
        orders('pre-orders', 'Pre-orders'),
        orders('checked', 'Payments being checked'),
        enquiries('suspicious', 'Suspicious messages'),
        heldSignups(),
      ]),
    ]);
    const counts: readonly Count[] = [
      { ...toSendCount, late: late.length, isOverdue: late.length > 0 },
      { ...attention, isOverdue: true },
      ...others,
    ];
    if (counts.every(({ count }) => count === 0)) {
      const siteLink = html`<a class="button plain" href="${env.siteOrigin}/">Look at the site</a>`;
      const nothing = emptyState(
        'Nothing to do.',
        'New orders, messages and checks appear here.',
        html`<a class="button plain" href="/orders?list=all">See all orders</a> ${siteLink}`,
      );
      sendOfficePage(ctx, { title: 'Today', body: html`${nothing} ${STAFF_VIEW}` });
      return;
    }
    const isLate = (id: number) => late.some((order) => order.id === id);
    const next = [...late, ...toSend.filter(({ id }) => !isLate(id))].slice(0, SHOWN);
    const form = newForm(session, ctx);
    const dispatch = await readDispatch(deps, next, true);
    sendOfficePage(ctx, {
      title: 'Today',
      body: html`<ul class="counts">
          ${[...counts].sort((one, other) => rankOf(one) - rankOf(other)).map(countLink)}
        </ul>
        ${
          next.length > 0 &&
          html`<h2>${next.length < toSend.length ? `Send these ${next.length} next` : 'Send these'}</h2>
            ${ordersForm(next, form, dispatch, { canSend: true, action: '/orders' })}`
        }
        ${STAFF_VIEW}`,
    });
  });
}

const rankOf = ({ count, isOverdue = false }: Count) => (count === 0 ? 2 : isOverdue ? 0 : 1);

function countLink({ label, path, count, late = 0, isOverdue = false }: Count): Html {
  const look = count === 0 ? 'none' : isOverdue ? 'overdue' : '';
  return html`<li>
    <a class="${look}" href="${path}"
      ><b>${countText(count)}</b> ${late > 0 && html`<span class="late">${countText(late)} late</span>`}
      <span class="label">${label}</span></a
    >
  </li>`;
}
