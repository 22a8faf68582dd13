import {
  type BasketItem,
  isBookId,
  isOnlineProductId,
  MAX_QUANTITY,
  normaliseBasket,
  PREMIUM_ID,
} from '@isa/api-contract';
import type { StoreApi } from 'zustand/vanilla';
import type { AddOutcome, Basket, BasketState } from '../services/host';
import { isRecord } from '../storage';

/** The cookie that contains the basket as a JSON list (specification §3). */
export const BASKET_COOKIE = 'basket';

/** Reads the basket cookie's value. Invalid entries are dropped; an unreadable value is an empty basket. */
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
  return isRecord(value) && typeof value.productId === 'number' && typeof value.quantity === 'number';
}

/** Adds a product as specification §4 defines it. */
function withAdded(
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
function withQuantity(items: readonly BasketItem[], productId: number, quantity: number): BasketItem[] {
  return normaliseBasket(
    items.map((item) =>
      item.productId === productId ? { productId, quantity: Math.min(quantity, MAX_QUANTITY) } : item,
    ),
  );
}

/**
 * A basket on a store; the shell connects the store to the cookie.
 * @param refresh called before each change: another tab may have changed the basket last.
 */
export function createBasket(store: StoreApi<BasketState>, refresh = () => {}): Basket {
  function current() {
    refresh();
    return store.getState().items;
  }
  const setQuantity = (productId: number, quantity: number) =>
    store.setState({ items: withQuantity(current(), productId, quantity) });

  return {
    store,
    add(productId, quantity = 1) {
      const { items, outcome } = withAdded(current(), productId, quantity);
      store.setState({ items });
      return outcome;
    },
    setQuantity,
    remove: (productId) => setQuantity(productId, 0),
    subtract(paid) {
      const items = current().map(({ productId, quantity }) => {
        const taken = paid.find((item) => item.productId === productId)?.quantity ?? 0;
        return { productId, quantity: quantity - taken };
      });
      store.setState({ items: normaliseBasket(items) });
    },
    clear: () => store.setState({ items: [] }),
  };
}
