import { release } from '../testing/releases';
import { hashOf, IMPOSSIBLE_HASH } from './federation';

const shop = release('shop', '1.2.3');

describe('integrity', () => {
  it('uses the hash of the registry', () => {
    expect(hashOf(shop)).toBe(shop.integrity);
  });

  it.each(['', 'undefined', 'sha384-', 'md5-abc', 'sha384 abc'])('fails closed on "%s"', (integrity) => {
    expect(hashOf({ ...shop, integrity })).toBe(IMPOSSIBLE_HASH);
  });

  it('is waived for development servers on this machine, and only for these', () => {
    const unverified = { ...shop, integrity: '', unverified: true };
    expect(hashOf({ ...unverified, entry: 'http://localhost:3011/remote-entry.js' })).toBeUndefined();
    expect(hashOf(unverified)).toBe(IMPOSSIBLE_HASH);
  });
});
