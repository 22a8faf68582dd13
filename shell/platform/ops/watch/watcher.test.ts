import type { ReleaseTelemetry } from '@isa/api-contract';
import type { RegisteredRelease, Registry } from '../../formats/registry';
import type { HistoryEntry } from '../../formats/history';
import { startWatching } from './watch-releases';
import { createWatcher } from './watcher';

const release = (version: string): RegisteredRelease => ({
  version,
  entry: `shop/${version}/remote-entry.js`,
  globalName: `mf_shop_${version}`,
  integrity: 'sha384-x',
  scripts: [],
  routes: [],
  menu: [],
});

interface Step {
  readonly at: string;
  /** The shop's canary after this step. */
  readonly canary?: string;
  readonly percent?: number;
  /** The shares that follow, each for half an hour. */
  readonly next?: readonly number[];
  /** The canary of learning, in a set with that of the shop. */
  readonly learning?: string;
  /** Whether the shop's canary is its first release. */
  readonly isFirst?: boolean;
  /** The shop's live release after this step, which has replaced 1.3.0. */
  readonly promoted?: string;
  readonly rolledBack?: string;
}

function registryAfter(step: Step, revision: number): Registry {
  const { canary, percent = 5, next, learning, isFirst, promoted, rolledBack } = step;
  const live = promoted ?? rolledBack ?? '1.4.0';
  const share = {
    percent,
    ...(next && { rollout: { steps: next, minutes: 30 } }),
    ...(learning && { set: 'spring' }),
  };
  return {
    revision,
    shell: { live: '1.0.0' },
    remotes: [
      {
        name: 'shop',
        ...(!isFirst && { live: release(live) }),
        ...(live !== '1.4.0' && { previous: release('1.3.0') }),
        ...(canary && { canary: { ...share, release: release(canary) } }),
      },
      {
        name: 'learning',
        live: release('2.0.0'),
        ...(learning && { canary: { ...share, release: release(learning) } }),
      },
    ],
  };
}

/** @param steps oldest first. @returns newest first. */
function historyOf(steps: readonly Step[]): HistoryEntry[] {
  return steps
    .map((step, index) => ({
      revision: index + 1,
      at: step.at,
      who: 'team shop',
      changes: [
        ...(step.promoted
          ? [{ what: 'promote' as const, app: 'shop', version: step.promoted, instead: '1.3.0' }]
          : []),
        ...(step.rolledBack
          ? [{ what: 'rollback' as const, app: 'shop', version: step.rolledBack, instead: '1.9.0' }]
          : []),
      ],
      registry: { registry: registryAfter(step, index + 1), signature: '', key: '' },
    }))
    .reverse();
}

function telemetry(
  version: string,
  slot: 'live' | 'canary',
  views: number,
  failedViews: number,
  slow = 0,
): ReleaseTelemetry {
  return {
    remote: 'shop',
    version,
    slot,
    views,
    failedViews,
    errors: {
      fetch: 0,
      integrity: 0,
      evaluate: 0,
      load: 0,
      chunk: 0,
      render: failedViews,
      data: 0,
      uncaught: 0,
    },
    measuredViews: views,
    slowViews: slow,
    policyReports: 0,
  };
}

