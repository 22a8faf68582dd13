import { audienceOf, type RegistryChange } from './history';
import type { Registry } from './registry';
import { registered } from '../../src/testing/releases';

const registryWith = (percent?: number): Registry => ({
  revision: 1,
  shell: { live: '1.0.0' },
  remotes: [
    {
      name: 'shop',
      live: registered('shop', '1.0.0'),
      ...(percent !== undefined && { canary: { percent, release: registered('shop', '1.1.0') } }),
    },
  ],
});
const canary = (percent: number): RegistryChange => ({
  what: 'canary',
  app: 'shop',
  version: '1.1.0',
  percent,
});
const abort: RegistryChange = { what: 'abort', app: 'shop', version: '1.0.0', instead: '1.1.0' };

describe('audienceOf', () => {
  it.each([
    ['a new canary for staff', [canary(0)], undefined, 'staff'],
    ['the end of a canary for staff', [abort], 0, 'staff'],
    ['a canary that visitors get next', [canary(10)], 0, 'visitors'],
    ['a canary that is taken back from visitors', [canary(0)], 10, 'visitors'],
    ['the end of a canary of visitors', [abort], 10, 'visitors'],
    ['a change of nothing', [], 0, 'visitors'],
  ])('compares the shares before and after: %s', (_, changes, before, audience) => {
    expect(audienceOf(changes, registryWith(before))).toBe(audience);
  });
});
