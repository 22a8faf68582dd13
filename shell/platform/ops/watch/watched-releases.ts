import type { SiteOptions } from '../../prerender/build-site';
import { abortCanary, rollbackApp } from '../../release/registry/changes';
import { advanceRollout } from '../../release/registry/rollout';
import type { SecurityLog } from '../../release/security-log';
import { readHead, readHistory, readVerifiedRegistry } from '../../store/registry-history';
import { localKeys } from '../../store/keys/local-keys';
import { readValidity, renewValidity } from '../../store/registry-validity';
import { defaultStorage } from '../../store/storage/default-storage';
import type { WatchedReleases } from './watcher';

/** The author of automatic changes in the history. */
const WATCHER = 'the watcher';
/** How many entries are read. Telemetry of a canary that started before them counts from the oldest. */
const ENTRIES = 200;

/** @param site the site that changes are built into; absent for a store from which none is built. */
export function watchedReleases(security: SecurityLog, site?: SiteOptions) {
  const storage = defaultStorage();
  const store = { storage, ...(site && { site }) };
  const record = (action: 'abort' | 'rollback' | 'promote', app: string, version: string) =>
    security.write({
      event: 'release-control',
      result: 'success',
      operator: WATCHER,
      action,
      target: `${app}@${version}`,
    });
  const releases: WatchedReleases = {
    registry: async () => (await readVerifiedRegistry(storage)).registry,
    async renew() {
      const { revision } = (await readVerifiedRegistry(storage)).registry;
      await renewValidity(revision, storage, localKeys);
    },
    history: () => readHistory(storage, undefined, ENTRIES),
    async abort(app, version, why) {
      await abortCanary({ ...store, app, ifCanary: version, who: WATCHER, why });
      record('abort', app, version);
    },
    async rollBack(app, version, why) {
      await rollbackApp({ ...store, app, ifLive: version, who: WATCHER, why });
      record('rollback', app, version);
    },
    async advance(app, version, percent, why) {
      const { changed } = await advanceRollout({ ...store, app, version, percent, who: WATCHER, why });
      if (changed) record('promote', app, version);
    },
  };
  return {
    ...releases,
    async validUntil(): Promise<Date | undefined> {
      const validity = await readValidity(storage, localKeys);
      return validity && new Date(validity.until);
    },
    async lastWithdrawal(): Promise<Date | undefined> {
      const found = (await readHead(storage))?.entry.withdrawn?.findLast(({ who }) => who === WATCHER);
      return found && new Date(found.at);
    },
  };
}
