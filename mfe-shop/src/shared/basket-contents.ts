import { isBookId, PREMIUM_ID } from '@isa/api-contract';

type Items = readonly { readonly productId: number }[];

/** @returns whether the basket has books, which are shipped; everything else is digital. */
export function hasBooks(items: Items): boolean {
  return items.some(({ productId }) => isBookId(productId));
}

export function hasPremium(items: Items): boolean {
  return items.some(({ productId }) => productId === PREMIUM_ID);
}
