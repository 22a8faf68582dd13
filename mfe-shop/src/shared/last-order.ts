import type { Order } from '@isa/api-contract';
import { isRecord, storedJson } from '@isa/contract';

interface LastOrder {
  readonly order: Order;
  /** Names the order to the API, which tells this browser more about it. */
  readonly providerOrderId: string;
  /** The thanks have been on the screen: a reload on the way there must not swallow them. */
  readonly shown: boolean;
}

/**
 * The order that was just paid in this tab, for the page that says thanks. It holds no address and no
 * secret; orders from earlier days are asked from the server.
 */
export const lastOrder = storedJson('sessionStorage', 'shop:last-order', (json): LastOrder | undefined =>
  isRecord(json) && isOrder(json.order) && typeof json.providerOrderId === 'string'
    ? { order: json.order, providerOrderId: json.providerOrderId, shown: json.shown === true }
    : undefined,
);

function isOrder(value: unknown): value is Order {
  return (
    isRecord(value) &&
    typeof value.number === 'string' &&
    typeof value.status === 'string' &&
    typeof value.createdAt === 'string' &&
    typeof value.total === 'number' &&
    typeof value.shipping === 'number' &&
    typeof value.vat === 'number' &&
    Array.isArray(value.lines) &&
    value.lines.every(
      (line) =>
        isRecord(line) &&
        typeof line.productId === 'number' &&
        typeof line.title === 'string' &&
        typeof line.quantity === 'number' &&
        typeof line.lineTotal === 'number' &&
        typeof line.vat === 'number',
    )
  );
}
