import { type Order, type Receipt, CURRENCY, pence } from '@isa/api-contract';
import type { OrderLineRow, OrderRow } from '../../database/entities';
import type { Deps } from '../../deps';
import { createOrderLink } from './order-link';

export function presentOrder(order: OrderRow, lines: readonly OrderLineRow[]): Order {
  return {
    number: numberOf(order),
    status: order.status,
    currency: CURRENCY,
    lines: lines.map(({ productId, title, quantity, unitPrice, lineTotal, vat, vatPercent }) => ({
      productId,
      title,
      quantity,
      unitPrice: pence(unitPrice),
      lineTotal: pence(lineTotal),
      vat: pence(vat),
      vatPercent,
    })),
    subtotal: pence(order.subtotal),
    shipping: pence(order.shipping),
    total: pence(order.total),
    vat: pence(order.vat),
    buyerEmail: order.buyerEmail,
    createdAt: order.createdAt.toISOString(),
    capturedAt: order.capturedAt?.toISOString() ?? null,
  };
}

/** @param preOrders ids of the books that are still to be published. */
export function presentReceipt(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  preOrders: ReadonlySet<number>,
  { env }: Pick<Deps, 'env'>,
): Receipt {
  return {
    ...presentOrder(order, lines),
    providerOrderId: order.providerOrderId,
    refunded: pence(order.refunded),
    shippingAddress: addressLines(order),
    preOrder: lines.some(({ productId }) => preOrders.has(productId)),
    link: createOrderLink(order, env.secret),
  };
}

/** `ISA-2026-000123`; every order has one as soon as it can be seen. */
export function numberOf({ number, id }: Pick<OrderRow, 'number' | 'id'>): string {
  return number ?? `#${id}`;
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
