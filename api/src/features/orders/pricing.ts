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

/** Prices a basket from the catalogue, never the browser. A sold-out book counts only if it is paid. */
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
