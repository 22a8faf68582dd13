import type { BasketItem } from '@isa/api-contract';
import type { StoreApi } from 'zustand/vanilla';

export interface BasketState {
  readonly items: readonly BasketItem[];
}

/**
 * What `add` did: `added` and `increased` for books, `premium-added` and `premium-present` for online
 * products (specification §4), `full` at the limit of 99, `unknown` for an id that is no product.
 */
export type AddOutcome = 'added' | 'increased' | 'premium-added' | 'premium-present' | 'full' | 'unknown';

/** The page's basket. The shell stores it in the cookie and synchronises it with other tabs. */
export interface Basket {
  readonly store: StoreApi<BasketState>;
  add(productId: number, quantity?: number): AddOutcome;
  /** Sets a line's quantity; 0 removes the line, more than 99 is cut to 99. */
  setQuantity(productId: number, quantity: number): void;
  remove(productId: number): void;
  clear(): void;
}

/** Sum of all quantities: the number on the cart's badge. */
export function totalQuantity(items: readonly BasketItem[]): number {
  return items.reduce((total, item) => total + item.quantity, 0);
}
