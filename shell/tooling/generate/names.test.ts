import { namesOf, withoutPrefix } from './names';

describe('namesOf', () => {
  it.each(['', 'Events', 'wish_list', 'wish--list', '-wish', 'wish-', '2nd', '../shop', 'a b', 'é'])(
    'rejects "%s" and explains the format',
    (name) => {
      expect(() => namesOf(name, 'remote')).toThrow(/lower-case letters and digits/);
    },
  );

  it.each(['shell', 'registry', 'api', 'contract', 'constructor', 'shell-node'])(
    'rejects "%s", which is reserved',
    (name) => {
      expect(() => namesOf(name, 'remote')).toThrow(/already has another meaning/);
    },
  );

  it('rejects a name of more than 40 characters', () => {
    expect(() => namesOf('a'.repeat(41), 'feature')).toThrow(/too long/);
  });

  it('returns all forms of a name', () => {
    expect(namesOf('wish-list-2', 'feature')).toEqual({
      kebab: 'wish-list-2',
      camel: 'wishList2',
      pascal: 'WishList2',
      title: 'Wish list 2',
    });
  });
});

describe('withoutPrefix', () => {
  it('removes the prefix of a remote’s folder', () => {
    expect(withoutPrefix('mfe-shop')).toBe('shop');
    expect(withoutPrefix('shop')).toBe('shop');
  });
});
