import { type CallSchemas, CURRENCY, isBookId, pence, PREMIUM_ID, type Receipt } from '@isa/api-contract';
import { In, LessThan } from 'typeorm';
import type { z } from 'zod';
import {
  type Entitlement,
  Entitlements,
  OrderEvents,
  type OrderLineRow,
  type OrderRow,
  Orders,
  type RefundRow,
  Refunds,
  Users,
} from '../../database/entities';
import type { OrderDeps } from './deps';
import { required } from '../../http/problem-error';
import { type Buyer, mailAddressOf, owns } from './buyer';
import { addressLines } from './address-lines';
import { readDispatchDays } from './dispatch-date';
import { cancellableAs, findOrder, remainingOf, readLines, readProductFacts, titled } from './order-lines';
import { LISTED_STATES, type OrderFacts, orderStates } from './order-states';
import { returnableUntil } from './return-order';
import { idInLink, isSignedLink } from '../../platform/secret-token';
import { createOrderLink, linkedOrderRow, orderNumber } from './order-number';

/** Orders of which the customer was told something about money, newest first. The cursor is an id: a page costs the same at any depth. */
export async function listOrders(
  deps: OrderDeps,
  userId: number,
  { cursor, limit }: z.output<CallSchemas['listMyOrders']['query']>,
) {
  const found = await deps.db.getRepository(Orders).find({
    where: {
      userId,
      status: In([...LISTED_STATES]),
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

export async function receipts({ db, env }: OrderDeps, orders: readonly OrderRow[]): Promise<Receipt[]> {
  const { manager } = db;
  const ofOrders = { orderId: In(orders.map(({ id }) => id)) };
  const lines = await readLines(
    manager,
    orders.map(({ id }) => id),
  );
  const facts = await readProductFacts(manager, lines);
  const { preOrders } = facts;
  const refunds = await manager.find(Refunds, { where: ofOrders, order: { id: 'ASC' } });
  const remaining = remainingOf(lines, refunds);
  const dispatchDays = await readDispatchDays(manager, orders, remaining, preOrders);
  // Most orders have nothing to find here.
  const hasAccess = lines.some(({ productId }) => productId === PREMIUM_ID);
  const entitlements = hasAccess ? await manager.findBy(Entitlements, ofOrders) : [];
  const returns = orders.some(({ sentAt }) => sentAt !== null)
    ? await manager.findBy(OrderEvents, { ...ofOrders, kind: 'return-asked' })
    : [];
  const userIds = orders.flatMap(({ userId }) => userId ?? []);
  const users = userIds.length === 0 ? [] : await manager.findBy(Users, { id: In(userIds) });
  return orders.map((order): Receipt => {
    const isOwn = ({ orderId }: { readonly orderId: number | null }) => orderId === order.id;
    const ownLines = lines.filter(isOwn);
    const ownRemaining = remaining.filter(isOwn);
    const mailTo = mailAddressOf(
      order,
      users.find(({ id }) => id === order.userId),
    );
    const { label, tone, money, text } = orderStates[order.status];
    const reason = cancellableAs(order, ownRemaining, facts);
    const refund = pence(order.total - order.refunded - order.refunding);
    const dispatchDay = dispatchDays.get(order.id);
    const told = refunds.filter(isOwn).flatMap((refund) => refundTold(refund, ownLines));
    return {
      number: orderNumber(order),
      status: order.status,
      money,
      shown: { label, tone, text: text(factsOf(order, mailTo)) },
      lastFailure: order.failure === 'declined' ? 'declined' : null,
      currency: CURRENCY,
      lines: ownLines.map(({ id: _id, orderId: _orderId, ...line }) => ({
        ...line,
        preOrder: preOrders.has(line.productId),
        expectedMonth: preOrders.get(line.productId) ?? null,
      })),
      subtotal: order.subtotal,
      shipping: order.shipping,
      total: order.total,
      vat: order.vat,
      buyerEmail: order.buyerEmail,
      mailTo,
      createdAt: order.createdAt.toISOString(),
      capturedAt: order.capturedAt?.toISOString() ?? null,
      sentAt: order.sentAt?.toISOString() ?? null,
      trackingNumber: order.trackingNumber,
      // Noon, so that the day is the same in London.
      dispatchBy: dispatchDay === undefined ? null : `${dispatchDay}T12:00:00.000Z`,
      premium: premiumOf(order, ownLines, entitlements.find(isOwn), facts.recorded),
      cancellation: reason === null || refund <= 0 ? null : { reason, refund },
      returnableUntil: ownRemaining.some(({ productId }) => isBookId(productId))
        ? (returnableUntil(order)?.toISOString() ?? null)
        : null,
      returnAskedAt: returns.find(isOwn)?.at.toISOString() ?? null,
      providerOrderId: order.providerOrderId,
      refunded: order.refunded,
      refunding: order.refunding,
      refundedAt: told.findLast(({ state }) => state === 'done')?.at ?? null,
      refunds: told,
      buyerName: order.buyerName,
      company: order.company,
      purchaseOrderNumber: order.purchaseOrderNumber,
      termsVersion: order.termsVersion,
      shippingAddress: addressLines(order),
      seller: env.seller,
      preOrder: ownLines.some(({ productId }) => preOrders.has(productId)),
      link: createOrderLink(order, env.secret),
    };
  });
}

export function factsOf(order: OrderRow, mailTo: string | null): OrderFacts {
  const { total, refunded, refunding, failure, dueAt, capturedAt } = order;
  return {
    total,
    refunded,
    refunding,
    mailTo,
    declined: failure === 'declined',
    wasTaken: capturedAt !== null,
    isReturning: dueAt !== null,
  };
}

const TOLD = { open: 'under-way', pending: 'under-way', done: 'done', failed: 'failed' } as const;

/** What a customer reads of a refund: nothing of one that the provider has refused to begin, or has taken back for us. */
function refundTold(
  { amount, state, lines, createdAt, completedAt }: RefundRow,
  ordered: readonly OrderLineRow[],
): Receipt['refunds'] {
  if (state === 'refused' || state === 'undone') return [];
  const at = (completedAt ?? createdAt).toISOString();
  return [{ amount, state: TOLD[state], at, lines: titled(lines, ordered) }];
}

function premiumOf(
  { status }: OrderRow,
  lines: readonly OrderLineRow[],
  entitlement: Entitlement | undefined,
  recorded: number,
): Receipt['premium'] {
  if (!lines.some(({ productId }) => productId === PREMIUM_ID)) return null;
  if (entitlement) {
    if (entitlement.revokedAt !== null) return 'ended';
    return recorded > 0 ? 'open' : 'pre-order';
  }
  const { delivers, money, followUp } = orderStates[status];
  if (money === 'returned') return 'ended';
  // A paid order without its account waits for one.
  return delivers || (money !== 'taken' && followUp !== undefined) ? 'pending' : null;
}
