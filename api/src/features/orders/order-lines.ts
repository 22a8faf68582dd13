import { isBookId, isRecorded, type Pence, pence, PREMIUM_ID, sum } from '@isa/api-contract';
import { type DataSource, type EntityManager, type FindOptionsWhere, In } from 'typeorm';
import { readContent } from '../../database/content';
import {
  type OrderEventRow,
  OrderEvents,
  type OrderLineRow,
  OrderLines,
  type OrderRow,
  Orders,
  type RefundLine,
  type RefundRow,
  Refunds,
  type RefundState,
} from '../../database/entities';
import { readCausally } from '../../database/causal-read';
import { type OrderEventName, orderStates } from './order-states';

/** Finds an order, also on a cluster's node that has just become the writer. */
export function findOrder(db: DataSource, where: FindOptionsWhere<OrderRow>): Promise<OrderRow | null> {
  return readCausally(db, (manager) => manager.findOneBy(Orders, where));
}

export function readLines(manager: EntityManager, orderIds: readonly number[]): Promise<OrderLineRow[]> {
  return manager.find(OrderLines, { where: { orderId: In(orderIds) }, order: { id: 'ASC' } });
}

/** The ordered books that are not published yet, by id, with the months in which they are expected. */
export type PreOrders = ReadonlyMap<number, string | null>;

export async function readPreOrders(manager: EntityManager, lines: readonly OrderLineRow[]) {
  const ids = lines.map(({ productId }) => productId);
  const books = await readContent(manager, 'book', ids);
  return new Map(
    books.filter(({ preOrder }) => preOrder).map(({ id, expectedMonth }) => [id, expectedMonth]),
  );
}

export async function remainingLines(manager: EntityManager, orderId: number): Promise<OrderLineRow[]> {
  return withoutRefunded(manager, await readLines(manager, [orderId]));
}

/** The states of refunds whose money is gone or on its way. */
const RETURNED: readonly RefundState[] = ['open', 'pending', 'done'];

/** These lines with the quantities that no open or completed refund contains. */
export async function withoutRefunded(manager: EntityManager, lines: readonly OrderLineRow[]) {
  const orderIds = [...new Set(lines.map(({ orderId }) => orderId))];
  return remainingOf(lines, await manager.findBy(Refunds, { orderId: In(orderIds) }));
}

/** As {@link withoutRefunded}, with refunds that are read already. */
export function remainingOf(lines: readonly OrderLineRow[], refunds: readonly RefundRow[]): OrderLineRow[] {
  const returned = (line: OrderLineRow) =>
    refunds
      .filter(({ orderId, state }) => orderId === line.orderId && RETURNED.includes(state))
      .flatMap((refund) => refund.lines)
      .filter(({ productId }) => productId === line.productId)
      .reduce((total, { quantity }) => total + quantity, 0);
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - returned(line) }))
    .filter(({ quantity }) => quantity > 0);
}

/** The VAT in what is left of a payment: all refunds together contain no more than the order. */
export async function remainingVat(
  manager: EntityManager,
  { id, vat }: Pick<OrderRow, 'id' | 'vat'>,
): Promise<Pence> {
  const refunds = await manager.findBy(Refunds, { orderId: id, state: In([...RETURNED]) });
  return pence(Math.max(0, vat - sum(refunds.map((refund) => refund.vat))));
}

/** What a refund pays back, with the titles at the time of the order. */
export function titled(lines: readonly RefundLine[], ordered: readonly OrderLineRow[]) {
  return lines.flatMap(({ productId, quantity }) => {
    const line = ordered.find((candidate) => candidate.productId === productId);
    return line ? [{ productId, quantity, title: line.title }] : [];
  });
}

/** The number of lessons that can be watched. While it is 0, premium access is a pre-order. */
export async function countRecordedLessons(manager: EntityManager): Promise<number> {
  return (await readContent(manager, 'lesson')).filter(isRecorded).length;
}

/** Which books of the lines are pre-orders, and how many lessons are recorded: what mails and receipts say about them. */
export async function readProductFacts(manager: EntityManager, lines: readonly OrderLineRow[]) {
  const isBook = ({ productId }: OrderLineRow) => isBookId(productId);
  const isPremium = ({ productId }: OrderLineRow) => productId === PREMIUM_ID;
  return {
    preOrders: lines.some(isBook) ? await readPreOrders(manager, lines) : new Map<number, string | null>(),
    // Nothing is said about lessons where none was bought.
    recorded: lines.some(isPremium) ? await countRecordedLessons(manager) : 0,
  };
}

/** What the buyer may still cancel. @param remaining the lines that are not refunded. */
export function cancellableAs(
  { status, sentAt }: Pick<OrderRow, 'status' | 'sentAt'>,
  remaining: readonly OrderLineRow[],
  { preOrders, recorded }: { readonly preOrders: PreOrders; readonly recorded: number },
): 'pre-order' | 'premium' | null {
  if (!orderStates[status].delivers || sentAt !== null || remaining.length === 0) return null;
  const isEarly = ({ productId }: OrderLineRow) =>
    productId === PREMIUM_ID ? recorded === 0 : preOrders.has(productId);
  if (!remaining.every(isEarly)) return null;
  return remaining.some(({ productId }) => isBookId(productId)) ? 'pre-order' : 'premium';
}

export async function writeEvent(
  manager: EntityManager,
  orderId: number,
  {
    detail = '',
    ...event
  }: Pick<OrderEventRow, 'at' | 'accountId'> & { readonly kind: OrderEventName; readonly detail?: string },
): Promise<void> {
  await manager.insert(OrderEvents, { ...event, orderId, detail: detail.slice(0, 300) });
}
