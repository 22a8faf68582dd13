import fc from 'fast-check';
import { normaliseBasket, priceBasket } from './basket';
import { pence } from './money';

const product = (id: number, price: number) => ({ id, title: `Product ${id}`, price: pence(price) });
const catalogue = new Map(
  [product(1, 3474), product(3, 6500), product(1999, 7700)].map((item) => [item.id, item]),
);
const priceOf = (id: number) => catalogue.get(id);

describe('normaliseBasket', () => {
  it('turns all online products into one premium access', () => {
    expect(
      normaliseBasket([
        { productId: 1007, quantity: 3 },
        { productId: 1999, quantity: 1 },
        { productId: 1, quantity: 2 },
      ]),
    ).toEqual([
      { productId: 1999, quantity: 1 },
      { productId: 1, quantity: 2 },
    ]);
  });

  it('drops unknown products and invalid quantities', () => {
    const wrong = [0, 9, 999, 1000, 1034, 2000, -1, 1.5, Number.NaN].map((productId) => ({
      productId,
      quantity: 1,
    }));
    const none = [0, -1, 0.5, Number.NaN, Infinity].map((quantity) => ({ productId: 1, quantity }));
    expect(normaliseBasket([...wrong, ...none])).toEqual([]);
  });

  it('merges lines of one book, stops at 99 and is idempotent', () => {
    const items = fc.array(
      fc.record({
        productId: fc.integer({ min: -1, max: 2001 }),
        quantity: fc.integer({ min: -2, max: 200 }),
      }),
    );
    fc.assert(
      fc.property(items, (list) => {
        const once = normaliseBasket(list);
        expect(normaliseBasket(once)).toEqual(once);
        expect(new Set(once.map((item) => item.productId)).size).toBe(once.length);
        expect(once.every((item) => item.quantity >= 1 && item.quantity <= 99)).toBe(true);
      }),
    );
  });
});

describe('priceBasket', () => {
  it('charges flat shipping for books only', () => {
    expect(priceBasket([{ productId: 1007, quantity: 1 }], priceOf)).toMatchObject({
      shipping: 0,
      total: 7700,
      vat: 1283,
    });
    expect(
      priceBasket(
        [
          { productId: 1007, quantity: 1 },
          { productId: 1, quantity: 2 },
        ],
        priceOf,
      ),
    ).toMatchObject({ subtotal: 7700 + 2 * 3474, shipping: 1500, total: 7700 + 2 * 3474 + 1500, vat: 1283 });
  });

  it('prices an empty basket at zero', () => {
    expect(priceBasket([], priceOf)).toMatchObject({ lines: [], subtotal: 0, shipping: 0, total: 0 });
  });

  it('omits products without a price from the total', () => {
    expect(priceBasket([{ productId: 8, quantity: 1 }], priceOf).lines).toEqual([]);
  });

  it('prices baskets like an oracle that calculates in decimal strings', () => {
    const items = fc.array(
      fc.record({ productId: fc.constantFrom(1, 3, 1001, 1999), quantity: fc.integer({ min: 1, max: 30 }) }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(items, (list) => {
        const books = new Map<number, number>();
        let premium = false;
        for (const { productId, quantity } of list) {
          if (productId > 1000) premium = true;
          else books.set(productId, Math.min(99, (books.get(productId) ?? 0) + quantity));
        }
        const pounds = [...books].map(([id, n]) => n * (id === 1 ? 34.74 : 65));
        const expected = pounds.reduce((a, b) => a + b, 0) + (premium ? 77 : 0) + (books.size > 0 ? 15 : 0);
        expect(priceBasket(list, priceOf).total).toBe(Math.round(expected * 100));
      }),
    );
  });
});
