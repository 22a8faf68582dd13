import { describeHeldBack } from '../../formats/composition';
import type { Registry } from '../../formats/registry';
import type { ReadServedReleases } from '../../store/served-releases';

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
  let reported = '';

  async function rollBack(): Promise<void> {
    const served = await readServed();
    if (!served || served.heldBack.length === 0) return;
    const { shell, remotes } = await releases.registry();
    for (const held of served.heldBack) {
      const { app, version, reason } = held;
      const live = app === 'shell' ? shell.live : remotes.find(({ name }) => name === app)?.live.version;
      // The site was composed before the registry changed.
      if (live !== version) continue;
      await releases.rollBack(app, version, `It cannot be rendered: ${reason}`);
      log(`${app}@${version} was rolled back. ${describeHeldBack(held)}`);
    }
  }

  return {
    /** Never throws: an error is logged once. */
    async check(): Promise<void> {
      try {
        await rollBack();
        reported = '';
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (message !== reported) log(`A release that cannot be rendered stays live: ${message}`);
        reported = message;
      }
    },
  };
}
