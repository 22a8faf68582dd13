import { type BasketLine, isBookId, type OrderStatus, PREMIUM_ID } from '@isa/api-contract';

interface StatusWords {
  readonly label: string;
  readonly tone: 'plain' | 'accent' | 'success' | 'error';
}

const words: Readonly<Record<OrderStatus, StatusWords>> = {
  created: { label: 'Not paid', tone: 'plain' },
  capturing: { label: 'Payment being checked', tone: 'accent' },
  captured: { label: 'Paid', tone: 'success' },
  failed: { label: 'Payment failed', tone: 'error' },
  refunded: { label: 'Refunded', tone: 'plain' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
};

/** How an order stands, for people. */
export function statusWords(status: OrderStatus): StatusWords {
  return words[status];
}

export function hasPremium(lines: readonly BasketLine[]): boolean {
  return lines.some(({ productId }) => productId === PREMIUM_ID);
}

export function hasBooks(lines: readonly BasketLine[]): boolean {
  return lines.some(({ productId }) => isBookId(productId));
}
