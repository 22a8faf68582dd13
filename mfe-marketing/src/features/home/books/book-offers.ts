import type { Book } from '@isa/api-contract';

export type BookOffer = ReturnType<typeof bookOffers>[number];

/** The offered books that the catalogue has: volume 1, volume 2 and the bundle of both (specification §1, §3). */
export function bookOffers(books: readonly Book[]) {
  const offered = books.filter(({ id }) => id <= 3).toSorted((a, b) => a.id - b.id);
  return offered.map(({ id, title, offerLink, price, oldPrice, currency }) => {
    return { id, title, offerLink, price, oldPrice, currency };
  });
}
