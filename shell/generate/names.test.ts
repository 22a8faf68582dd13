import { namesOf, withoutPrefix } from './names';

describe('namesOf', () => {
  it.each(['', 'Events', 'wish_list', 'wish--list', '-wish', 'wish-', '2nd', '../shop', 'a b', 'é'])(
    'refuses "%s", and says how a name is written',
    (name) => {
      expect(() => namesOf(name, 'remote')).toThrow(/small letters and digits/);
    },
  );

  it.each(['shell', 'registry', 'api', 'contract'])('refuses "%s", which means something else', (name) => {
    expect(() => namesOf(name, 'remote')).toThrow(/already means something else/);
  });

  it('refuses what nobody would want to type', () => {
    expect(() => namesOf('a'.repeat(41), 'feature')).toThrow(/too long/);
  });

  it('brings a name into all its forms', () => {
    expect(namesOf('wish-list-2', 'feature')).toEqual({
      kebab: 'wish-list-2',
      camel: 'wishList2',
      pascal: 'WishList2',
      title: 'Wish list 2',
    });
  });
});

describe('withoutPrefix', () => {
  it('takes a remote’s folder for its name', () => {
    expect(withoutPrefix('mfe-shop')).toBe('shop');
    expect(withoutPrefix('shop')).toBe('shop');
  });
});
