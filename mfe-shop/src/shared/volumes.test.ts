import { pence } from '@isa/api-contract';
import { bookOf, books } from '../testing/books';
import { insideOf, packsWith, relatedTo, savingOf, volumeLabel } from './volumes';

const ids = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id);

describe('volumes', () => {
  it('promises no saving that is none', () => {
    expect(savingOf(bookOf(1), books)).toBeUndefined();
    expect(savingOf({ ...bookOf(3), price: pence(6948) }, books)).toBeUndefined();
    expect(savingOf({ ...bookOf(3), price: pence(7000) }, books)).toBeUndefined();
    const withoutVolume2 = books.filter(({ id }) => id !== 2);
    expect(savingOf(bookOf(3), withoutVolume2)).toBeUndefined();
  });

  it('says what a pack saves over its volumes', () => {
    expect(savingOf(bookOf(3), books)).toEqual({ separately: 6948, saved: 448 });
    expect(savingOf(bookOf(6), books)).toEqual({ separately: 6300, saved: 300 });
    expect(savingOf(bookOf(7), books)).toEqual({ separately: 13248, saved: 1248 });
  });

  it('knows what is inside and what is around', () => {
    expect(ids(insideOf(bookOf(7), books))).toEqual([1, 2, 4, 5]);
    expect(ids(insideOf(bookOf(1), books))).toEqual([]);
    expect(ids(packsWith(bookOf(1), books))).toEqual([3, 7]);
    expect(ids(packsWith(bookOf(8), books))).toEqual([]);
  });

  it('shows related books once each, never the book itself', () => {
    expect(ids(relatedTo(bookOf(1), books, 3))).toEqual([3, 7, 2]);
    for (const book of books) {
      const related = ids(relatedTo(book, books, 8));
      expect(related).not.toContain(book.id);
      expect(new Set(related).size).toBe(related.length);
      expect(related.length).toBeGreaterThanOrEqual(3);
    }
  });

  it('labels volumes as a shelf would', () => {
    expect(books.map(volumeLabel)).toEqual([
      'Volume 1',
      'Volume 2',
      'Volumes 1 + 2',
      'Volume 3',
      'Volume 4',
      'Volumes 3 + 4',
      'Volumes 1–4',
      'Volume 5',
    ]);
  });
});
