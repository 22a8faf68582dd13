import type { Receipt } from '@isa/api-contract';
import { In } from 'typeorm';
import { OrderLines, type OrderRow, Orders } from '../../database/entities';
import type { Deps } from '../../deps';
import { ProblemError } from '../../http/problem-error';
import { type Buyer, owns } from './buyer';
import { preOrderIds } from './fulfil';
import { opens, orderIdOf } from './order-link';
import { presentReceipt } from './order-presenter';

/** Enough for any customer; the oldest beyond it are found by their mails. */
const LONGEST_LIST = 200;

/** What a customer paid for, refunds included, newest first. */
export async function listOrders(deps: Deps, userId: number): Promise<Receipt[]> {
  const orders = await deps.db.getRepository(Orders).find({
    where: { userId, status: In(['captured', 'refunded']) },
    order: { id: 'DESC' },
    take: LONGEST_LIST,
  });
  return receipts(deps, orders);
}

/** How an order stands. @throws ProblemError `not-found`, also for other people's orders */
export async function readOrder(deps: Deps, buyer: Buyer, providerOrderId: string): Promise<Receipt> {
  const order = await deps.db.getRepository(Orders).findOneBy({ providerOrderId });
  return receipt(deps, order && owns(buyer, order) ? order : null);
}

/** The order behind a mail's link. @throws ProblemError `not-found`, also for forged links */
export async function readOrderByLink(deps: Deps, link: string): Promise<Receipt> {
  const id = orderIdOf(link);
  const order = id === undefined ? null : await deps.db.getRepository(Orders).findOneBy({ id });
  return receipt(deps, order && opens(link, order, deps.env.secret) ? order : null);
}

async function receipt(deps: Deps, order: OrderRow | null): Promise<Receipt> {
  const [found] = order ? await receipts(deps, [order]) : [];
  if (!found) throw new ProblemError('not-found');
  return found;
}

async function receipts(deps: Deps, orders: readonly OrderRow[]): Promise<Receipt[]> {
  const ids = In(orders.map(({ id }) => id));
  const lines = await deps.db
    .getRepository(OrderLines)
    .find({ where: { orderId: ids }, order: { id: 'ASC' } });
  const preOrders = await preOrderIds(deps.db.manager, lines);
  return orders.map((order) =>
    presentReceipt(
      order,
      lines.filter(({ orderId }) => orderId === order.id),
      preOrders,
      deps,
    ),
  );
}
