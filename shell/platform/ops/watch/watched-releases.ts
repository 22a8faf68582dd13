import { abortCanary, rollbackApp } from '../../release/registry/changes';
import { applyWithdrawal } from '../../release/registry/withdrawals';
import { advanceRollout } from '../../release/registry/rollout';
import type { SecurityLog } from '../../release/security-log';
import { describeChange } from '../../formats/history';
import { readHistory, readVerifiedRegistry } from '../../store/registry-history';
import { localKeys } from '../../store/keys/local-keys';
import { renewValidity } from '../../store/registry-validity';
import { defaultStorage } from '../../store/storage/default-storage';
import type { WatchedReleases } from './watcher';

/** The author of automatic changes in the history. */
const WATCHER = 'the watcher';
/** How many entries are read. Telemetry of a canary that started before them counts from the oldest. */
const ENTRIES = 200;

export function watchedReleases(security: SecurityLog): WatchedReleases {
  const storage = defaultStorage();
  const record = (action: 'abort' | 'rollback' | 'promote', app: string, version: string) =>
    security.write({
      event: 'release-control',
      result: 'success',
      operator: WATCHER,
      action,
      target: `${app}@${version}`,
    });
  return {
    registry: async () => (await readVerifiedRegistry(storage)).registry,
    async renew() {
      const { revision } = (await readVerifiedRegistry(storage)).registry;
      await renewValidity(revision, storage, localKeys);
    },
    async withdraw(app) {
      const result = await applyWithdrawal(app, { storage, who: WATCHER });
      for (const { what, app, version, instead } of result?.changed ? result.changes : []) {
        if (what === 'abort' || what === 'rollback') record(what, app, instead ?? version);
      }
      return result?.changed
        ? `The team has withdrawn it: ${result.changes.map(describeChange).join('; ')}.`
        : undefined;
    },
    history: () => readHistory(storage, undefined, ENTRIES),
    async abort(app, version, why) {
      await abortCanary({ storage, app, ifCanary: version, who: WATCHER, why });
      record('abort', app, version);
    },
    async advance(app, version, percent, why) {
      const { changed } = await advanceRollout({ storage, app, version, percent, who: WATCHER, why });
      if (changed) record('promote', app, version);
    },
    async rollBack(app, version, why) {
      await rollbackApp({ storage, app, ifLive: version, who: WATCHER, why });
      record('rollback', app, version);
    },
  };
}
