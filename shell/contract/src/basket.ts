import {
  type BasketItem,
  MAX_QUANTITY,
  normaliseBasket,
  PREMIUM_ID,
  isBookId,
  isOnlineProductId,
} from '@isa/api-contract';
import type { StoreApi } from 'zustand/vanilla';

/** The cookie that holds the basket as a JSON list (specification §3). */
export const BASKET_COOKIE = 'basket';

export interface BasketState {
  readonly items: readonly BasketItem[];
}

/**
 * What `add` did: `added` and `increased` for books, `premium-added` and `premium-present` for online
 * products (specification §4), `full` at the limit of 99, `unknown` for an id that is no product.
 */
export type AddOutcome = 'added' | 'increased' | 'premium-added' | 'premium-present' | 'full' | 'unknown';

/** The one basket of the page. The shell keeps it in the cookie and in step with other tabs. */
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

/** Reads the basket cookie's value. Anything that is not a basket is an empty one. */
export function parseBasket(text: string): BasketItem[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  return Array.isArray(value) ? normaliseBasket(value.filter(isBasketItem)) : [];
}

function isBasketItem(value: unknown): value is BasketItem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'productId' in value &&
    typeof value.productId === 'number' &&
    'quantity' in value &&
    typeof value.quantity === 'number'
  );
}

/** The rule of specification §4 for putting something into the basket. */
export function withAdded(
  items: readonly BasketItem[],
  productId: number,
  quantity: number,
): { readonly items: readonly BasketItem[]; readonly outcome: AddOutcome } {
  if (isOnlineProductId(productId)) {
    return items.some((item) => item.productId === PREMIUM_ID)
      ? { items, outcome: 'premium-present' }
      : { items: [...items, { productId: PREMIUM_ID, quantity: 1 }], outcome: 'premium-added' };
  }
  if (!isBookId(productId)) return { items, outcome: 'unknown' };
  const present = items.find((item) => item.productId === productId);
  if (present?.quantity === MAX_QUANTITY) return { items, outcome: 'full' };
  return {
    items: normaliseBasket([...items, { productId, quantity }]),
    outcome: present ? 'increased' : 'added',
  };
}

/** Sets one line's quantity, keeping the lines' order. */
export function withQuantity(
  items: readonly BasketItem[],
  productId: number,
  quantity: number,
): BasketItem[] {
  return normaliseBasket(
    items.map((item) =>
      item.productId === productId ? { productId, quantity: Math.min(quantity, MAX_QUANTITY) } : item,
    ),
  );
}

/** Builds a basket's actions on a store; the shell adds the cookie, `fakeHost` adds nothing. */
export function createBasket(store: StoreApi<BasketState>): Basket {
  return {
    store,
    add(productId, quantity = 1) {
      const { items, outcome } = withAdded(store.getState().items, productId, quantity);
      store.setState({ items });
      return outcome;
    },
    setQuantity: (productId, quantity) =>
      store.setState(({ items }) => ({ items: withQuantity(items, productId, quantity) })),
    remove: (productId) => store.setState(({ items }) => ({ items: withQuantity(items, productId, 0) })),
    clear: () => store.setState({ items: [] }),
  };
}
