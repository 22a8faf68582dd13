import { type Book, isBookId, PREMIUM_ID } from '@isa/api-contract';

type Items = readonly { readonly productId: number }[];

/** @returns whether the basket has books, which are shipped; everything else is digital. */
export function hasBooks(items: Items): boolean {
  return items.some(({ productId }) => isBookId(productId));
}

export function hasPremium(items: Items): boolean {
  return items.some(({ productId }) => productId === PREMIUM_ID);
}

/** The books among the items. Until the catalogue is available, they count as published. */
export function booksOf(
  items: Items,
  catalogue: readonly Pick<Book, 'id' | 'preOrder'>[] = [],
): readonly { readonly id: number; readonly preOrder: boolean }[] {
  return items
    .filter(({ productId }) => isBookId(productId))
    .map(({ productId: id }) => catalogue.find((book) => book.id === id) ?? { id, preOrder: false });
}
