import { expect, test } from '@playwright/test';
import { releaseUnderLoad } from '../testing/release-under-load/run';
import { findChromium } from '../tools/programs';
import { ports } from './support/site';

/** The long run is `npm run bench -- release-under-load`. */
test(
  'visitors see no failure while releases are shown as canaries, aborted, promoted, rolled back and pruned',
  { tag: '@nightly' },
  async () => {
    test.setTimeout(420_000);
    const found = findChromium(() => undefined);
    const { counts, changes, siteErrors } = await releaseUnderLoad({
      port: ports.site + 30,
      seed: 20_261_121,
      httpVisitors: 6,
      tabs: 2,
      rounds: 1,
      chromium: 'path' in found ? found.path : '',
      log: () => undefined,
    });

    expect(counts.examples).toEqual([]);
    expect(siteErrors).toEqual([]);
    expect(changes).toEqual({ canary: 6, abort: 3, promote: 3, rollback: 3, prune: 3 });
    for (const count of [counts.pageViews, counts.filesVerified, counts.apiCalls, counts.basketsChecked]) {
      expect(count).toBeGreaterThan(0);
    }
  },
);
