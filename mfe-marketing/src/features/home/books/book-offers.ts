import type { Book } from '@isa/api-contract';

export type BookOffer = Pick<Book, 'id' | 'title' | 'offerLink' | 'price' | 'oldPrice' | 'currency'>;

/** The offered books: volume 1, volume 2 and the bundle of both (specification §1, §3). */
const offeredIds = [1, 2, 3];

/** The offers in their order, without those that are missing from the catalogue. */
export function bookOffers(books: readonly Book[]): BookOffer[] {
  return offeredIds.flatMap((offeredId) => {
    const book = books.find(({ id }) => id === offeredId);
    if (!book) return [];
    const { id, title, offerLink, price, oldPrice, currency } = book;
    return [{ id, title, offerLink, price, oldPrice, currency }];
  });
}
