import * as paths from './paths';

describe('paths', () => {
  it('builds addresses from the patterns that routers take', () => {
    expect([paths.book.pattern, paths.book(3)]).toEqual(['/isa-books/:bookId', '/isa-books/3']);
    expect(paths.order('12.a-b_c')).toBe('/my-orders/12.a-b_c');
  });

  it('encodes a parameter as one segment of the address', () => {
    expect(paths.reset('a/../b?c')).toBe('/reset/a%2F..%2Fb%3Fc');
  });

  it('leads back from the login page, home by default', () => {
    expect(paths.login('/my-orders?page=2')).toBe('/login?next=%2Fmy-orders%3Fpage%3D2');
    expect([paths.login(), paths.login('/')]).toEqual(['/login', '/login']);
  });
});
