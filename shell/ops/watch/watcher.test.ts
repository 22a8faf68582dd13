import type { ReleaseTelemetry } from '@isa/api-contract';
import type { RegisteredRelease, Registry } from '../../formats/registry';
import type { HistoryEntry } from '../../store/registry-log';
import { createWatcher, keepWatching } from './watcher';

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
  /** The canary of the shop after this step. */
  readonly canary?: string;
  readonly percent?: number;
}

function registryAfter({ canary, percent = 5 }: Step, revision: number): Registry {
  return {
    revision,
    shell: { live: '1.0.0' },
    remotes: [
      {
        name: 'shop',
        live: release('1.4.0'),
        ...(canary && { canary: { percent, release: release(canary) } }),
      },
      { name: 'learning', live: release('2.0.0') },
    ],
  };
}

/** A history, newest first, of these steps, oldest first. */
function historyOf(steps: readonly Step[]): HistoryEntry[] {
  return steps
    .map((step, index) => ({
      revision: index + 1,
      at: step.at,
      who: 'team shop',
      changes: [],
      registry: { registry: registryAfter(step, index + 1), signature: '', key: '' },
    }))
    .reverse();
}

function seen(
  version: string,
  slot: 'live' | 'canary',
  views: number,
  failedViews: number,
  slow = 0,
): ReleaseTelemetry {
  const none = { count: 0, p75: null };
  return {
    remote: 'shop',
    version,
    slot,
    views,
    failedViews,
    errors: { fetch: 0, integrity: 0, evaluate: 0, load: 0, chunk: 0, render: failedViews, uncaught: 0 },
    load: none,
    LCP: none,
    INP: { count: views, p75: 40, slow },
    CLS: none,
    FCP: none,
    TTFB: none,
  };
}

/** A shop whose canary is 1.5.0, a watcher of it, and everything that it did. */
function scene(steps: readonly Step[] = [{ at: '2026-11-01T10:00:20Z', canary: '1.5.0' }]) {
  const state = {
    steps: [...steps],
    now: new Date('2026-11-01T10:05:00Z'),
    telemetry: [seen('1.5.0', 'canary', 80, 12), seen('1.4.0', 'live', 900, 3)],
    apiIsAway: false,
    asked: [] as number[],
    historyRead: 0,
    aborted: [] as string[],
    told: [] as string[],
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
        state.steps.push({ at: state.now.toISOString() });
      },
    },
    telemetry: async (minutes) => {
      state.asked.push(minutes);
      if (state.apiIsAway) throw new Error('The API does not answer.');
      return state.telemetry;
    },
    tell: (line) => void state.told.push(line),
    now: () => state.now,
  });
  return { state, watcher };
}

