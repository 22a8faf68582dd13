import {
  type BasketItem,
  type BasketTotals,
  calls,
  isBookId,
  type Pence,
  priceBasket,
  type PricedProduct,
} from '@isa/api-contract';
import { type ApiError, useBasket, useHost, useRequest } from '@isa/contract';
import { useMemo } from 'react';
import { knownProduct, rememberProducts } from './known-products';

interface Prices {
  readonly products: ReadonlyMap<number, PricedProduct>;
  /** What a product cost when this visitor last saw it, where that was something else. */
  readonly movedFrom: ReadonlyMap<number, Pence>;
}

export interface PricedBasket {
  readonly items: readonly BasketItem[];
  readonly totals: BasketTotals;
  /**
   * `checked`: today's prices from the server. `remembered`: the server did not answer, and these are the
   * prices that this browser last saw. `loading`: neither yet.
   */
  readonly prices: 'loading' | 'checked' | 'remembered';
  readonly error: ApiError | undefined;
  movedFrom(productId: number): Pence | undefined;
  /** Asks the server again. */
  refresh(): void;
  readonly refreshing: boolean;
}

/**
 * The basket with today's prices. Quantities are added up here at once; what a product costs only ever
 * comes from the server, or is said to be remembered.
 */
export function usePricedBasket(): PricedBasket {
  const { api } = useHost();
  const items = useBasket((basket) => basket.items);
  const ids = items.map(({ productId }) => productId).join();

  const { status, data, error, retry } = useRequest<Prices>(ids || undefined, async (signal, before) => {
    // One of each: the quantities change faster than a server answers.
    const single = ids.split(',').map((id) => ({ productId: Number(id), quantity: 1 }));
    const { lines } = await api(calls.priceBasket, { body: { items: single } }, { signal });
    const products = lines.map(({ productId, title, unitPrice }) => ({
      id: productId,
      title,
      price: unitPrice,
    }));
    const movedFrom = products.flatMap(({ id, price }) => {
      const seen = knownProduct(id)?.price;
      return seen === undefined || seen === price ? [] : [[id, seen] as const];
    });
    rememberProducts(products);
    return {
      products: new Map(products.map((product) => [product.id, product])),
      // A notice stays for as long as the page does.
      movedFrom: new Map([...(before?.movedFrom ?? []), ...movedFrom]),
    };
  });

  // A product that the server has answered for and does not know is out of the catalogue, not unpriced.
  const totals = useMemo(() => {
    const remembered = (id: number) => {
      const product = error && knownProduct(id);
      return product ? { id, ...product } : undefined;
    };
    return priceBasket(items, (id) => data?.products.get(id) ?? remembered(id));
  }, [items, data, error]);

  const everyPriceChecked = items.every(({ productId }) => data?.products.has(productId));
  return {
    items,
    totals,
    prices:
      data && (everyPriceChecked || status === 'ready' || status === 'idle')
        ? 'checked'
        : error
          ? 'remembered'
          : 'loading',
    error,
    movedFrom: (productId) => data?.movedFrom.get(productId),
    refresh: retry,
    refreshing: status === 'loading',
  };
}

/** Whether something in the basket comes by post. */
export function needsShipping(items: readonly BasketItem[]): boolean {
  return items.some(({ productId }) => isBookId(productId));
}
