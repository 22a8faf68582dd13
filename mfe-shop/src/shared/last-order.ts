import type { Order } from '@isa/api-contract';
import { isRecord, storedJson } from '@isa/contract';

interface LastOrder {
  readonly order: Order;
  /** The id by which the API returns this browser the full receipt. */
  readonly providerOrderId: string;
  /** Whether the thank-you page has been shown; a reload before that must still lead to it. */
  readonly shown: boolean;
}

/** The order just paid in this tab. It contains no address and no secret; older orders come from the server. */
export const lastOrder = storedJson('sessionStorage', 'shop:last-order', (json): LastOrder | undefined =>
  isRecord(json) && isOrder(json.order) && typeof json.providerOrderId === 'string'
    ? { order: json.order, providerOrderId: json.providerOrderId, shown: json.shown === true }
    : undefined,
);

function isOrder(value: unknown): value is Order {
  return (
    hasFields(value, 'string', ['number', 'status', 'createdAt']) &&
    hasFields(value, 'number', ['total', 'shipping', 'vat']) &&
    Array.isArray(value.lines) &&
    value.lines.every(
      (line) =>
        hasFields(line, 'string', ['title']) &&
        hasFields(line, 'number', ['productId', 'quantity', 'lineTotal', 'vat']),
    )
  );
}

function hasFields(
  value: unknown,
  type: 'string' | 'number',
  names: readonly string[],
): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && names.every((name) => typeof value[name] === type);
}
