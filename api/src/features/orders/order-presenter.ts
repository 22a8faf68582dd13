import { CURRENCY, type Order, type Receipt } from '@isa/api-contract';
import type { OrderLineRow, OrderRow } from '../../database/entities';
import type { OrderDeps } from './deps';
import { cancellableAs, type PreOrders } from './order-lines';
import { createOrderLink, orderNumber } from './order-number';

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

const RETURN_MS = 14 * 24 * 60 * 60 * 1000;

interface ReceiptFacts {
  readonly kept: readonly OrderLineRow[];
  readonly preOrders: PreOrders;
  readonly recorded: number;
  readonly refundedAt: Date | undefined;
}

export function presentReceipt(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  { kept, preOrders, recorded, refundedAt }: ReceiptFacts,
  { env }: Pick<OrderDeps, 'env'>,
): Receipt {
  const presented = presentOrder(order, lines);
  return {
    ...presented,
    lines: presented.lines.map((line) => ({
      ...line,
      preOrder: preOrders.has(line.productId),
      expectedMonth: preOrders.get(line.productId) ?? null,
    })),
    sentAt: order.sentAt?.toISOString() ?? null,
    trackingNumber: order.trackingNumber,
    cancellable: cancellableAs(order, kept, { preOrders, recorded }),
    returnableUntil: order.sentAt ? new Date(order.sentAt.getTime() + RETURN_MS).toISOString() : null,
    providerOrderId: order.providerOrderId,
    refunded: order.refunded,
    refundedAt: refundedAt?.toISOString() ?? null,
    buyerName: order.buyerName,
    company: order.company,
    purchaseOrderNumber: order.purchaseOrderNumber,
    termsVersion: order.termsVersion,
    shippingAddress: addressLines(order),
    seller: env.seller,
    preOrder: lines.some(({ productId }) => preOrders.has(productId)),
    link: createOrderLink(order, env.secret),
  };
}

export function addressLines({ shippingName, shippingAddress }: OrderRow): string[] {
  if (!shippingAddress) return [];
  const { address_line_1, address_line_2, admin_area_2, admin_area_1, postal_code, country_code } =
    shippingAddress;
  return [
    shippingName,
    address_line_1,
    address_line_2,
    admin_area_2,
    admin_area_1,
    postal_code,
    countryName(country_code),
  ]
    .filter((line) => line !== null && line !== undefined)
    .filter((line) => line !== '');
}

function countryName(code: string | undefined): string | undefined {
  if (code === undefined || !/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames('en-GB', { type: 'region' }).of(code);
}
