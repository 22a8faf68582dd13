import { type Order, type Receipt, CURRENCY } from '@isa/api-contract';
import type { OrderLineRow, OrderRow } from '../../database/entities';
import type { OrderDeps } from './deps';
import { createOrderLink } from './order-link';
import { orderNumber } from './order-number';

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

/** @param preOrders ids of the books that are not published yet. */
export function presentReceipt(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  preOrders: ReadonlySet<number>,
  { env }: Pick<OrderDeps, 'env'>,
): Receipt {
  return {
    ...presentOrder(order, lines),
    providerOrderId: order.providerOrderId,
    refunded: order.refunded,
    shippingAddress: addressLines(order),
    seller: env.seller,
    preOrder: lines.some(({ productId }) => preOrders.has(productId)),
    link: createOrderLink(order, env.secret),
  };
}

/** The address as on a label. */
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
