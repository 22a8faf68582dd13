import { createStore } from 'zustand/vanilla';
import { type BasketState, totalQuantity } from '../services/basket';
import { createBasket, parseBasket, withAdded, withQuantity } from './basket';

describe('parseBasket', () => {
  it.each([
    ['', 'empty text'],
    ['{', 'broken JSON'],
    ['null', 'null'],
    ['{"productId":1,"quantity":1}', 'an object'],
    ['[1,"x",null,[]]', 'other values'],
    ['[{"productId":"1","quantity":1},{"productId":1,"quantity":"1"}]', 'strings for numbers'],
    [
      '[{"productId":1,"quantity":-5},{"productId":0.5,"quantity":1},{"productId":12,"quantity":1}]',
      'invalid numbers',
    ],
    ['[{"__proto__":{"productId":1,"quantity":1}}]', 'a prototype'],
  ])('reads %s (%s) as an empty basket', (text) => {
    expect(parseBasket(text)).toEqual([]);
  });

  it('keeps the valid entries of a list', () => {
    expect(
      parseBasket(
        '[{"productId":2,"quantity":3},{"productId":99,"quantity":1},{"productId":1013,"quantity":4}]',
      ),
    ).toEqual([
      { productId: 2, quantity: 3 },
      { productId: 1999, quantity: 1 },
    ]);
  });
});

describe('adding (specification §4)', () => {
  it('appends a book, then increases it by the amount added', () => {
    const first = withAdded([], 1, 2);
    expect(first).toEqual({ items: [{ productId: 1, quantity: 2 }], outcome: 'added' });
    expect(withAdded(first.items, 1, 3)).toEqual({
      items: [{ productId: 1, quantity: 5 }],
      outcome: 'increased',
    });
  });

  it('adds premium access once, for any lesson', () => {
    const { items } = withAdded([], 1007, 1);
    expect(items).toEqual([{ productId: 1999, quantity: 1 }]);
    expect(withAdded(items, 1020, 1)).toEqual({ items, outcome: 'premium-present' });
  });

  it('stops at 99 and rejects unknown products', () => {
    const full = [{ productId: 1, quantity: 99 }];
    expect(withAdded(full, 1, 1)).toEqual({ items: full, outcome: 'full' });
    expect(withAdded([], 9, 1)).toEqual({ items: [], outcome: 'unknown' });
  });
});

describe('changing quantities', () => {
  it('removes a line at 0 and keeps the order of the others', () => {
    const items = [1, 2, 3].map((productId) => ({ productId, quantity: 1 }));
    expect(withQuantity(items, 2, 0).map((item) => item.productId)).toEqual([1, 3]);
    expect(withQuantity(items, 2, 150)).toEqual([items[0], { productId: 2, quantity: 99 }, items[2]]);
  });

  it('updates the store', () => {
    const basket = createBasket(createStore<BasketState>(() => ({ items: [] })));
    basket.add(1);
    basket.add(1999);
    basket.setQuantity(1, 4);
    expect(totalQuantity(basket.store.getState().items)).toBe(5);
    basket.remove(1999);
    expect(basket.store.getState().items).toEqual([{ productId: 1, quantity: 4 }]);
    basket.clear();
    expect(basket.store.getState().items).toEqual([]);
  });
});