/** A watcher of a shop with the canary 1.5.0, and a record of its actions. */
function setUp(steps: readonly Step[] = [{ at: '2026-11-01T10:00:20Z', canary: '1.5.0' }]) {
  jest.useFakeTimers({ now: new Date('2026-11-01T10:05:00Z') });
  const state = {
    steps: [...steps],
    telemetry: [telemetry('1.5.0', 'canary', 80, 12), telemetry('1.4.0', 'live', 900, 3)],
    /** What a request for more than an hour gets. */
    earlier: undefined as ReleaseTelemetry[] | undefined,
    apiUnavailable: false,
    requested: [] as number[],
    historyRead: 0,
    aborted: [] as string[],
    rolledBack: [] as string[],
    advanced: [] as string[],
    cannotAdvance: '',
    logged: [] as string[],
  };
  const watcher = createWatcher({
    releases: {
      registry: async () => registryAfter(state.steps.at(-1) ?? { at: '' }, state.steps.length),
      history: async () => {
        state.historyRead += 1;
        return historyOf(state.steps);
      },
      abort: async (remote, version, why) => {
        state.aborted.push(`${remote}@${version}: ${why}`);
        state.steps.push({ at: new Date().toISOString() });
      },
      rollBack: async (app, version, why) => {
        state.rolledBack.push(`${app}@${version}: ${why}`);
        state.steps.push({ at: new Date().toISOString(), rolledBack: '1.3.0' });
      },
      advance: async (remote, version, percent, why) => {
        if (state.cannotAdvance) throw new Error(state.cannotAdvance);
        state.advanced.push(`${remote}@${version} from ${percent}%: ${why}`);
        const [next = 100, ...rest] = state.steps.at(-1)?.next ?? [];
        state.steps.push({
          at: new Date().toISOString(),
          ...(next < 100 && { canary: version, percent: next, next: rest }),
        });
      },
    },
    telemetry: async (minutes) => {
      state.requested.push(minutes);
      if (state.apiUnavailable) throw new Error('The API does not respond.');
      return minutes > 60 && state.earlier ? state.earlier : state.telemetry;
    },
    log: (line) => void state.logged.push(line),
  });
  return { state, watcher };
}

