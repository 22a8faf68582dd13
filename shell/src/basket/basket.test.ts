import { createShellBasket } from './basket';

function setCookie(value: string) {
  document.cookie = `basket=${value}; path=/`;
}

function cookie(): string {
  const found = document.cookie.split('; ').find((part) => part.startsWith('basket='));
  return decodeURIComponent(found?.slice('basket='.length) ?? '');
}

afterEach(() => {
  document.cookie = 'basket=; path=/; max-age=0';
});

describe('the basket cookie', () => {
  it('is read once the page is alive', () => {
    setCookie(encodeURIComponent('[{"productId":3,"quantity":2}]'));
    const basket = createShellBasket();
    expect(basket.store.getState().items).toEqual([]);
    basket.start();
    expect(basket.store.getState().items).toEqual([{ productId: 3, quantity: 2 }]);
  });

  it.each(['%E0%A4%A', 'undefined', '%7B%7D', '[{"productId":1}]', 'a'.repeat(3000)])(
    'of garbage (%s) is an empty basket',
    (value) => {
      setCookie(value);
      const basket = createShellBasket();
      basket.start();
      expect(basket.store.getState().items).toEqual([]);
    },
  );

  it('is saved on every change, in the specified form', () => {
    const basket = createShellBasket();
    basket.start();
    basket.add(1);
    basket.add(1, 2);
    expect(JSON.parse(cookie())).toEqual([{ productId: 1, quantity: 3 }]);
    basket.clear();
    expect(cookie()).toBe('');
  });
});
