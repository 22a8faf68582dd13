import { BOOK_COUNT, delivery, isBookId, londonDay } from '@isa/api-contract';
import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { readContent } from '../../database/content';
import { type OrderLineRow, type OrderRow, Orders, Users } from '../../database/entities';
import { containsWords } from '../../database/search-texts';
import { readDispatchDays } from '../../features/orders/dispatch-date';
import { readLines, readPreOrders, withoutRefunded } from '../../features/orders/order-lines';
import { LISTED_STATES } from '../../features/orders/order-states';
import type { CoreDeps } from '../../http/deps';

export const LISTS = {
  'to-send': 'To send',
  late: 'Late',
  attention: 'Needs attention',
  'pre-orders': 'Pre-orders',
  sent: 'Sent',
  checked: 'Payment being checked',
  failed: 'Payment failed',
  refunded: 'Refunded',
  all: 'All',
} as const;
export type List = keyof typeof LISTS;

/** What an empty list says: that it is empty, and what appears in it. */
export const EMPTY_LISTS: Readonly<Record<List, readonly [title: string, text: string]>> = {
  'to-send': ['No orders to send.', 'Paid orders with books appear here until they are marked as sent.'],
  late: ['No late orders.', 'Orders appear here when their books should have been sent.'],
  attention: ['No order needs attention.', 'Orders that we could not complete without you appear here.'],
  'pre-orders': ['No pre-orders.', 'Paid orders for books that are not published yet appear here.'],
  sent: ['Nothing sent yet.', 'Orders appear here once they are marked as sent.'],
  checked: ['PayPal is not checking any payment.', 'Orders wait here while it does.'],
  failed: ['No payment has failed.', 'Orders appear here when PayPal or a bank refuses their payment.'],
  refunded: ['No order has been refunded.', 'To refund one, open it and press “Refund”.'],
  all: ['No orders yet.', 'Each order appears here once its buyer begins to pay.'],
};

export function isList(name: string): name is List {
  return Object.hasOwn(LISTS, name);
}

export const PAGE_SIZE = 50;

export interface OrderQuery {
  readonly list: List;
  /** Words of the order or its account; every order when empty. */
  readonly search: string;
  readonly after: number | undefined;
}

const HAS_BOOK = `EXISTS (SELECT 1 FROM order_lines line WHERE line.order_id = o.id AND line.product_id BETWEEN 1 AND ${BOOK_COUNT})`;
const HAS_PRE_ORDER =
  'EXISTS (SELECT 1 FROM order_lines line WHERE line.order_id = o.id AND line.product_id IN (:...preOrders))';

/** These begin with the orders that have waited longest; the others begin with the newest. */
const OLDEST_FIRST: readonly List[] = ['to-send', 'late', 'attention', 'pre-orders'];
/** These depend on what refunds contain. */
const BY_KEPT_BOOKS: readonly List[] = ['to-send', 'late', 'pre-orders'];

/** A page of orders, and one more if there are others. */
export async function findOrders(
  { db, now }: Pick<CoreDeps, 'db' | 'now'>,
  query: OrderQuery,
): Promise<OrderRow[]> {
  const books = await readContent(db, 'book');
  const preOrders = books.filter(({ preOrder }) => preOrder).map(({ id }) => id);
  const orders: OrderRow[] = [];
  let found: readonly OrderRow[] = [];
  do {
    found = await findPage(db, { ...query, after: found.at(-1)?.id ?? query.after }, preOrders, now());
    orders.push(...(await inListByKeptBooks(db, query.list, found, preOrders, now())));
  } while (found.length > PAGE_SIZE && orders.length <= PAGE_SIZE);
  return orders.slice(0, PAGE_SIZE + 1);
}

/** Drops orders whose books in this list are all refunded. The query does not know what refunds contain. */
async function inListByKeptBooks(
  db: DataSource,
  list: List,
  orders: readonly OrderRow[],
  preOrders: readonly number[],
  now: Date,
): Promise<readonly OrderRow[]> {
  if (!BY_KEPT_BOOKS.includes(list)) return orders;
  const packing = await readPacking(db, orders);
  const late = list === 'late' ? await findLate(db, orders, now) : undefined;
  return orders.filter(({ id }) => {
    const books = packing.get(id) ?? [];
    if (late && !late.has(id)) return false;
    const isPreOrder = books.some(({ productId }) => preOrders.includes(productId));
    return list === 'pre-orders' ? isPreOrder : books.length > 0 && !isPreOrder;
  });
}

