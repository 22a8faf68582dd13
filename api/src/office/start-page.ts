import { IsNull, Not } from 'typeorm';
import { ContactMessages, NewsletterSignups } from '../database/entities';
import type { ApiRouter } from '../http/context';
import type { CoreDeps } from '../http/deps';
import { html, type Html } from '../http/html';
import { ENQUIRY_LISTS } from './enquiries/enquiry-pages';
import { sendOfficePage } from './layout';
import { countOrders, type List } from './orders/find-orders';

/** Larger numbers say only that there are more, because each order's refunds have to be read. */
const COUNTED = 500;

const STAFF_VIEW = html`<p><a href="/staff-view">See the site with releases for staff</a></p>`;

interface Count {
  readonly label: string;
  readonly path: string;
  readonly count: number;
  /** Whether it is drawn as something that should have been done. */
  readonly isOverdue?: boolean;
}

/** What waits for staff today; each number leads to its list. */
export function addStartPage(router: ApiRouter, deps: Pick<CoreDeps, 'db' | 'now'>): void {
  const { db } = deps;
  const orders = async (list: List, label: string, isOverdue = false): Promise<Count> => {
    const path = `/orders?list=${list}`;
    return { label, path, isOverdue, count: await countOrders(deps, list, COUNTED) };
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
    const [ofOrders, ofMessages, checks] = await Promise.all([
      Promise.all([
        orders('to-send', 'To send'),
        orders('late', 'Late', true),
        orders('attention', 'Need attention', true),
        orders('pre-orders', 'Pre-orders'),
      ]),
      Promise.all([enquiries('new', 'Messages to answer'), enquiries('quotes', 'Quotes to send')]),
      Promise.all([
        orders('checked', 'Payments being checked'),
        enquiries('suspicious', 'Suspicious messages'),
        heldSignups(),
      ]),
    ]);
    const groups = { Orders: ofOrders, Messages: ofMessages, Checks: checks };
    const isIdle = Object.values(groups).every((counts) => counts.every(({ count }) => count === 0));
    sendOfficePage(ctx, {
      title: 'Today',
      body: isIdle
        ? html`<p>Nothing to do. New orders, messages and checks appear here.</p>
            ${STAFF_VIEW}`
        : html`<div class="groups">${Object.entries(groups).map(countGroup)}</div>
            ${STAFF_VIEW}`,
    });
  });
}

function countGroup([heading, counts]: [string, readonly Count[]]): Html {
  return html`<section>
    <h2>${heading}</h2>
    <ul class="counts">
      ${counts.map(countLink)}
    </ul>
  </section>`;
}

function countLink({ label, path, count, isOverdue = false }: Count): Html {
  const tone = count === 0 ? '' : isOverdue ? 'overdue' : 'due';
  return html`<li>
    <a class="${tone}" href="${path}"><b>${count < COUNTED ? count : `${COUNTED}+`}</b> ${label}</a>
  </li>`;
}
