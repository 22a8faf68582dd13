import { pence, priceBasket } from '@isa/api-contract';
import fc from 'fast-check';
import { bookOf, books } from '../../testing/books';
import { bestPackSwap } from './pack-swap';

const basketOf = (...ids: readonly number[]) => ids.map((productId) => ({ productId, quantity: 1 }));
const swapOf = (items: Parameters<typeof bestPackSwap>[0]) => {
  const swap = bestPackSwap(items, books);
  return (
    swap && {
      pack: swap.pack.id,
      replaced: swap.replaced.map(({ id }) => id),
      count: swap.count,
      saved: swap.saved,
    }
  );
};

describe('bestPackSwap', () => {
  it('suggests nothing without a saving', () => {
    expect(swapOf([])).toBeUndefined();
    expect(swapOf(basketOf(1))).toBeUndefined();
    expect(swapOf(basketOf(1, 4))).toBeUndefined();
    expect(swapOf(basketOf(3))).toBeUndefined();
    expect(swapOf(basketOf(7))).toBeUndefined();
    expect(swapOf(basketOf(1, 1999))).toBeUndefined();
    const dearer = books.map((book) => (book.id === 3 ? { ...book, price: pence(9000) } : book));
    expect(bestPackSwap(basketOf(1, 2), dearer)).toBeUndefined();
  });

  it('suggests the pack once for each complete set of volumes', () => {
    expect(swapOf(basketOf(1, 2))).toEqual({ pack: 3, replaced: [1, 2], count: 1, saved: 448 });
    expect(
      swapOf([
        { productId: 1, quantity: 3 },
        { productId: 2, quantity: 2 },
      ]),
    ).toEqual({ pack: 3, replaced: [1, 2], count: 2, saved: 896 });
  });

  it('prefers the larger saving, and combines smaller packs into a larger one', () => {
    expect(swapOf(basketOf(1, 2, 4, 5))).toMatchObject({ pack: 7, saved: 1248 });
    expect(swapOf(basketOf(3, 6))).toEqual({ pack: 7, replaced: [3, 6], count: 1, saved: 500 });
    expect(swapOf(basketOf(3, 4, 5))).toMatchObject({ pack: 7, replaced: [3, 4, 5], saved: 800 });
  });

  it('always leaves the same volumes and lowers the subtotal by exactly the saving', () => {
    const anyBasket = fc.uniqueArray(
      fc.record({ productId: fc.integer({ min: 1, max: 8 }), quantity: fc.integer({ min: 1, max: 5 }) }),
      { selector: ({ productId }) => productId },
    );
    const priceOf = (id: number) => bookOf(id);
    const volumesOf = (items: Parameters<typeof bestPackSwap>[0]) =>
      items
        .flatMap(({ productId, quantity }) =>
          Array.from({ length: quantity }, () => bookOf(productId).volumes),
        )
        .flat()
        .sort();
    fc.assert(
      fc.property(anyBasket, (before) => {
        const swap = bestPackSwap(before, books);
        if (!swap) return;
        const replaced = new Set(swap.replaced.map(({ id }) => id));
        const after = [
          ...before.map((item) => ({
            ...item,
            quantity: replaced.has(item.productId) ? item.quantity - swap.count : item.quantity,
          })),
          { productId: swap.pack.id, quantity: swap.count },
        ];
        expect(volumesOf(after)).toEqual(volumesOf(before));
        expect(priceBasket(before, priceOf).subtotal - priceBasket(after, priceOf).subtotal).toBe(swap.saved);
      }),
    );
  });
});
