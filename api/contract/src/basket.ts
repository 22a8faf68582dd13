import type { z } from 'zod';
import { type Pence, pence, sum, times, vatIncluded } from './money';
import {
  isBookId,
  isOnlineProductId,
  MAX_QUANTITY,
  PREMIUM_ID,
  SHIPPING_PRICE,
  VAT_PERCENT,
} from './products';
import type { basketItemSchema, orderLineSchema, totalsSchema } from '../../src/features/orders/schema';

/** One entry of the basket cookie (specification §3). */
export type BasketItem = Readonly<z.infer<typeof basketItemSchema>>;

/** What a basket needs to know about a product: its id (specification §9), title, and price in pence. */
export interface PricedProduct {
  readonly id: number;
  readonly title: string;
  readonly price: Pence;
}

/** One product of a priced basket. */
export type BasketLine = Readonly<z.infer<typeof orderLineSchema>>;

/** A priced basket. */
export type BasketTotals = Readonly<z.infer<typeof totalsSchema>>;

/**
 * Normalises a list of items: known products only, one line each, whole quantities from 1 to 99, and every
 * online product as a single premium access (specification §3).
 */
export function normaliseBasket(items: readonly BasketItem[]): BasketItem[] {
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of items) {
    if (!Number.isInteger(quantity) || quantity < 1) continue;
    if (isBookId(productId)) {
      const total = (quantities.get(productId) ?? 0) + quantity;
      quantities.set(productId, Math.min(total, MAX_QUANTITY));
    } else if (isOnlineProductId(productId)) {
      quantities.set(PREMIUM_ID, 1);
    }
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }));
}

/**
 * Prices a basket (specification §9): shipping is flat and charged as soon as there is a book.
 * @param priceOf a product's current title and price; a product without one is omitted.
 */
export function priceBasket(
  items: readonly BasketItem[],
  priceOf: (productId: number) => PricedProduct | undefined,
): BasketTotals {
  const lines = normaliseBasket(items).flatMap(({ productId, quantity }) => {
    const product = priceOf(productId);
    if (!product) return [];
    const vatPercent = isBookId(productId) ? VAT_PERCENT.book : VAT_PERCENT.premium;
    const lineTotal = times(product.price, quantity);
    const vat = vatIncluded(lineTotal, vatPercent);
    return [
      { productId, title: product.title, quantity, unitPrice: product.price, lineTotal, vat, vatPercent },
    ];
  });
  const subtotal = sum(lines.map((line) => line.lineTotal));
  const shipping = lines.some((line) => isBookId(line.productId)) ? SHIPPING_PRICE : pence(0);
  const vat = sum(lines.map((line) => line.vat));
  return { lines, subtotal, shipping, total: sum([subtotal, shipping]), vat };
}
