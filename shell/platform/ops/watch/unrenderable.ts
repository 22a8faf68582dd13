import { describeFallback, type Fallback } from '../../formats/site-build';
import type { Registry } from '../../formats/registry';
import { releasesOf } from '../../store/registry-status';
import type { ReadServedReleases } from '../../store/served-releases';
import { createRounds } from './rounds';
import type { WatchedReleases } from './watcher';

export interface UnrenderableOptions {
  readonly releases: Pick<WatchedReleases, 'registry' | 'rollBack'>;
  readonly readServed: ReadServedReleases;
  readonly log: (line: string) => void;
}

/** The site builder reports releases that cannot be rendered and holds no key, but this process does. */
export function createUnrenderableWatcher({ releases, readServed, log }: UnrenderableOptions) {
  const runRound = createRounds((problem) => log(`A release that cannot be rendered stays live: ${problem}`));

  async function rollBack(held: Fallback, registry: Registry): Promise<void> {
    const { app, version, reason } = held;
    // The site was built before the registry changed.
    if (releasesOf(registry, app)?.live !== version) return;
    await releases.rollBack(app, version, `It cannot be rendered: ${reason}`);
    log(`${app}@${version} was rolled back. ${describeFallback(held)}`);
  }

  return {
    /** Checks once. It never throws: an error is logged once, until a check without it. */
    async check(): Promise<void> {
      await runRound(async (attempt) => {
        const served = await readServed();
        if (!served || served.fallbacks.length === 0) return;
        const registry = await releases.registry();
        for (const held of served.fallbacks) await attempt(() => rollBack(held, registry));
      });
    },
  };
}
