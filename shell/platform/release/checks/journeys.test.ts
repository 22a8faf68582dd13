import type { RegisteredRelease, Registry } from '../../formats/registry';
import { roundsFor } from './journeys';

const release = (version: string): RegisteredRelease => ({
  version,
  entry: '',
  globalName: '',
  integrity: '',
  scripts: [],
  routes: [],
  menu: [],
});

const registry: Registry = {
  revision: 7,
  shell: { live: '2.0.0', previous: '1.0.0' },
  remotes: [
    { name: 'learning', live: release('1.4.0') },
    { name: 'shop', live: release('1.5.0'), previous: release('1.4.9') },
  ],
};

describe('roundsFor', () => {
  it('combines the candidate with the live and then with the previous versions of the other apps', () => {
    expect(roundsFor(registry, 'learning', '1.5.0')).toEqual([
      { shell: '2.0.0', learning: '1.5.0', shop: '1.5.0' },
      { shell: '1.0.0', learning: '1.5.0', shop: '1.4.9' },
    ]);
  });

  it('never uses the candidate’s own previous version', () => {
    for (const round of roundsFor(registry, 'shop', '1.6.0')) expect(round.shop).toBe('1.6.0');
    for (const round of roundsFor(registry, 'shell', '2.1.0')) expect(round.shell).toBe('2.1.0');
  });

  it('returns one round when no other app has a previous version', () => {
    const alone: Registry = { ...registry, shell: { live: '2.0.0' } };
    expect(roundsFor(alone, 'shop', '1.6.0')).toEqual([{ shell: '2.0.0', learning: '1.4.0', shop: '1.6.0' }]);
  });

  it('includes an app that was never live', () => {
    expect(roundsFor(registry, 'events', '1.0.0')[0]).toMatchObject({ events: '1.0.0', shop: '1.5.0' });
  });
});
