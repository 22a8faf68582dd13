import { isRecord, storedJson } from '@isa/contract';

/** An order that was handed to the payment provider and has not come to an end in this tab. */
export interface PendingOrder {
  readonly providerOrderId: string;
  /** For people: `ISA-2026-000123`. */
  readonly number: string;
  /** The buyer has said yes; until then a reload only asks quietly whether there is something to settle. */
  readonly approved: boolean;
}

/** Survives a reload, so that a payment whose confirmation got lost can be asked for again. */
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
