import { isRecord, storedJson } from '@isa/contract';

export interface PendingOrder {
  readonly providerOrderId: string;
  readonly number: string;
  /** Otherwise a reload checks the payment's status once, without a message. */
  readonly approved: boolean;
}

/** The order that was passed to the provider and is not settled yet. It survives a reload. */
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