describe('the watcher', () => {
  it('aborts a canary that fails far more often than the live version, and says why', async () => {
    const { state, watcher } = scene();
    await watcher.look();
    await watcher.look();
    const why = 'Error rate 12/80 against 3/900 of 1.4.0, p < 0.0001.';
    expect(state.aborted).toEqual([`shop@1.5.0: ${why}`]);
    expect(state.told).toEqual([`The canary shop@1.5.0 was aborted: ${why}`]);
  });

  it('compares with what is live, and with nothing else', async () => {
    const { state, watcher } = scene();
    state.telemetry = [seen('1.5.0', 'canary', 80, 12), seen('1.4.0', 'live', 900, 130)];
    await watcher.look();
    state.telemetry = [seen('1.5.0', 'live', 80, 12), seen('1.3.0', 'live', 900, 3)];
    await watcher.look();
    expect(state.aborted).toEqual([]);
  });

  it('counts a failure whose view was lost on its way', async () => {
    const { state, watcher } = scene();
    state.telemetry = [seen('1.5.0', 'canary', 8, 12)];
    await watcher.look();
    expect(state.aborted).toHaveLength(1);
    expect(state.aborted[0]).toContain('12/12');
  });

  it('asks nothing while there is no canary, or nobody gets it', async () => {
    for (const steps of [
      [{ at: '2026-11-01T10:00:00Z' }],
      [{ at: '2026-11-01T10:00:00Z', canary: '1.5.0', percent: 0 }],
    ]) {
      const { state, watcher } = scene(steps);
      await watcher.look();
      expect(state.asked).toEqual([]);
    }
  });

  it('judges the current hour of a canary, counted from its first minute on', async () => {
    const { state, watcher } = scene();
    state.telemetry = [];
    for (const now of ['10:00:59', '10:05:00', '10:59:00', '11:00:00', '12:30:00']) {
      state.now = new Date(`2026-11-01T${now}Z`);
      await watcher.look();
    }
    expect(state.asked).toEqual([1, 6, 60, 1, 31]);
  });

  it('starts its looks afresh with every hour', async () => {
    const { state, watcher } = scene();
    state.telemetry = [seen('1.5.0', 'canary', 400, 4), seen('1.4.0', 'live', 900, 9)];
    await watcher.look();
    state.telemetry = [seen('1.5.0', 'canary', 60, 9), seen('1.4.0', 'live', 900, 9)];
    await watcher.look();
    expect(state.aborted).toEqual([]);
    state.now = new Date('2026-11-01T11:00:30Z');
    await watcher.look();
    expect(state.aborted).toHaveLength(1);
  });

  it('counts from the first step of a canary on, whatever else was changed since', async () => {
    const { state, watcher } = scene([
      { at: '2026-11-01T09:00:00Z', canary: '1.5.0' },
      { at: '2026-11-01T09:10:00Z' },
      { at: '2026-11-01T10:01:00Z', canary: '1.5.0' },
      { at: '2026-11-01T10:03:00Z', canary: '1.5.0', percent: 50 },
    ]);
    state.telemetry = [];
    await watcher.look();
    expect(state.asked).toEqual([5]);
  });

  it('does not hold the reports of a minute against a canary that began again within it', async () => {
    const { state, watcher } = scene([
      { at: '2026-11-01T10:00:00Z', canary: '1.5.0' },
      { at: '2026-11-01T10:04:10Z' },
      { at: '2026-11-01T10:04:40Z', canary: '1.5.0' },
    ]);
    state.now = new Date('2026-11-01T10:04:50Z');
    await watcher.look();
    expect(state.asked).toEqual([]);
    state.now = new Date('2026-11-01T10:05:10Z');
    await watcher.look();
    expect(state.asked).toEqual([1]);
  });

  it('watches a canary from when it sees it, where the clock of whoever promoted it runs ahead', async () => {
    const { state, watcher } = scene([{ at: '2026-11-01T13:00:00Z', canary: '1.5.0' }]);
    const { telemetry } = state;
    state.telemetry = [];
    await watcher.look();
    state.now = new Date('2026-11-01T10:08:00Z');
    state.telemetry = telemetry;
    await watcher.look();
    expect(state.asked).toEqual([1, 4]);
    expect(state.aborted).toHaveLength(1);
  });

  it('reads the history only when the registry has moved', async () => {
    const { state, watcher } = scene();
    state.telemetry = [];
    await watcher.look();
    await watcher.look();
    expect(state.historyRead).toBe(1);
    state.steps.push({ at: '2026-11-01T10:04:00Z', canary: '1.6.0' });
    await watcher.look();
    expect(state.historyRead).toBe(2);
  });

  it('does nothing while the API is away, says so once, and says when it is back', async () => {
    const { state, watcher } = scene();
    state.apiIsAway = true;
    await watcher.look();
    await watcher.look();
    expect(state.aborted).toEqual([]);
    expect(state.told).toEqual(['Canaries are not watched: The API does not answer.']);
    state.apiIsAway = false;
    await watcher.look();
    expect(state.aborted).toHaveLength(1);
    expect(state.told.at(-1)).toBe('Canaries are watched again.');
  });

  it('keeps looking, one look at a time, until it is stopped', async () => {
    let looks = 0;
    let atOnce = 0;
    let most = 0;
    const three = new Promise<void>((resolve) => {
      const stop = keepWatching(
        {
          async look() {
            most = Math.max(most, (atOnce += 1));
            await new Promise((done) => setTimeout(done, 5));
            atOnce -= 1;
            looks += 1;
            if (looks === 3) void stop().then(resolve);
          },
        },
        1,
      );
    });
    await three;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([looks, most]).toEqual([3, 1]);
  });
});
