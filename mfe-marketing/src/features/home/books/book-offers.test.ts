import { aBook } from '../../../testing/fixtures';
import { bookOffers } from './book-offers';

describe('bookOffers', () => {
  it('returns volume 1, volume 2 and their bundle in this order', () => {
    const books = [8, 3, 2, 1].map((id) => aBook(id));
    expect(bookOffers(books).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('returns the link of the book data and no unused fields', () => {
    const [offer] = bookOffers([aBook(1, { offerLink: 'https://books.example/1' })]);
    expect(offer).toEqual({
      id: 1,
      title: 'Covert Surveillance, Volume 1',
      offerLink: 'https://books.example/1',
      price: 3474,
      oldPrice: 3860,
      currency: 'GBP',
    });
  });

  it('omits books that are missing from the catalogue', () => {
    expect(bookOffers([aBook(2)]).map(({ id }) => id)).toEqual([2]);
    expect(bookOffers([])).toEqual([]);
  });
});
