import {
  type BasketItem,
  calls,
  type Pence,
  priceBasket,
  type PricedProduct,
  type UnavailableProduct,
} from '@isa/api-contract';
import { useBasket, useHost, useRequest } from '@isa/contract';
import { useMemo } from 'react';
import { hasBooks } from './basket-contents';
import { knownProduct, rememberProducts } from './known-products';

interface Prices {
  readonly products: ReadonlyMap<number, PricedProduct>;
  readonly previous: ReadonlyMap<number, Pence>;
  readonly unavailable: readonly UnavailableProduct[];
}

export type PricedBasket = ReturnType<typeof usePricedBasket>;

/** The basket with today's prices. Quantities are added up locally; prices always come from the server. */
export function usePricedBasket() {
  const { api } = useHost();
  const items = useBasket((basket) => basket.items);
  const ids = items.map(({ productId }) => productId).join();

  const { status, data, error, retry } = useRequest<Prices>(ids || undefined, async (signal, before) => {
    // The prices of single copies are requested, because quantities change faster than a server responds.
    const single = ids.split(',').map((id) => ({ productId: Number(id), quantity: 1 }));
    const { lines, unavailable } = await api(calls.priceBasket, { body: { items: single } }, { signal });
    const products = lines.map(({ productId, title, unitPrice }) => ({
      id: productId,
      title,
      price: unitPrice,
    }));
    const previous = products.flatMap(({ id, price }) => {
      const known = knownProduct(id)?.price;
      return known === undefined || known === price ? [] : [[id, known] as const];
    });
    rememberProducts(products);
    return {
      products: new Map(products.map((product) => [product.id, product])),
      // A notice of a changed price stays until the visitor leaves the page.
      previous: new Map([...(before?.previous ?? []), ...previous]),
      unavailable,
    };
  });

  // A product that is missing from a successful response is no longer for sale, so its remembered price is
  // ignored.
  const totals = useMemo(() => {
    const remembered = (id: number) => {
      const product = error && knownProduct(id);
      return product ? { id, ...product } : undefined;
    };
    return priceBasket(items, (id) => data?.products.get(id) ?? remembered(id));
  }, [items, data, error]);

  const everyPriceChecked = items.every(({ productId }) => data?.products.has(productId));
  const isChecked = data && (everyPriceChecked || status === 'ready' || status === 'idle');
  /** `checked`: today's prices from the server. `remembered`: the server failed; prices last shown in this browser. */
  const prices: 'loading' | 'checked' | 'remembered' = isChecked
    ? 'checked'
    : error
      ? 'remembered'
      : 'loading';
  return {
    items,
    totals,
    prices,
    /** What cannot be ordered now, and why. It stays in the basket and does not count in the totals. */
    unavailable:
      data?.unavailable.filter(({ productId }) => items.some((item) => item.productId === productId)) ?? [],
    /** The price last shown in this browser, if it differs from today's. */
    previousPrice: (productId: number) => data?.previous.get(productId),
    refresh: retry,
    refreshing: status === 'loading',
  };
}

/** The catalogue of books, requested only for a basket that contains a book. */
export function useBooks(items: readonly Pick<BasketItem, 'productId'>[]) {
  const { api } = useHost();
  return useRequest(hasBooks(items) ? 'books' : undefined, (signal) => api(calls.listBooks, {}, { signal }));
}
