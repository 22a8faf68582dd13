import type { RegisteredRelease, Registry } from '../../formats/registry';
import { resultOf, roundsFor } from './journeys';

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
    expect(roundsFor(registry, [{ app: 'learning', version: '1.5.0' }])).toEqual([
      { shell: '2.0.0', learning: '1.5.0', shop: '1.5.0' },
      { shell: '1.0.0', learning: '1.5.0', shop: '1.4.9' },
    ]);
  });

  it('never uses the candidate’s own previous version', () => {
    for (const round of roundsFor(registry, [{ app: 'shop', version: '1.6.0' }]))
      expect(round.shop).toBe('1.6.0');
    for (const round of roundsFor(registry, [{ app: 'shell', version: '2.1.0' }]))
      expect(round.shell).toBe('2.1.0');
  });

  it('returns one round when no other app has a previous version', () => {
    const alone: Registry = { ...registry, shell: { live: '2.0.0' } };
    expect(roundsFor(alone, [{ app: 'shop', version: '1.6.0' }])).toEqual([
      { shell: '2.0.0', learning: '1.4.0', shop: '1.6.0' },
    ]);
  });

  it('includes an app that was never live', () => {
    expect(roundsFor(registry, [{ app: 'events', version: '1.0.0' }])[0]).toMatchObject({
      events: '1.0.0',
      shop: '1.5.0',
    });
  });

  it('keeps the releases of a set together in every round', () => {
    const set = [
      { app: 'learning', version: '1.5.0' },
      { app: 'shop', version: '1.6.0' },
    ];
    expect(roundsFor(registry, set)).toEqual([
      { shell: '2.0.0', learning: '1.5.0', shop: '1.6.0' },
      { shell: '1.0.0', learning: '1.5.0', shop: '1.6.0' },
    ]);
  });
});

describe('the result of the journeys', () => {
  it('is a failure with the titles of the journeys that failed', () => {
    const rounds = [
      { passed: 3, failed: ['a visitor buys a book'] },
      { passed: 0, failed: [], notStarted: 'the browser did not start' },
    ];
    expect(resultOf(rounds).problems).toEqual(['a visitor buys a book']);
  });

  it('is neither a failure of the release nor a pass when the site or the browser does not start', () => {
    const rounds = [
      { passed: 3, failed: [] },
      { passed: 0, failed: [], notStarted: 'no space is left' },
    ];
    expect(resultOf(rounds)).toMatchObject({ problems: [], notRun: 'no space is left' });
  });

  it('is neither when there is no journey', () => {
    expect(resultOf([{ passed: 0, failed: [] }])).toMatchObject({
      problems: [],
      notRun: 'no journey was run',
    });
  });

  it('is a pass when journeys passed and none failed', () => {
    expect(resultOf([{ passed: 3, failed: [] }])).not.toHaveProperty('notRun');
  });
});