/** What each parcel contains: the books that were not refunded, by the order's id. */
export async function readPacking(
  { manager }: DataSource,
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<number, readonly OrderLineRow[]>> {
  const lines = await readLines(
    manager,
    orders.map(({ id }) => id),
  );
  const books = (await withoutRefunded(manager, lines)).filter(({ productId }) => isBookId(productId));
  return new Map(orders.map(({ id }) => [id, books.filter(({ orderId }) => orderId === id)]));
}

/** Larger numbers say only that there are more, because each order's refunds have to be read. */
const COUNTED = 500;

export function countText(count: number): string {
  return count < COUNTED ? String(count) : `${COUNTED}+`;
}

/** The orders of a list, of a long one about as many as are counted. */
export async function readList(deps: Pick<CoreDeps, 'db' | 'now'>, list: List): Promise<readonly OrderRow[]> {
  const orders: OrderRow[] = [];
  let after: number | undefined;
  do {
    const found = await findOrders(deps, { list, search: '', after });
    orders.push(...found.slice(0, PAGE_SIZE));
    after = found.length > PAGE_SIZE ? orders.at(-1)?.id : undefined;
  } while (after !== undefined && orders.length < COUNTED);
  return orders;
}

function findPage(
  db: DataSource,
  { list, search, after }: OrderQuery,
  preOrders: readonly number[],
  now: Date,
): Promise<OrderRow[]> {
  const isOldestFirst = OLDEST_FIRST.includes(list);
  const query = db
    .getRepository(Orders)
    .createQueryBuilder('o')
    // The list contains 0, which no product has, because it must not be empty.
    .setParameters({ preOrders: [0, ...preOrders] })
    .orderBy('o.id', isOldestFirst ? 'ASC' : 'DESC')
    .limit(PAGE_SIZE + 1);
  inList(query, list, search !== '');
  // A working day is at least a day long. Without this, a shop without late orders would read all its open ones.
  if (list === 'late') query.andWhere('o.capturedAt < :paidBefore', { paidBefore: daysBefore(now) });
  if (after !== undefined) query.andWhere(`o.id ${isOldestFirst ? '>' : '<'} :after`, { after });
  if (search !== '') {
    const words = withOurNumber(search);
    const users = query
      .subQuery()
      .select('u.id')
      .from(Users, 'u')
      .where(containsWords(query, words, 'u'));
    query
      .andWhere(
        `(${containsWords(query, words)} OR o.userId IN ${users.getQuery()} OR o.captureId = :capture)`,
      )
      .setParameter('capture', search.trim().toUpperCase());
  }
  return query.getMany();
}

/** The search with the order's number, to which PayPal's receipt adds the start of the request's id. */
const withOurNumber = (search: string) => search.replace(/(ISA-\d{4}-\d{6,9})-[\da-f]{8}\b/i, '$1');

const DAY_MS = 24 * 60 * 60_000;
const daysBefore = (now: Date) => new Date(now.getTime() - delivery.dispatchDays * DAY_MS);

function inList(query: SelectQueryBuilder<OrderRow>, list: List, isSearch: boolean): void {
  switch (list) {
    case 'to-send':
    case 'late':
      query
        .where("o.status = 'captured' AND o.sentAt IS NULL")
        .andWhere(HAS_BOOK)
        .andWhere(`(NOT ${HAS_PRE_ORDER} OR o.refunded + o.refunding > 0)`);
      break;
    case 'pre-orders':
      query.where("o.status = 'captured' AND o.sentAt IS NULL").andWhere(HAS_PRE_ORDER);
      break;
    case 'sent':
      query.where('o.sentAt IS NOT NULL');
      break;
    case 'attention':
      query.where('o.attentionAt IS NOT NULL');
      break;
    case 'checked':
      query.where("o.status IN ('capturing', 'reviewing')");
      break;
    case 'failed':
      query.where("o.status IN ('refused', 'mismatched', 'reversed')");
      break;
    case 'refunded':
      query.where('o.refunded + o.refunding > 0');
      break;
    case 'all':
      // Who searches may ask about an order that was never paid.
      query.where(isSearch ? '1 = 1' : 'o.status IN (:...listed)', { listed: LISTED_STATES });
  }
}

/** Those of the orders that have waited longer than the promised working days, by id. */
export async function findLate(
  { manager }: DataSource,
  orders: readonly OrderRow[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const lines = await readLines(
    manager,
    orders.map(({ id }) => id),
  );
  const [remaining, preOrders] = [await withoutRefunded(manager, lines), await readPreOrders(manager, lines)];
  const days = await readDispatchDays(manager, orders, remaining, preOrders);
  const today = londonDay(now);
  return new Set([...days].filter(([, day]) => day < today).map(([id]) => id));
}
