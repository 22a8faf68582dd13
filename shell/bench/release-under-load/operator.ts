import type { OwnSite } from '../../e2e/support/own-site';
import { abortCanary, type Changed, promoteRelease, rollbackRemote } from '../../release/registry/changes';
import type { Chance } from './chance';

/** How often each thing was done, over all remotes. */
export type Moves = Readonly<Record<'canary' | 'abort' | 'promote' | 'rollback', number>>;

const why = 'release under load';

/**
 * Shows each remote's other release to some, to more and to nobody, makes it live for everybody and takes it back,
 * as often as is asked. Sometimes waits until visitors have it, sometimes is faster than the pages are composed.
 */
export async function moveReleases(
  site: OwnSite,
  remotes: readonly string[],
  rounds: number,
  chance: Chance,
  tell: (line: string) => void,
): Promise<Moves> {
  const moves = { canary: 0, abort: 0, promote: 0, rollback: 0 };

  async function move(kind: keyof Moves, change: Promise<Changed>): Promise<void> {
    const { registry } = await change;
    moves[kind] += 1;
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
    }
    tell(`round ${round} of ${rounds}`);
  }
  return moves;
}
