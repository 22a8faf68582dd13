import {
  type BasketItem,
  type BasketTotals,
  normaliseBasket,
  priceBasket,
  type PricedProduct,
} from '@isa/api-contract';
import type { DataSource } from 'typeorm';
import { premium } from '../../../content/premium';
import { readContent } from '../../database/content';

/**
 * Prices a basket with the catalogue's titles and prices, never the browser's. A sold-out book is omitted, unless it is
 * paid already.
 */
export async function priceItems(
  db: DataSource,
  items: readonly BasketItem[],
  { paid = false }: { readonly paid?: boolean } = {},
): Promise<BasketTotals> {
  const basket = normaliseBasket(items);
  const ids = basket.map(({ productId }) => productId);
  const books = (await readContent(db, 'book', ids)).filter(({ soldOut }) => paid || !soldOut);
  const products = new Map<number, PricedProduct>(
    [premium, ...books].map(({ id, title, price }) => [id, { id, title, price }]),
  );
  return priceBasket(basket, (productId) => products.get(productId));
}
