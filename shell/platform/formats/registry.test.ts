import { pageWith, registered, release } from '../../src/testing/releases';
import { isLoopback, liveReleases } from './registry';

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

describe('liveReleases', () => {
  it('returns the live releases with entries below the address of the store', () => {
    const page = pageWith(1, { name: 'shop', live: registered('shop', '1.2.3') });
    expect(liveReleases(page)).toEqual([release('shop', '1.2.3')]);
  });
});
