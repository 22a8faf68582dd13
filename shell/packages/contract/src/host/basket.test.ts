import { createStore } from 'zustand/vanilla';
import { type BasketState, totalQuantity } from '../services/host';
import { createBasket, parseBasket } from './basket';

/** A basket with these items. */
const basketOf = (items: BasketState['items']) => createBasket(createStore<BasketState>(() => ({ items })));

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

  it("keeps the valid entries of a basket's cookie", () => {
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
    const basket = basketOf([]);
    expect(basket.add(1, 2)).toBe('added');
    expect(basket.store.getState().items).toEqual([{ productId: 1, quantity: 2 }]);
    expect(basket.add(1, 3)).toBe('increased');
    expect(basket.store.getState().items).toEqual([{ productId: 1, quantity: 5 }]);
  });

  it('adds premium access once, for any lesson', () => {
    const basket = basketOf([]);
    expect(basket.add(1007)).toBe('premium-added');
    expect(basket.add(1020)).toBe('premium-present');
    expect(basket.store.getState().items).toEqual([{ productId: 1999, quantity: 1 }]);
  });

  it('stops at 99 and rejects unknown products', () => {
    const full = [{ productId: 1, quantity: 99 }];
    const basket = basketOf(full);
    expect(basket.add(1)).toBe('full');
    expect(basket.add(9)).toBe('unknown');
    expect(basket.store.getState().items).toEqual(full);
  });
});

describe('changing quantities', () => {
  it('removes a line at 0 and keeps the order of the others', () => {
    const items = [1, 2, 3].map((productId) => ({ productId, quantity: 1 }));
    const basket = basketOf(items);
    basket.setQuantity(2, 150);
    expect(basket.store.getState().items).toEqual([items[0], { productId: 2, quantity: 99 }, items[2]]);
    basket.setQuantity(2, 0);
    expect(basket.store.getState().items).toEqual([items[0], items[2]]);
  });

  it('keeps what is more than was paid', () => {
    const basket = basketOf([
      { productId: 1, quantity: 3 },
      { productId: 2, quantity: 1 },
      { productId: 1999, quantity: 1 },
    ]);
    basket.subtract([
      { productId: 1, quantity: 2 },
      { productId: 1999, quantity: 1 },
      { productId: 4, quantity: 1 },
    ]);
    expect(basket.store.getState().items).toEqual([
      { productId: 1, quantity: 1 },
      { productId: 2, quantity: 1 },
    ]);
  });

  it('updates the store with each change of a quantity', () => {
    const basket = basketOf([]);
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
