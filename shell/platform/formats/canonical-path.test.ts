import { canonicalPath, plainPath } from './canonical-path';
import { patternExpression } from './route-finder';

describe('the canonical path', () => {
  it.each([
    ['/checkout', '/checkout', '/checkout'],
    ['/checkout', '/checkout/', '/checkout'],
    ['/checkout', '/CheckOut//', '/checkout'],
    ['/checkout', '//checkout', '/checkout'],
    ['/checkout', '/%63heck%6Fut', '/checkout'],
    ['/Home', '/home', '/Home'],
    ['/', '/', '/'],
    ['/', '//', '/'],
    ['/reset/:token', '/RESET/aBc', '/reset/aBc'],
    ['/isa-books/:bookId', '/isa-books/%31/', '/isa-books/1'],
    ['/isa-books/:bookId', '/isa-books/4294967296', '/isa-books/4294967296'],
    ['/reset/:token', '/reset/%61-B_0', '/reset/a-B_0'],
    ['/my-orders/:link', '/my-orders/12.aB-_0', '/my-orders/12.aB-_0'],
    ['/files/*', '/files/a%20b%C3%A9%3Bc', '/files/a%20b%C3%A9;c'],
    ['/files/*', '/files/A//b/', '/files/A/b'],
    ['/:language?/about', '/EN/about/', '/EN/about'],
  ])('of %s for %s is %s', (pattern, path, canonical) => {
    expect(canonicalPath(pattern, path)).toBe(canonical);
    expect(canonicalPath(pattern, canonical)).toBe(canonical);
  });

  it.each([
    '/checkout%2F',
    '/check%2Fout',
    '/checkout%5C',
    '/%00',
    '/a/%2E%2E',
    '/a/..',
    '/%',
    '/%E0%A4',
    '/a%0Ab',
  ])('does not exist for %s', (path) => {
    expect(canonicalPath('/:any', path)).toBeUndefined();
    expect(plainPath(path)).toBeUndefined();
  });

  it.each([
    '01 1e0 1.0 0x1 +1 -1 0 1; 1;a 1. 1.. 1, 1) 1" 1%20 1%3F 1%23 1+1 1~ 1! 1* 1@ 1: 1%25 1%2525 1&a 1=1',
    '%201 %EF%BC%91 %D9%A1 1%E2%80%8B 1%C2%A0 1%E2%81%84 1%EF%BC%8F 1%EF%BC%8E NaN Infinity abc all-books;x',
    `99999999999 ${'1'.repeat(4_000)}`,
  ])('has no number in %s', (segments) => {
    const paths = segments.split(' ').map((segment) => `/isa-books/${segment}`);
    expect(paths.filter((path) => canonicalPath('/isa-books/:bookId', path) !== undefined)).toEqual([]);
    expect(
      paths.filter((path) => patternExpression('/isa-books/:bookId').test(plainPath(path) ?? '')),
    ).toEqual([]);
  });

  it.each(['a.', '.a', 'a..b', 'a.b.c', 'a;b', 'a%20', 'a%C3%A9', 'a%2E%2E', 'a+b', 'a'.repeat(129)])(
    'has no token in %s',
    (segment) => {
      expect(canonicalPath('/reset/:token', `/reset/${segment}`)).toBeUndefined();
      expect(patternExpression('/reset/:token').test(plainPath(`/reset/${segment}`) ?? '')).toBe(false);
    },
  );
});
