import { type CallSchemas, CURRENCY, type Order, type Receipt } from '@isa/api-contract';
import { In, LessThan } from 'typeorm';
import type { z } from 'zod';
import { type OrderLineRow, type OrderRow, Orders } from '../../database/entities';
import type { OrderDeps } from './deps';
import { required } from '../../http/problem-error';
import { type Buyer, owns } from './buyer';
import {
  cancellableAs,
  findOrder,
  readLines,
  readProductFacts,
  refundTimes,
  withoutRefunded,
} from './order-lines';
import { idInLink, isSignedLink } from '../../platform/secret-token';
import { createOrderLink, linkedOrderRow, orderNumber } from './order-number';

/** Paid and refunded orders, newest first. The cursor is an id: a page costs the same at any depth. */
export async function listOrders(
  deps: OrderDeps,
  userId: number,
  { cursor, limit }: z.output<CallSchemas['listMyOrders']['query']>,
) {
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

const RETURN_MS = 14 * 24 * 60 * 60 * 1000;

async function receipts(deps: OrderDeps, orders: readonly OrderRow[]): Promise<Receipt[]> {
  const { manager } = deps.db;
  const ids = orders.map(({ id }) => id);
  const lines = await readLines(manager, ids);
  const facts = await readProductFacts(manager, lines);
  const { preOrders } = facts;
  const kept = await withoutRefunded(manager, lines);
  const refunds = await refundTimes(manager, ids);
  return orders.map((order) => {
    const isOwn = ({ orderId }: OrderLineRow) => orderId === order.id;
    const presented = presentOrder(order, lines.filter(isOwn));
    return {
      ...presented,
      lines: presented.lines.map((line) => ({
        ...line,
        preOrder: preOrders.has(line.productId),
        expectedMonth: preOrders.get(line.productId) ?? null,
      })),
      sentAt: order.sentAt?.toISOString() ?? null,
      trackingNumber: order.trackingNumber,
      cancellable: cancellableAs(order, kept.filter(isOwn), facts),
      returnableUntil: order.sentAt ? new Date(order.sentAt.getTime() + RETURN_MS).toISOString() : null,
      providerOrderId: order.providerOrderId,
      refunded: order.refunded,
      refundedAt: refunds.get(order.id)?.toISOString() ?? null,
      buyerName: order.buyerName,
      company: order.company,
      purchaseOrderNumber: order.purchaseOrderNumber,
      termsVersion: order.termsVersion,
      shippingAddress: addressLines(order),
      seller: deps.env.seller,
      preOrder: presented.lines.some(({ productId }) => preOrders.has(productId)),
      link: createOrderLink(order, deps.env.secret),
    };
  });
}

export function presentOrder(order: OrderRow, lines: readonly OrderLineRow[]): Order {
  const { status, subtotal, shipping, total, vat, buyerEmail, createdAt, capturedAt } = order;
  return {
    number: orderNumber(order),
    status,
    currency: CURRENCY,
    lines: lines.map(({ id: _id, orderId: _orderId, ...line }) => line),
    subtotal,
    shipping,
    total,
    vat,
    buyerEmail,
    createdAt: createdAt.toISOString(),
    capturedAt: capturedAt?.toISOString() ?? null,
  };
}

export function addressLines({ shippingName, shippingAddress }: OrderRow): string[] {
  if (!shippingAddress) return [];
  const { address_line_1, address_line_2, admin_area_2, admin_area_1, postal_code } = shippingAddress;
  const { country_code: code = '' } = shippingAddress;
  const country = /^[A-Z]{2}$/.test(code)
    ? new Intl.DisplayNames('en-GB', { type: 'region' }).of(code)
    : code;
  return [shippingName, address_line_1, address_line_2, admin_area_2, admin_area_1, postal_code, country]
    .filter((line) => line !== null && line !== undefined)
    .filter((line) => line !== '');
}
