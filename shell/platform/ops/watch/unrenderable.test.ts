import type { Fallback } from '../../formats/site-build';
import { createUnrenderableWatcher } from './unrenderable';

const broken: Fallback = {
  app: 'shell',
  version: '1.5.0',
  used: '1.4.0',
  reason: 'Rendering shell@1.5.0 failed.',
};

function setUp(live = '1.5.0') {
  const state = {
    live,
    fallbacks: [broken],
    rolledBack: [] as string[],
    logged: [] as string[],
    failure: '',
  };
  const watcher = createUnrenderableWatcher({
    releases: {
      registry: async () => ({ revision: 2, shell: { live: state.live }, remotes: [] }),
      async rollBack(...change) {
        if (state.failure) throw new Error(state.failure);
        state.rolledBack.push(change.join(' '));
        state.live = '1.4.0';
      },
    },
    readServed: async () => ({ revision: 2, versions: { shell: '1.4.0' }, fallbacks: state.fallbacks }),
    log: (line) => void state.logged.push(line),
  });
  return { state, watcher };
}

test('a live release that cannot be rendered is rolled back once, with the reason', async () => {
  const { state, watcher } = setUp();
  await watcher.check();
  // The site is not built again yet.
  await watcher.check();
  expect(state.rolledBack).toEqual(['shell 1.5.0 It cannot be rendered: Rendering shell@1.5.0 failed.']);
  expect(state.logged).toEqual([
    'shell@1.5.0 was rolled back. shell@1.5.0 cannot be rendered, and visitors keep shell@1.4.0: Rendering shell@1.5.0 failed.',
  ]);
});

test('a report about a release that is no longer live changes nothing', async () => {
  const { state, watcher } = setUp('1.6.0');
  await watcher.check();
  expect([state.rolledBack, state.logged]).toEqual([[], []]);
});

test('a release that cannot be rolled back is logged once', async () => {
  const { state, watcher } = setUp();
  state.failure = 'shell cannot be rolled back: it has no previous release.';
  await watcher.check();
  await watcher.check();
  expect(state.logged).toEqual([`A release that cannot be rendered stays live: ${state.failure}`]);
});

test('a release that cannot be rolled back stops no other one', async () => {
  const rolledBack: string[] = [];
  const logged: string[] = [];
  const release = {
    version: '1.5.0',
    entry: '',
    globalName: '',
    integrity: '',
    scripts: [],
    routes: [],
    menu: [],
  };
  const watcher = createUnrenderableWatcher({
    releases: {
      registry: async () => ({
        revision: 2,
        shell: { live: '1.5.0' },
        remotes: [{ name: 'shop', live: release }],
      }),
      async rollBack(app) {
        if (app === 'shell') throw new Error('shell has no previous release.');
        rolledBack.push(app);
      },
    },
    readServed: async () => ({ revision: 2, versions: {}, fallbacks: [broken, { ...broken, app: 'shop' }] }),
    log: (line) => void logged.push(line),
  });
  await watcher.check();
  expect(rolledBack).toEqual(['shop']);
  expect(logged).toContain('A release that cannot be rendered stays live: shell has no previous release.');
});
