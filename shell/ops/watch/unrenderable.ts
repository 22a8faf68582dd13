import { describeHeldBack, type HeldBack } from '../../formats/composition';
import type { Registry } from '../../formats/registry';
import type { ReadServedReleases } from '../../store/served-releases';
import { createRounds } from './rounds';

export interface UnrenderableOptions {
  readonly releases: {
    registry(): Promise<Registry>;
    /** Makes the previous release live again if this version still is. */
    rollBack(app: string, version: string, why: string): Promise<void>;
  };
  readonly readServed: ReadServedReleases;
  readonly log: (line: string) => void;
}

/**
 * Rolls back live releases that cannot be rendered. The composer reports them on the site and holds no key; this
 * process has one.
 */
export function createUnrenderableWatcher({ releases, readServed, log }: UnrenderableOptions) {
  const rounds = createRounds((problem) => log(`A release that cannot be rendered stays live: ${problem}`));

  async function rollBack(held: HeldBack, { shell, remotes }: Registry): Promise<void> {
    const { app, version, reason } = held;
    const live = app === 'shell' ? shell.live : remotes.find(({ name }) => name === app)?.live?.version;
    // The site was composed before the registry changed.
    if (live !== version) return;
    await releases.rollBack(app, version, `It cannot be rendered: ${reason}`);
    log(`${app}@${version} was rolled back. ${describeHeldBack(held)}`);
  }

  return {
    /** Never throws: an error is logged once, until a check without it. */
    async check(): Promise<void> {
      await rounds.run(async (attempt) => {
        const served = await readServed();
        if (!served || served.heldBack.length === 0) return;
        const registry = await releases.registry();
        for (const held of served.heldBack) await attempt(() => rollBack(held, registry));
      });
    },
  };
}
