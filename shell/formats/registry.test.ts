import { pageWith, registered, release } from '../src/testing/releases';
import { IMPOSSIBLE_HASH, hashOf } from '../src/remotes/federation';
import { isLoopback, liveReleases } from './registry';

const shop = release('shop', '1.2.3');

describe('integrity', () => {
  it('takes the hash of the registry', () => {
    expect(hashOf(shop)).toBe(shop.integrity);
  });

  it.each(['', 'undefined', 'sha384-', 'md5-abc', 'sha384 abc'])('fails closed on "%s"', (integrity) => {
    expect(hashOf({ ...shop, integrity })).toBe(IMPOSSIBLE_HASH);
  });

  it('is waived for development servers on this machine, and for nobody else', () => {
    const unverified = { ...shop, integrity: '', unverified: true };
    expect(hashOf({ ...unverified, entry: 'http://localhost:3011/remote-entry.js' })).toBeUndefined();
    expect(hashOf(unverified)).toBe(IMPOSSIBLE_HASH);
  });

  it.each([
    ['http://localhost:3011/', true],
    ['http://127.0.0.1:1/', true],
    ['http://[::1]:1/', true],
    ['http://localhost.evil.test/', false],
    ['http://127.evil.test/', false],
    ['http://10.0.0.1/', false],
    ['//localhost', false],
    ['garbage', false],
  ])('%s is loopback: %s', (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});

describe('a registry', () => {
  it('leads to the live releases, below the address of the store', () => {
    const page = pageWith(1, { name: 'shop', live: registered('shop', '1.2.3') });
    expect(liveReleases(page)).toEqual([shop]);
  });
});
