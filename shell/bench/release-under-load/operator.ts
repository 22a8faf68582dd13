import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OwnSite } from '../../e2e/support/own-site';
import { prune, TAB_DAYS } from '../../release/prune';
import { abortCanary, type Changed, promoteRelease, rollbackRemote } from '../../release/registry/changes';
import type { Chance } from './chance';

/** How often each thing was done, over all remotes. */
export type Moves = Readonly<Record<'canary' | 'abort' | 'promote' | 'rollback' | 'prune', number>>;

const why = 'release under load';

/**
 * Shows each remote's other release to some, to more and to nobody, makes it live for everybody, takes it back and
 * tidies up the store, as often as is asked. Sometimes waits until visitors have it, sometimes is
 * faster than the pages are composed, and sometimes composes them by hand beside the site's own process.
 */
export async function moveReleases(
  site: OwnSite,
  remotes: readonly string[],
  rounds: number,
  chance: Chance,
  tell: (line: string) => void,
): Promise<Moves> {
  const moves = { canary: 0, abort: 0, promote: 0, rollback: 0, prune: 0 };

  async function move(kind: keyof Moves, change: Promise<Changed>): Promise<void> {
    const { registry } = await change;
    moves[kind] += 1;
    if (chance.next() < 0.3) await site.compose();
    if (chance.next() < 0.5) await site.untilServed(registry.revision);
    await new Promise((resolve) => setTimeout(resolve, 200 + chance.below(1_000)));
  }

  const promotion = { who: 'the bench', why, force: true, ...site.place };
  for (let round = 1; round <= rounds; round += 1) {
    for (const part of remotes) {
      const version = site.versions[part]?.next ?? '';
      const show = (percent: number) => promoteRelease({ ...promotion, part, version, percent });
      await move('canary', show(chance.pick([5, 20, 50])));
      await move('canary', show(chance.pick([60, 80, 95])));
      await move('abort', abortCanary({ ...site.place, part, who: 'the bench', why }));
      await move('promote', show(100));
      await move('rollback', rollbackRemote({ ...site.place, part, who: 'the bench', why }));
      moves.prune += await pruneOldRelease(site, part, `0.0.${round}`);
    }
    tell(`round ${round} of ${rounds}`);
  }
  return moves;
}

/** Leaves a release in the store that was published long ago, and lets prune find it: that one and no other. */
async function pruneOldRelease({ place }: OwnSite, part: string, version: string): Promise<number> {
  const folder = path.join(place.storage.address, part, version);
  const file = path.join(folder, 'release.json');
  const longAgo = new Date(Date.now() - (TAB_DAYS + 1) * 24 * 60 * 60 * 1_000);
  await mkdir(folder, { recursive: true });
  await writeFile(file, '{}');
  await utimes(file, longAgo, longAgo);
  const { removed } = await prune(place);
  const names = removed.map((one) => `${one.part}@${one.version}`);
  if (names.join() === `${part}@${version}`) return 1;
  throw new Error(`Pruned was [${names.join(', ')}], and should have been ${part}@${version}.`);
}
