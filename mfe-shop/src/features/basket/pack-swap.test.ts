import { pence } from '@isa/api-contract';
import { books } from '../../testing/books';
import { bestPackSwap } from './pack-swap';

const basketOf = (...ids: readonly number[]) => ids.map((productId) => ({ productId, quantity: 1 }));
const swapOf = (items: Parameters<typeof bestPackSwap>[0]) => {
  const swap = bestPackSwap(items, books);
  return (
    swap && {
      pack: swap.pack.id,
      parts: swap.parts.map(({ id }) => id),
      count: swap.count,
      saved: swap.saved,
    }
  );
};

describe('bestPackSwap', () => {
  it('suggests nothing where nothing is saved', () => {
    expect(swapOf([])).toBeUndefined();
    expect(swapOf(basketOf(1))).toBeUndefined();
    expect(swapOf(basketOf(1, 4))).toBeUndefined();
    expect(swapOf(basketOf(3))).toBeUndefined();
    expect(swapOf(basketOf(7))).toBeUndefined();
    expect(swapOf(basketOf(1, 1999))).toBeUndefined();
    const dearer = books.map((book) => (book.id === 3 ? { ...book, price: pence(9000) } : book));
    expect(bestPackSwap(basketOf(1, 2), dearer)).toBeUndefined();
  });

  it('finds the pack for the volumes that are there, as often as the set is complete', () => {
    expect(swapOf(basketOf(1, 2))).toEqual({ pack: 3, parts: [1, 2], count: 1, saved: 448 });
    expect(
      swapOf([
        { productId: 1, quantity: 3 },
        { productId: 2, quantity: 2 },
      ]),
    ).toEqual({ pack: 3, parts: [1, 2], count: 2, saved: 896 });
  });

  it('prefers the larger saving, and knows that packs can make a pack', () => {
    expect(swapOf(basketOf(1, 2, 4, 5))).toMatchObject({ pack: 7, saved: 1248 });
    expect(swapOf(basketOf(3, 6))).toEqual({ pack: 7, parts: [3, 6], count: 1, saved: 500 });
    expect(swapOf(basketOf(3, 4, 5))).toMatchObject({ pack: 7, parts: [3, 4, 5], saved: 800 });
  });
});
