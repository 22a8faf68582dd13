import { pence } from '@isa/api-contract';
import { bookOf, books } from '../testing/books';
import { packSaving, packsContaining, relatedBooks, volumeLabel, volumesOfPack } from './volumes';

const ids = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id);

describe('volumes', () => {
  it('reports no saving where nothing is saved', () => {
    expect(packSaving(bookOf(1), books)).toBeUndefined();
    expect(packSaving({ ...bookOf(3), price: pence(6948) }, books)).toBeUndefined();
    expect(packSaving({ ...bookOf(3), price: pence(7000) }, books)).toBeUndefined();
    const withoutVolume2 = books.filter(({ id }) => id !== 2);
    expect(packSaving(bookOf(3), withoutVolume2)).toBeUndefined();
  });

  it('calculates the saving of a pack over its volumes', () => {
    expect(packSaving(bookOf(3), books)).toEqual({ separately: 6948, saved: 448 });
    expect(packSaving(bookOf(6), books)).toEqual({ separately: 6300, saved: 300 });
    expect(packSaving(bookOf(7), books)).toEqual({ separately: 13248, saved: 1248 });
  });

  it('finds the volumes of a pack and the packs that contain a book', () => {
    expect(ids(volumesOfPack(bookOf(7), books))).toEqual([1, 2, 4, 5]);
    expect(ids(volumesOfPack(bookOf(1), books))).toEqual([]);
    expect(ids(packsContaining(bookOf(1), books))).toEqual([3, 7]);
    expect(ids(packsContaining(bookOf(8), books))).toEqual([]);
  });

  it('lists each related book once, never the book itself', () => {
    expect(ids(relatedBooks(bookOf(1), books, 3))).toEqual([2, 4, 5]);
    for (const book of books) {
      const related = ids(relatedBooks(book, books, 8));
      expect(related).not.toContain(book.id);
      expect(new Set(related).size).toBe(related.length);
      expect(related.length).toBeGreaterThanOrEqual(3);
    }
  });

  it('labels single volumes, pairs and ranges', () => {
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
