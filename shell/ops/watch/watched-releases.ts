import { abortCanary } from '../../release/registry/changes';
import type { SecurityLog } from '../../release/security-log';
import { readHistory, readVerifiedRegistry } from '../../store/registry-history';
import { defaultStorage } from '../../store/storage/default-storage';
import type { WatchedReleases } from './watcher';

/** The author of automatic aborts in the history. */
const WATCHER = 'the watcher';
/** Telemetry of a canary that started before these entries counts from the oldest of them. */
const ENTRIES = 200;

/** The releases in this machine's store. */
export function watchedReleases(security: SecurityLog): WatchedReleases {
  const storage = defaultStorage();
  return {
    registry: async () => (await readVerifiedRegistry(storage)).registry,
    history: () => readHistory(storage, undefined, ENTRIES),
    async abort(app, version, why) {
      await abortCanary({ storage, app, ifCanary: version, who: WATCHER, why });
      const target = `${app}@${version}`;
      security.write({
        event: 'release-control',
        result: 'success',
        operator: WATCHER,
        action: 'abort',
        target,
      });
    },
  };
}
