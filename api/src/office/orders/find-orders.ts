import { BOOK_COUNT, isBookId, londonDay } from '@isa/api-contract';
import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { readContent } from '../../database/content';
import { type OrderRow, Orders, Users } from '../../database/entities';
import { containsWords } from '../../database/search-texts';
import { readDispatchDays } from '../../features/orders/dispatch-date';
import { readLines, readPreOrders, withoutRefunded } from '../../features/orders/order-lines';
import { LISTED_STATES } from '../../features/orders/order-states';

export const LISTS = {
  'to-send': 'To send',
  attention: 'Needs attention',
  'pre-orders': 'Pre-orders',
  sent: 'Sent',
  checked: 'Payment being checked',
  failed: 'Payment failed',
  refunded: 'Refunded',
  all: 'All',
} as const;
export type List = keyof typeof LISTS;

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
const OLDEST_FIRST: readonly List[] = ['to-send', 'attention', 'pre-orders'];
/** These depend on what refunds contain. */
const BY_KEPT_BOOKS: readonly List[] = ['to-send', 'pre-orders'];

/** A page of orders, and one more if there are others. */
export async function findOrders(db: DataSource, query: OrderQuery): Promise<OrderRow[]> {
  const books = await readContent(db, 'book');
  const preOrders = books.filter(({ preOrder }) => preOrder).map(({ id }) => id);
  const orders: OrderRow[] = [];
  let found: readonly OrderRow[] = [];
  do {
    found = await findPage(db, { ...query, after: found.at(-1)?.id ?? query.after }, preOrders);
    orders.push(...(await inListByKeptBooks(db, query.list, found, preOrders)));
  } while (found.length > PAGE_SIZE && orders.length <= PAGE_SIZE);
  return orders.slice(0, PAGE_SIZE + 1);
}

/** Drops orders whose books in this list are all refunded. The query does not know what refunds contain. */
async function inListByKeptBooks(
  { manager }: DataSource,
  list: List,
  orders: readonly OrderRow[],
  preOrders: readonly number[],
): Promise<readonly OrderRow[]> {
  if (!BY_KEPT_BOOKS.includes(list)) return orders;
  const lines = await readLines(
    manager,
    orders.map(({ id }) => id),
  );
  const remaining = await withoutRefunded(manager, lines);
  return orders.filter(({ id }) => {
    const books = remaining.filter(({ orderId, productId }) => orderId === id && isBookId(productId));
    const isPreOrder = books.some(({ productId }) => preOrders.includes(productId));
    return list === 'pre-orders' ? isPreOrder : books.length > 0 && !isPreOrder;
  });
}

function findPage(
  db: DataSource,
  { list, search, after }: OrderQuery,
  preOrders: readonly number[],
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
  if (after !== undefined) query.andWhere(`o.id ${isOldestFirst ? '>' : '<'} :after`, { after });
  if (search !== '') {
    const users = query
      .subQuery()
      .select('u.id')
      .from(Users, 'u')
      .where(containsWords(query, search, 'u'));
    query.andWhere(`(${containsWords(query, search)} OR o.userId IN ${users.getQuery()})`);
  }
  return query.getMany();
}

function inList(query: SelectQueryBuilder<OrderRow>, list: List, isSearch: boolean): void {
  switch (list) {
    case 'to-send':
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
