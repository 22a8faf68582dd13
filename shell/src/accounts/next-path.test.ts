import { paths } from '@isa/contract';
import { nextPath } from './next-path';

const search = (next: string) => new URLSearchParams({ next });

describe('where a login leads', () => {
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
  ])('refuses %j, which is no address of this site', (next) => {
    expect(nextPath(search(next))).toBe('/');
  });

  it.each(['/login', '/login?next=/x', '/register', '/reset/abc', '/reset-password/abc'])(
    'refuses %j, which would send the customer in a circle',
    (next) => {
      expect(nextPath(search(next))).toBe('/');
    },
  );

  it('is home when nothing is said', () => {
    expect(nextPath(new URLSearchParams())).toBe('/');
  });

  it('keeps path, query and anchor of a page of this site', () => {
    expect(nextPath(search('/isa-online-courses/1007?x=1#player'))).toBe(
      '/isa-online-courses/1007?x=1#player',
    );
  });

  it('is carried to the other account forms', () => {
    expect(paths.register(nextPath(search('/isa-basket')))).toBe('/register?next=%2Fisa-basket');
    expect(paths.register(nextPath(search('//evil.test')))).toBe('/register');
  });
});
