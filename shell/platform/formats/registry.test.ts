import { pageWith, registered, release } from '../../src/testing/releases';
import { isLoopback, isScriptOf, liveReleases } from './registry';

describe('isLoopback', () => {
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

describe('isScriptOf', () => {
  const folder = 'https://cdn.test/shop/files/';
  const shop = {
    ...release('shop', '1.2.3'),
    ...{ entry: `${folder}remote-entry.ab.js`, hashes: { '12.ab.js': 'sha384-x' } },
  };

  it.each([
    [`${folder}remote-entry.ab.js`, true],
    [`${folder}remote-entry.ab.js?attempt=2`, true],
    [`${folder}12.ab.js`, true],
    // Other releases share the folder, and not all of their scripts.
    [`${folder}12.cd.js`, false],
    [`${folder}toString`, false],
    ['https://cdn.test/learning/files/12.ab.js', false],
  ])('%s: %s', (address, expected) => {
    expect(isScriptOf(shop, address)).toBe(expected);
  });

  it('finds all scripts of the folder of a release that was promoted without hashes', () => {
    expect(isScriptOf(release('shop', '1.2.3'), 'https://cdn.test/shop/1.2.3/12.ab.js')).toBe(true);
  });
});

describe('liveReleases', () => {
  it('returns the live releases with entries below the address of the store', () => {
    const page = pageWith(1, { name: 'shop', live: registered('shop', '1.2.3') });
    expect(liveReleases(page)).toEqual([release('shop', '1.2.3')]);
  });
});
