import type { Receipt } from '@isa/api-contract';
import { In, LessThan } from 'typeorm';
import { type OrderRow, Orders } from '../../database/entities';
import type { OrderDeps } from './deps';
import { required } from '../../http/problem-error';
import { type Buyer, owns } from './buyer';
import { countRecordedLessons, findOrder, readLines, readPreOrders, withoutRefunded } from './order-lines';
import { refundTimes } from './order-events';
import { idInLink, isSignedLink } from '../../platform/secret-token';
import { linkedOrderRow } from './order-number';
import { presentReceipt } from './order-presenter';

interface Page {
  /** The value of `next` on the previous page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Paid and refunded orders, newest first. The cursor is an id: a page costs the same at any depth. */
export async function listOrders(deps: OrderDeps, userId: number, { cursor, limit }: Page) {
  const found = await deps.db.getRepository(Orders).find({
    where: {
      userId,
      status: In(['captured', 'refunded']),
      ...(cursor !== undefined && { id: LessThan(Number(cursor)) }),
    },
    order: { id: 'DESC' },
    take: limit + 1,
  });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { orders: await receipts(deps, page), next: last ? String(last.id) : null };
}

/** @throws ProblemError `not-found`, also for other people's orders */
export async function ownOrder(deps: OrderDeps, buyer: Buyer, providerOrderId: string): Promise<OrderRow> {
  const order = await findOrder(deps.db, { providerOrderId });
  const isMine = order !== null && owns(buyer, order);
  if (order && !isMine) {
    const account = buyer.userId ?? null;
    deps.security.write({ event: 'access-refused', result: 'refused', account, to: 'order' });
  }
  return required(isMine ? order : null);
}

/** The order of a mail's link. @throws ProblemError `not-found`, also for forged links */
export async function linkedOrder(deps: OrderDeps, link: string): Promise<OrderRow> {
  const id = idInLink(link);
  const order = id === undefined ? null : await deps.db.getRepository(Orders).findOneBy({ id });
  const isValid = order !== null && isSignedLink(link, linkedOrderRow(order), deps.env.secrets);
  if (order && !isValid)
    deps.security.write({ event: 'access-refused', result: 'refused', account: null, to: 'order-link' });
  return required(isValid ? order : null);
}

export async function receipt(deps: OrderDeps, order: OrderRow): Promise<Receipt> {
  const [found] = await receipts(deps, [order]);
  return required(found);
}

async function receipts(deps: OrderDeps, orders: readonly OrderRow[]): Promise<Receipt[]> {
  const { manager } = deps.db;
  const ids = orders.map(({ id }) => id);
  const lines = await readLines(manager, ids);
  const preOrders = await readPreOrders(manager, lines);
  const kept = await withoutRefunded(manager, lines);
  const recorded = await countRecordedLessons(manager);
  const refunds = await refundTimes(manager, ids);
  return orders.map((order) => {
    const ownLines = lines.filter(({ orderId }) => orderId === order.id);
    const ownKept = kept.filter(({ orderId }) => orderId === order.id);
    const refundedAt = refunds.get(order.id);
    return presentReceipt(order, ownLines, { kept: ownKept, preOrders, recorded, refundedAt }, deps);
  });
}
