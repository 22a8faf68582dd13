import { formatPounds, longDate } from '@isa/api-contract';
import { z } from 'zod';
import { In } from 'typeorm';
import { readContent } from '../../database/content';
import { type OrderLineRow, type OrderRow, Orders } from '../../database/entities';
import { countryName } from '../../features/orders/address-lines';
import { markSent } from '../../features/orders/dispatch';
import type { OrderDeps } from '../../features/orders/deps';
import { orderNumber } from '../../features/orders/order-number';
import type { ApiContext, ApiRouter } from '../../http/context';
import { html, type Html } from '../../http/html';
import { visitorOf } from '../../http/session';
import { addForm, type Form, hiddenFields } from '../forms';
import {
  emptyState,
  htmlTable,
  pager,
  searchForm,
  searchOf,
  successNotice,
  tabs,
  tag,
} from '../../staff-pages/layout';
import type { OfficeSession } from '../office-session';
import { findSimilar } from '../similar-words';
import {
  countText,
  findLate,
  findOrders,
  isList,
  EMPTY_LISTS,
  type List,
  LISTS,
  type OrderQuery,
  PAGE_SIZE,
  readList,
  readPacking,
} from './find-orders';
import { orderStates } from '../../features/orders/order-states';

const ids = z.array(z.coerce.number<string>().int().positive()).max(PAGE_SIZE);
/** The parser of forms returns more than 20 values of one name as an object: position → value. */
const many = z.record(z.string(), z.string()).transform((values) => Object.values(values));
const chosen = z.object({
  order: z
    .union([z.string().transform((id) => [id]), z.array(z.string()), many], {
      error: 'Select at least one order.',
    })
    .pipe(ids),
});

export function addOrderList(router: ApiRouter, session: OfficeSession, deps: OrderDeps): void {
  const { db, now } = deps;
  addForm(router, '/orders', session, {
    schema: chosen,
    async load(ctx) {
      const query = queryOf(ctx);
      const exact = await findOrders({ db, now }, query);
      const isSimilar = exact.length === 0 && query.search !== '';
      const found = isSimilar ? await readSimilar(db, query.search) : exact;
      const orders = found.slice(0, PAGE_SIZE);
      const dispatch = await readDispatch(deps, orders, SENDABLE.includes(query.list));
      const links = await listLinks(deps);
      const hasMore = found.length > PAGE_SIZE;
      return { query, orders, dispatch, isSimilar, hasMore, links, done: doneText(ctx) };
    },
    page: ({ query, orders, dispatch, isSimilar, hasMore, links, done }, form) => ({
      title: 'Orders',
      body: html`${done !== undefined && successNotice(done)} ${tabs(links, `/orders?list=${query.list}`)}
      ${searchForm('Number, name, email, company or purchase order', query.search, listField(query))}
      ${isSimilar && orders.length > 0 && html`<p>No order contains “${query.search}”. These are spelt alike:</p>`}
      ${
        orders.length === 0
          ? emptyList(query)
          : ordersForm(orders, form, dispatch, { canSend: SENDABLE.includes(query.list) })
      }
      ${hasMore && pager(nextPage(query, orders), `Next ${PAGE_SIZE} orders`)}`,
    }),
    async submit(_loaded, { order }, ctx) {
      const results = await markSent(deps, order, { by: visitorOf(ctx).userId });
      const count = (state: string) => String(results.filter((result) => result.state === state).length);
      return `/orders?${String(new URLSearchParams({ sent: count('sent'), left: count('not-ready'), before: count('sent-before') }))}`;
    },
  });
}

async function readSimilar(db: OrderDeps['db'], search: string): Promise<OrderRow[]> {
  const ids = await findSimilar(db, Orders, search, PAGE_SIZE);
  return db.getRepository(Orders).find({ where: { id: In(ids) }, order: { id: 'DESC' } });
}

function queryOf(ctx: ApiContext): OrderQuery {
  const parameters = new URLSearchParams(ctx.querystring);
  const list = parameters.get('list') ?? '';
  const after = Number(parameters.get('after'));
  const search = searchOf(ctx);
  return {
    list: isList(list) ? list : search === '' ? 'to-send' : 'all',
    search,
    after: Number.isSafeInteger(after) && after > 0 ? after : undefined,
  };
}

function doneText(ctx: ApiContext): string | undefined {
  const parameters = new URLSearchParams(ctx.querystring);
  const numbers = ['sent', 'left', 'before'].map((name) => Number(parameters.get(name)));
  const [sent = 0, left = 0, before = 0] = numbers;
  if (!parameters.has('sent') || !numbers.every(Number.isSafeInteger)) return undefined;
  return [
    sent === 1
      ? '1 order is marked as sent; its buyer gets an email.'
      : `${sent} orders are marked as sent; their buyers get an email.`,
    ...(before > 0 ? [`${before} had been marked before.`] : []),
    ...(left > 0 ? [`${left} cannot be sent yet.`] : []),
  ].join(' ');
}

/** The lists whose orders can be marked as sent. */
const SENDABLE: readonly List[] = ['to-send', 'late'];

/** What can be printed for the selected orders. */
const PRINTS = { slips: 'Packing slips', labels: 'Address labels' };

/** The lists in which orders wait for something. */
const WAITING: readonly List[] = ['to-send', 'late', 'attention', 'pre-orders', 'checked'];

/** The labels of the lists by path, with how many orders wait in them. */
async function listLinks(deps: OrderDeps): Promise<Readonly<Record<string, Html>>> {
  const links = Object.entries(LISTS).map(async ([list, label]) => {
    const count = isList(list) && WAITING.includes(list) ? (await readList(deps, list)).length : 0;
    return [`/orders?list=${list}`, html`${label}${count > 0 && html` <b>${countText(count)}</b>`}`] as const;
  });
  return Object.fromEntries(await Promise.all(links));
}

