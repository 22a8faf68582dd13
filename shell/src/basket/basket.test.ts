import { createShellBasket } from './basket';

function setCookie(value: string) {
  document.cookie = `basket=${value}; path=/`;
}

function cookie(): string {
  const entry = document.cookie.split('; ').find((text) => text.startsWith('basket='));
  return decodeURIComponent(entry?.slice('basket='.length) ?? '');
}

afterEach(() => {
  document.cookie = 'basket=; path=/; max-age=0';
});

describe('the basket cookie', () => {
  it('is read on start', () => {
    setCookie(encodeURIComponent('[{"productId":3,"quantity":2}]'));
    const basket = createShellBasket(jest.fn());
    expect(basket.store.getState().items).toEqual([]);
    basket.start();
    expect(basket.store.getState().items).toEqual([{ productId: 3, quantity: 2 }]);
  });

  it.each(['%E0%A4%A', 'undefined', '%7B%7D', '[{"productId":1}]', 'a'.repeat(3000)])(
    'gives an empty basket when it is malformed (%s)',
    (value) => {
      setCookie(value);
      const basket = createShellBasket(jest.fn());
      basket.start();
      expect(basket.store.getState().items).toEqual([]);
    },
  );

  it('is read again before each change, because another tab may have changed it', () => {
    const basket = createShellBasket(jest.fn());
    basket.start();
    basket.add(1);
    setCookie(encodeURIComponent('[{"productId":1,"quantity":1},{"productId":3,"quantity":2}]'));
    basket.setQuantity(1, 0);
    expect(JSON.parse(cookie())).toEqual([{ productId: 3, quantity: 2 }]);
    basket.add(3);
    expect(basket.store.getState().items).toEqual([{ productId: 3, quantity: 3 }]);
  });

  it('is written on every change, in the specified format', () => {
    const basket = createShellBasket(jest.fn());
    basket.start();
    basket.add(1);
    basket.add(1, 2);
    expect(JSON.parse(cookie())).toEqual([{ productId: 1, quantity: 3 }]);
    basket.clear();
    expect(cookie()).toBe('');
  });

  it.each(['[{"productId":1,"quantity":1}]', 'not a basket', '[]'])(
    'is kept when another path has a cookie of its name with %s',
    (foreign) => {
      history.pushState(null, '', '/isa-books/1');
      document.cookie = `basket=${encodeURIComponent(foreign)}; path=/isa-books`;
      const first = createShellBasket(jest.fn());
      first.start();
      first.add(3, 2);
      const again = createShellBasket(jest.fn());
      again.start();
      expect(again.store.getState().items).toContainEqual({ productId: 3, quantity: 2 });
      expect(document.cookie.match(/basket=/g)).toHaveLength(1);
      history.pushState(null, '', '/');
    },
  );

  it('that the browser blocks leaves the basket empty, and says so', () => {
    const cookies = jest.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
    const onBlocked = jest.fn();
    const basket = createShellBasket(onBlocked);
    basket.start();
    for (const productId of [1, 1999]) expect(basket.add(productId)).toBe('not-kept');
    expect(basket.add(77)).toBe('unknown');
    expect(basket.store.getState().items).toEqual([]);
    expect(onBlocked).toHaveBeenCalledTimes(2);
    cookies.mockRestore();
    expect(basket.add(1)).toBe('added');
  });
});
