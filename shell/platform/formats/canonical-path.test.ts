import { canonicalPath, plainPath } from './canonical-path';

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
    ['/isa-books/:bookId', '/isa-books/1;a', '/isa-books/1;a'],
    ['/isa-books/:bookId', '/isa-books/1%3Ba', '/isa-books/1;a'],
    ['/isa-books/:bookId', '/isa-books/a%20b%C3%A9', '/isa-books/a%20b%C3%A9'],
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
});
