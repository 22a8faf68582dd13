import { expect, test } from '@playwright/test';
import { releaseUnderLoad } from '../testing/release-under-load/run';
import { findChromium } from '../../packages/node/programs';
import { ports } from './support/site';

const number = (variable: string, fallback: number) => Number(process.env[variable] ?? fallback);
/** How often each remote goes through every change. */
const rounds = number('ROUNDS', 1);

/** A long run is `TEST_ALL=1 ROUNDS=10 VISITORS=47 TABS=3` with the command for one journey. */
test(
  'visitors see no failure while releases are shown as canaries, aborted, promoted, rolled back and pruned',
  { tag: '@all' },
  async () => {
    test.setTimeout(1_200_000 * rounds);
    const found = findChromium(() => undefined);
    const { counts, changes, siteErrors } = await releaseUnderLoad({
      port: ports.site + 30,
      seed: number('SEED', 20_261_121),
      httpVisitors: number('VISITORS', 6),
      tabs: number('TABS', 2),
      rounds,
      chromium: 'path' in found ? found.path : '',
      log: () => undefined,
    });

    expect(counts.examples).toEqual([]);
    expect(siteErrors).toEqual([]);
    expect(changes).toEqual({
      canary: 6 * rounds,
      abort: 3 * rounds,
      promote: 3 * rounds,
      rollback: 3 * rounds,
      prune: 3 * rounds,
    });
    for (const count of [counts.pageViews, counts.filesVerified, counts.apiCalls, counts.basketsChecked]) {
      expect(count).toBeGreaterThan(0);
    }
  },
);
