import { isRecord, storedJson } from '@isa/contract';

export interface PendingOrder {
  readonly providerOrderId: string;
  /** The number that people see, such as `ISA-2026-000123`. */
  readonly number: string;
  /**
   * Whether the customer approved the payment in this tab. Otherwise a reload checks its status once, without a
   * message.
   */
  readonly approved: boolean;
}

/**
 * The order that was passed to the payment provider and is not settled yet. It survives a reload in this tab.
 */
export const pendingOrder = storedJson(
  'sessionStorage',
  'shop:pending-order',
  (json): PendingOrder | undefined => {
    if (!isRecord(json)) return undefined;
    const { providerOrderId, number, approved } = json;
    return typeof providerOrderId === 'string' && typeof number === 'string' && typeof approved === 'boolean'
      ? { providerOrderId, number, approved }
      : undefined;
  },
);