function listField({ list, search }: OrderQuery): Html {
  return html`<input type="hidden" name="list" value="${search === '' ? 'all' : list}" />`;
}

function emptyList({ list, search }: OrderQuery): Html {
  const allOrders = html`<a class="button plain" href="/orders?list=all">See all orders</a>`;
  if (search !== '')
    return emptyState(
      `No order contains “${search}”.`,
      'Try a part of the name, or the number in PayPal’s receipt. A buyer may have used another address.',
      allOrders,
    );
  return emptyState(...EMPTY_LISTS[list], list === 'all' ? undefined : allOrders);
}

interface Dispatch {
  /** The ids of late orders. */
  readonly late: ReadonlySet<number>;
  /** What each order's parcel contains, in short names such as `2 × Vol. 1`. */
  readonly packing: ReadonlyMap<number, readonly string[]>;
}

export async function readDispatch(
  { db, now }: Pick<OrderDeps, 'db' | 'now'>,
  orders: readonly OrderRow[],
  canSend: boolean,
): Promise<Dispatch> {
  const late = canSend ? await findLate(db, orders, now()) : new Set<number>();
  const books = await readContent(db, 'book');
  const nameOf = ({ productId, title }: OrderLineRow) =>
    shortName(books.find(({ id }) => id === productId)?.volumes) ?? title;
  const packing = [...(await readPacking(db, orders))].map(
    ([id, lines]) => [id, lines.map((line) => `${line.quantity} × ${nameOf(line)}`)] as const,
  );
  return { late, packing: new Map(packing) };
}

/** `Vol. 1` of a book, `Vols 1–4` of a pack. */
function shortName(volumes: readonly number[] = []): string | undefined {
  const [first, last] = [volumes[0], volumes.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return first === last ? `Vol. ${first}` : `Vols ${first}–${last}`;
}

interface OrdersFormOptions {
  readonly canSend: boolean;
  /** Where the selected orders are marked as sent, if it is another page. */
  readonly action?: string;
}

/** The orders, and what can be done with the selected ones. */
export function ordersForm(
  orders: readonly OrderRow[],
  form: Form,
  dispatch: Dispatch,
  { canSend, action }: OrdersFormOptions,
): Html {
  // Orders to send are paid, so most lists of them need no state.
  const hasStates =
    !canSend ||
    orders.some(({ refunded, refunding, attention }) => refunded + refunding > 0 || attention !== null);
  return html`<form method="post" ${action !== undefined && html`action="${action}"`}>
    ${form.message !== undefined && html`<p role="alert">${form.errors['order'] ?? form.message}</p>`}
    ${hiddenFields(form)}
    ${
      canSend &&
      html`<div class="selection screen">
        <label hidden><input type="checkbox" data-choose-all="" />Select all</label>
        <p id="selected" role="status" hidden></p>
        <div class="actions">
          <button type="submit" aria-describedby="selected">Mark selected as sent</button>
          ${Object.entries(PRINTS).map(
            ([print, label]) =>
              html`<button
                type="submit"
                class="plain"
                formaction="/orders/print"
                formmethod="get"
                name="print"
                value="${print}"
                aria-describedby="selected"
              >
                ${label}
              </button>`,
          )}
        </div>
      </div>`
    }
    ${htmlTable(
      [
        ...['Number', 'Buyer', 'Books', 'Paid'],
        ...(hasStates ? ['State'] : []),
        { heading: 'Total', isNumeric: true },
      ],
      orders.map((order) => cellsOf(order, canSend, hasStates, dispatch)),
    )}
  </form>`;
}

function cellsOf(
  order: OrderRow,
  canSend: boolean,
  hasStates: boolean,
  { late, packing }: Dispatch,
): (string | Html)[] {
  const number = orderNumber(order);
  const paid = order.capturedAt ? longDate(order.capturedAt) : '';
  const country = order.shippingAddress?.country_code;
  const choice = html`<label class="choice"
    ><input type="checkbox" name="order" value="${order.id}" aria-label="Order ${number}"
  /></label>`;
  return [
    html`${canSend && choice}<a class="code" href="/orders/${order.id}">${number}</a>`,
    html`${order.company ?? order.shippingName ?? order.buyerName ?? order.buyerEmail ?? ''}
    ${country !== undefined && html`<span class="quiet">${countryName(country) ?? country}</span>`}`,
    html`${packing.get(order.id)?.map((line) => html`<div>${line}</div>`)}`,
    late.has(order.id)
      ? html`${paid}
          <div>${tag('Late', 'error')}</div>`
      : paid,
    ...(hasStates ? [stateOf(order)] : []),
    formatPounds(order.total),
  ];
}

/** An order's state, which customers read too, with what was sent and refunded, and what staff must look at. */
export function stateOf({ status, sentAt, refunded, refunding, attention }: OrderRow): Html {
  const { label, tone } = orderStates[status];
  const isPaid = status === 'captured';
  const words = [
    ...(isPaid && sentAt ? [longDate(sentAt)] : []),
    ...(isPaid && refunded > 0 ? [`${formatPounds(refunded)} refunded`] : []),
    ...(refunding > 0 ? [`refund of ${formatPounds(refunding)} under way`] : []),
  ].join(', ');
  return html`<span
    >${tag(isPaid && sentAt ? 'Sent' : label, tone)}
    ${words}${attention !== null && html` <span class="late">${attention}</span>`}</span
  >`;
}

function nextPage({ list, search }: OrderQuery, orders: readonly OrderRow[]): string {
  const after = String(orders.at(-1)?.id ?? '');
  return `/orders?${String(new URLSearchParams({ list, ...(search && { search }), after }))}`;
}
