import { nextPath } from './next-path';
import * as paths from './paths';

const search = (next: string) => new URLSearchParams({ next });

describe('the path after a login', () => {
  it.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/.//evil.test',
    '/%2e//evil.test',
    'javascript:alert(1)',
    'evil',
    '',
    '//[',
  ])('rejects %j, which is not a path of this site', (next) => {
    expect(nextPath(search(next))).toBe('/');
  });

  it.each(['/login', '/login?next=/x', '/register', '/reset/abc', '/reset-password/abc'])(
    'rejects %j, which would redirect in a loop',
    (next) => {
      expect(nextPath(search(next))).toBe('/');
    },
  );

  it('leads home without `next`', () => {
    expect(nextPath(new URLSearchParams())).toBe('/');
  });

  it('retains path, query and anchor of `next`', () => {
    expect(nextPath(search('/isa-online-courses/1007?x=1#player'))).toBe(
      '/isa-online-courses/1007?x=1#player',
    );
  });

  it('passes `next` on to the other account forms', () => {
    expect(paths.register(nextPath(search('/isa-basket')))).toBe('/register?next=%2Fisa-basket');
    expect(paths.register(nextPath(search('//evil.test')))).toBe('/register');
  });
});
