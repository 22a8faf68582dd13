import type { Receipt } from '@isa/api-contract';
import { isRecord, storedJson } from '@isa/contract';

interface LastOrder {
  /** The signed part of the order's address. What happened to the order comes from the server. */
  readonly link: string;
  /** Whether the thank-you page has been shown; a reload before that must still lead to it. */
  readonly shown: boolean;
}

/** The last order that was paid in this tab. A logout removes it, because its page names the buyer. */
export const lastOrder = storedJson(
  'sessionStorage',
  'isa-private:shop:last-order',
  (json): LastOrder | undefined =>
    isRecord(json) && typeof json.link === 'string'
      ? { link: json.link, shown: json.shown === true }
      : undefined,
);

/** Whether an order is shown on the thank-you page; others are shown on their own. */
export function hasThanks({ status }: Pick<Receipt, 'status'>): boolean {
  return status === 'captured' || status === 'reviewing';
}