describe('the watcher', () => {
  afterEach(() => jest.useRealTimers());

  it('aborts a canary that fails far more often than the live version, and logs the reason', async () => {
    const { state, watcher } = setUp();
    await watcher.check();
    await watcher.check();
    const why = 'Error rate 12/80 against 3/900 of 1.4.0, p < 0.0001.';
    expect(state.aborted).toEqual([`shop@1.5.0: ${why}`]);
    expect(state.logged).toEqual([`The canary shop@1.5.0 was aborted: ${why}`]);
  });

  it('compares the canary with the live version only', async () => {
    const { state, watcher } = setUp();
    state.telemetry = [telemetry('1.5.0', 'canary', 80, 12), telemetry('1.4.0', 'live', 900, 130)];
    await watcher.check();
    state.telemetry = [telemetry('1.5.0', 'live', 80, 12), telemetry('1.3.0', 'live', 900, 3)];
    await watcher.check();
    expect(state.aborted).toEqual([]);
  });

  it('compares the first release of a remote with the live releases of the others', async () => {
    const { state, watcher } = setUp([{ at: '2026-11-01T10:00:20Z', canary: '1.5.0', isFirst: true }]);
    const live = (remote: string, failed: number) => ({ ...telemetry('2.0.0', 'live', 450, failed), remote });
    state.telemetry = [telemetry('1.5.0', 'canary', 80, 12), live('shell', 60), live('learning', 60)];
    await watcher.check();
    expect(state.aborted).toEqual([]);
    state.telemetry = [telemetry('1.5.0', 'canary', 120, 15), live('shell', 1), live('learning', 2)];
    await watcher.check();
    expect(state.aborted).toEqual([
      'shop@1.5.0: Error rate 15/120 against 3/900 of the other apps, p < 0.0001.',
    ]);
  });

  it('counts a failure whose view was lost', async () => {
    const { state, watcher } = setUp();
    state.telemetry = [telemetry('1.5.0', 'canary', 8, 12)];
    await watcher.check();
    expect(state.aborted).toHaveLength(1);
    expect(state.aborted[0]).toContain('12/12');
  });

  it('requests no telemetry without a canary, or for one of 0%', async () => {
    for (const steps of [
      [{ at: '2026-11-01T10:00:00Z' }],
      [{ at: '2026-11-01T10:00:00Z', canary: '1.5.0', percent: 0 }],
    ]) {
      const { state, watcher } = setUp(steps);
      await watcher.check();
      expect(state.requested).toEqual([]);
    }
  });

  it('judges a canary that staff had first only by what visitors report', async () => {
    const { state, watcher } = setUp([
      { at: '2026-11-01T09:10:00Z', canary: '1.5.0', percent: 0 },
      { at: '2026-11-01T10:03:20Z', canary: '1.5.0', percent: 5, next: [25, 100] },
    ]);
    state.telemetry = [telemetry('1.5.0', 'canary', 8, 0)];
    await watcher.check();
    // Minute 3 counts from its start, because staff have reported nothing in it.
    expect(state.requested).toEqual([3]);
    state.steps.push({ at: '2026-11-01T10:05:10Z', canary: '1.5.0', percent: 0 });
    state.requested = [];
    jest.advanceTimersByTime(60_000);
    state.telemetry = [telemetry('1.5.0', 'canary', 80, 60)];
    await watcher.check();
    expect([state.requested, state.aborted, state.advanced]).toEqual([[], [], []]);
  });

  it('uses the telemetry of the current hour, counted from the start of the canary', async () => {
    const { state, watcher } = setUp();
    state.telemetry = [];
    for (const now of ['10:00:59', '10:05:00', '10:59:00', '11:00:00', '12:30:00']) {
      jest.setSystemTime(new Date(`2026-11-01T${now}Z`));
      await watcher.check();
    }
    expect(state.requested).toEqual([1, 6, 60, 1, 31]);
  });

  it('starts its comparisons anew every hour', async () => {
    const { state, watcher } = setUp();
    state.telemetry = [telemetry('1.5.0', 'canary', 400, 4), telemetry('1.4.0', 'live', 900, 9)];
    await watcher.check();
    state.telemetry = [telemetry('1.5.0', 'canary', 60, 9), telemetry('1.4.0', 'live', 900, 9)];
    await watcher.check();
    expect(state.aborted).toEqual([]);
    jest.setSystemTime(new Date('2026-11-01T11:00:30Z'));
    await watcher.check();
    expect(state.aborted).toHaveLength(1);
  });

  it('counts from the start of the canary, even after other changes', async () => {
    const { state, watcher } = setUp([
      { at: '2026-11-01T09:00:00Z', canary: '1.5.0' },
      { at: '2026-11-01T09:10:00Z' },
      { at: '2026-11-01T10:01:00Z', canary: '1.5.0' },
      { at: '2026-11-01T10:03:00Z', canary: '1.5.0', percent: 50 },
    ]);
    state.telemetry = [];
    await watcher.check();
    expect(state.requested).toEqual([5]);
  });

  it('ignores the minute in which an earlier canary of the same version ended', async () => {
    const { state, watcher } = setUp([
      { at: '2026-11-01T10:00:00Z', canary: '1.5.0' },
      { at: '2026-11-01T10:04:10Z' },
      { at: '2026-11-01T10:04:40Z', canary: '1.5.0' },
    ]);
    jest.setSystemTime(new Date('2026-11-01T10:04:50Z'));
    await watcher.check();
    expect(state.requested).toEqual([]);
    jest.setSystemTime(new Date('2026-11-01T10:05:10Z'));
    await watcher.check();
    expect(state.requested).toEqual([1]);
  });

  it('counts from the first check when the author’s clock runs ahead', async () => {
    const { state, watcher } = setUp([{ at: '2026-11-01T13:00:00Z', canary: '1.5.0' }]);
    const { telemetry } = state;
    state.telemetry = [];
    await watcher.check();
    jest.setSystemTime(new Date('2026-11-01T10:08:00Z'));
    state.telemetry = telemetry;
    await watcher.check();
    expect(state.requested).toEqual([1, 4]);
    expect(state.aborted).toHaveLength(1);
  });

  it('reads the history once for each revision', async () => {
    const { state, watcher } = setUp([{ at: '2026-11-01T10:00:00Z' }]);
    state.telemetry = [];
    for (const canary of ['1.5.0', '1.6.0']) {
      await watcher.check();
      await watcher.check();
      state.steps.push({ at: '2026-11-01T10:04:00Z', canary });
    }
    expect(state.historyRead).toBe(2);
  });

  it('does nothing while the API is unavailable, and logs its loss and its return once', async () => {
    const { state, watcher } = setUp();
    state.apiUnavailable = true;
    await watcher.check();
    await watcher.check();
    expect(state.aborted).toEqual([]);
    expect(state.logged).toEqual(['Releases are not watched: The API does not respond.']);
    state.apiUnavailable = false;
    await watcher.check();
    expect(state.aborted).toHaveLength(1);
    expect(state.logged.at(-1)).toBe('Releases are watched again.');
  });

  it('aborts a canary although the one before it could not be aborted', async () => {
    const bad = (remote: string) => [
      { ...telemetry('1.5.0', 'canary', 80, 12), remote },
      { ...telemetry('1.4.0', 'live', 900, 3), remote },
    ];
    const remotes = ['learning', 'shop'].map((name) => ({
      name,
      live: release('1.4.0'),
      canary: { percent: 5, release: release('1.5.0') },
    }));
    const registry: Registry = { revision: 1, shell: { live: '1.0.0' }, remotes };
    const aborted: string[] = [];
    const logged: string[] = [];
    const watcher = createWatcher({
      releases: {
        registry: async () => registry,
        history: async () => [
          {
            ...{ revision: 1, at: '2026-11-01T10:00:00Z', who: 'ada', changes: [] },
            registry: { registry, signature: '', key: '' },
          },
        ],
        async abort(remote) {
          if (remote === 'learning') throw new Error('The store is read-only.');
          aborted.push(remote);
        },
        rollBack: async () => undefined,
        advance: async () => undefined,
      },
      telemetry: async () => [...bad('learning'), ...bad('shop')],
      log: (line) => void logged.push(line),
    });
    await watcher.check();
    expect(aborted).toEqual(['shop']);
    expect(logged).toContain('Releases are not watched: The store is read-only.');
  });

  describe('a live release', () => {
    const promoted = [{ at: '2026-11-01T10:00:20Z', promoted: '1.4.1' }];
    const shop = (version: string, views: number, failed: number) =>
      telemetry(version, 'live', views, failed);
    const others = (views: number, failed: number) => ({
      ...shop('2.0.0', views, failed),
      remote: 'learning',
    });
    const failing = [shop('1.4.1', 80, 12), others(40, 0)];
    const before = [shop('1.4.1', 80, 12), shop('1.3.0', 900, 3), others(440, 2)];

    it('is rolled back when it fails far more often than its predecessor, and not again', async () => {
      const { state, watcher } = setUp(promoted);
      Object.assign(state, { telemetry: failing, earlier: before });
      await watcher.check();
      // The one that is live now had the failures of nobody, and may fail as well.
      state.telemetry = [shop('1.3.0', 80, 40)];
      await watcher.check();
      const why = 'Error rate 12/80 against 3/900 of 1.3.0, p < 0.0001.';
      expect(state.rolledBack).toEqual([`shop@1.4.1: ${why}`]);
      expect(state.logged).toEqual([`shop@1.4.1 was rolled back to 1.3.0: ${why}`]);
    });

    it('is compared with the hour before it, and within the current hour', async () => {
      const { state, watcher } = setUp(promoted);
      Object.assign(state, { telemetry: [shop('1.4.1', 80, 1)], earlier: before });
      jest.setSystemTime(new Date('2026-11-01T12:30:00Z'));
      await watcher.check();
      expect(state.requested).toEqual([31, 211]);
      expect(state.rolledBack).toEqual([]);
    });

    it('stays while the other apps fail more often than before as well, and logs that once', async () => {
      const { state, watcher } = setUp(promoted);
      Object.assign(state, { telemetry: [shop('1.4.1', 80, 12), others(40, 9)], earlier: [...before] });
      state.earlier = [shop('1.4.1', 80, 12), shop('1.3.0', 900, 3), others(440, 11)];
      await watcher.check();
      await watcher.check();
      expect(state.rolledBack).toEqual([]);
      expect(state.logged).toEqual([
        expect.stringMatching(
          /^shop@1\.4\.1 is not rolled back, because other apps fail, too: Error rate 12\/80/,
        ),
      ]);
    });

    it.each([
      ['without views of its predecessor', promoted, [shop('1.4.1', 80, 12), shop('1.3.0', 9, 0)]],
      ['that fails as often as its predecessor', promoted, [shop('1.4.1', 80, 12), shop('1.3.0', 90, 12)]],
      ['that came back by a roll-back', [{ at: '2026-11-01T10:00:20Z', rolledBack: '1.4.1' }], before],
      ['after its first day', [{ at: '2026-10-31T10:00:20Z', promoted: '1.4.1' }], before],
    ])('stays %s', async (_case, steps, earlier) => {
      const { state, watcher } = setUp(steps);
      Object.assign(state, { telemetry: failing, earlier });
      await watcher.check();
      expect([state.rolledBack, state.logged]).toEqual([[], []]);
    });
  });

  describe('a rollout', () => {
    const rollout = [{ at: '2026-11-01T10:00:00Z', canary: '1.5.0', next: [25, 100] }];
    const healthy = [telemetry('1.5.0', 'canary', 80, 1), telemetry('1.4.0', 'live', 900, 9)];

    it('takes its next step after each period, even with a watcher that was started since', async () => {
      const { state, watcher } = setUp(rollout);
      state.telemetry = healthy;
      for (const [time, steps] of [
        ['10:29:59', 0],
        ['10:30:00', 1],
        ['10:59:59', 1],
      ] as const) {
        jest.setSystemTime(new Date(`2026-11-01T${time}Z`));
        await watcher.check();
        expect([time, state.advanced.length]).toEqual([time, steps]);
      }
      const later = setUp(state.steps);
      later.state.telemetry = healthy;
      jest.setSystemTime(new Date('2026-11-01T11:00:00Z'));
      await later.watcher.check();
      expect([...state.advanced, ...later.state.advanced]).toEqual([
        'shop@1.5.0 from 5%: 30 minutes at 5% without objections.',
        'shop@1.5.0 from 25%: 30 minutes at 25% without objections.',
      ]);
      expect(later.state.logged).toEqual(['shop@1.5.0 had 25% of visitors and goes to 100%.']);
    });

    it('takes no step when the canary is worse, or its figures are unavailable', async () => {
      const { state, watcher } = setUp(rollout);
      jest.setSystemTime(new Date('2026-11-01T10:40:00Z'));
      state.apiUnavailable = true;
      await watcher.check();
      state.apiUnavailable = false;
      await watcher.check();
      expect([state.advanced, state.aborted.length]).toEqual([[], 1]);
    });

    it('takes its next step for a set once, when each of its canaries may', async () => {
      const { state, watcher } = setUp([
        { at: '2026-11-01T10:00:00Z', canary: '1.5.0', learning: '2.1.0', next: [25, 100] },
      ]);
      const learning = (views: number) => ({ ...telemetry('2.1.0', 'canary', views, 0), remote: 'learning' });
      jest.setSystemTime(new Date('2026-11-01T10:40:00Z'));
      state.telemetry = [...healthy, learning(3)];
      await watcher.check();
      expect(state.advanced).toEqual([]);
      state.telemetry = [...healthy, learning(40)];
      await watcher.check();
      expect(state.advanced).toEqual(['shop@1.5.0 from 5%: 30 minutes at 5% without objections.']);
    });

    it('takes its next step only with views, and as soon as it is allowed', async () => {
      const { state, watcher } = setUp(rollout);
      jest.setSystemTime(new Date('2026-11-01T10:40:00Z'));
      state.telemetry = [telemetry('1.5.0', 'canary', 9, 0)];
      await watcher.check();
      await watcher.check();
      state.telemetry = healthy;
      state.cannotAdvance = 'another app has gone live';
      await watcher.check();
      expect(state.advanced).toEqual([]);
      expect(state.logged).toEqual([
        'shop@1.5.0 stays at 5%: 9 views of it are too few to judge it.',
        'shop@1.5.0 stays at 5%: another app has gone live',
      ]);
      state.cannotAdvance = '';
      await watcher.check();
      expect(state.advanced).toHaveLength(1);
    });
  });

  it('checks one at a time until it is stopped', async () => {
    jest.useFakeTimers();
    let checks = 0;
    let running = 0;
    let most = 0;
    const stop = startWatching(
      {
        async check() {
          most = Math.max(most, (running += 1));
          await new Promise((done) => setTimeout(done, 50));
          running -= 1;
          checks += 1;
        },
      },
      10,
    );
    while (checks < 3) await jest.advanceTimersByTimeAsync(10);
    await stop();
    await jest.advanceTimersByTimeAsync(1_000);
    expect([checks, most]).toEqual([3, 1]);
  });
});
