import {
  type BasketItem,
  type BasketTotals,
  normaliseBasket,
  pence,
  priceBasket,
  type PricedProduct,
} from '@isa/api-contract';
import { type DataSource, In } from 'typeorm';
import { premium } from '../../../content/premium';
import { Books } from '../../database/entities/catalogue';

/** Prices a basket with the catalogue's titles and prices, never the browser's. */
export async function priceItems(db: DataSource, items: readonly BasketItem[]): Promise<BasketTotals> {
  const basket = normaliseBasket(items);
  const books = await db.getRepository(Books).find({
    select: { id: true, title: true, price: true },
    where: { id: In(basket.map(({ productId }) => productId)) },
  });
  const products = new Map<number, PricedProduct>(
    [premium, ...books].map(({ id, title, price }) => [id, { id, title, price: pence(price) }]),
  );
  return priceBasket(basket, (productId) => products.get(productId));
}
