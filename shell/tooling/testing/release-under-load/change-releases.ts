import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '../../../../api/testing/faults/seeded-random';
import { prune, TAB_DAYS } from '../../../platform/release/prune';
import type { ChangeResult } from '../../../platform/release/registry/change-registry';
import { abortCanary, promoteRelease, rollbackApp } from '../../../platform/release/registry/changes';
import type { TestSite } from '../site/test-site';

/** How often each change was made, over all remotes. */
export type ChangeCounts = Readonly<Record<'canary' | 'abort' | 'promote' | 'rollback' | 'prune', number>>;

const author = { who: 'the bench', why: 'release under load' };

/**
 * Changes each remote in each round: its other release becomes a canary for some visitors and for more, is
 * aborted, promoted and rolled back; then the store is pruned. At random, the next change waits until visitors
 * get the new registry, comes before the pages are built, or follows a second site build alongside the one of
 * the site's own process.
 */
export async function changeReleases(
  site: TestSite,
  remotes: readonly string[],
  rounds: number,
  random: SeededRandom,
  log: (line: string) => void,
): Promise<ChangeCounts> {
  const counts = { canary: 0, abort: 0, promote: 0, rollback: 0, prune: 0 };

  async function count(kind: keyof ChangeCounts, change: Promise<ChangeResult>): Promise<void> {
    const { registry } = await change;
    counts[kind] += 1;
    if (random.happens(0.3)) await site.prerender();
    if (random.happens(0.5)) await site.waitUntilServed(registry.revision);
    await delay(200 + random.below(1_000));
  }

  for (let round = 1; round <= rounds; round += 1) {
    for (const app of remotes) {
      const options = { ...site.store, ...author, app };
      const version = site.versions[app]?.next ?? '';
      const promote = (percent: number) => promoteRelease({ ...options, version, percent, force: true });
      await count('canary', promote(random.pick([5, 20, 50])));
      await count('canary', promote(random.pick([60, 80, 95])));
      await count('abort', abortCanary(options));
      await count('promote', promote(100));
      await count('rollback', rollbackApp(options));
      await pruneOldRelease(site, app, `0.0.${round}`);
      counts.prune += 1;
    }
    log(`round ${round} of ${rounds}`);
  }
  return counts;
}

/** Adds a release with an old publication date to the store. @throws Error unless prune removes exactly that one. */
async function pruneOldRelease({ store }: TestSite, app: string, version: string): Promise<void> {
  const folder = path.join(store.storage.address, app, version);
  const file = path.join(folder, 'release.json');
  const published = new Date(Date.now() - (TAB_DAYS + 1) * 24 * 60 * 60 * 1_000);
  await mkdir(folder, { recursive: true });
  await writeFile(file, '{}');
  await utimes(file, published, published);
  const { removed } = await prune(store);
  const names = removed.map((one) => `${one.app}@${one.version}`).join();
  if (names !== `${app}@${version}`) throw new Error(`Pruned [${names}] instead of ${app}@${version}.`);
}
