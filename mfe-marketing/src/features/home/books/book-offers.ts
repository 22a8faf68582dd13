import type { Book } from '@isa/api-contract';

/** Of a book, what its offer on the home page shows. */
export type BookOffer = Pick<Book, 'id' | 'title' | 'offerLink' | 'price' | 'oldPrice' | 'currency'>;

/** Volume 1, volume 2 and the bundle of both (specification §1, §3). */
const offeredIds = [1, 2, 3];

/** Picks the three offers in their order; one that the catalogue does not know is left out. */
export function bookOffers(books: readonly Book[]): BookOffer[] {
  return offeredIds.flatMap((offeredId) => {
    const book = books.find(({ id }) => id === offeredId);
    if (!book) return [];
    const { id, title, offerLink, price, oldPrice, currency } = book;
    return [{ id, title, offerLink, price, oldPrice, currency }];
  });
}
