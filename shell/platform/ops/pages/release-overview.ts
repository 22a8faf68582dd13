import type { ReleaseTelemetry, TelemetrySlot } from '@isa/api-contract';
import { rcompare, valid } from 'semver';
import type { Registry } from '../../formats/registry';
import { type StoreAccess, storeOf, isPullRequest } from '../../store/releases';
import { versionsOf } from '../../store/shared-files';
import { readHistory, readVerifiedRegistry } from '../../store/registry-history';
import { type AppStatus, appsOf } from '../../store/registry-status';
import type { ReadServedRevision } from '../../store/served-revision';
import { readCurrentSite } from '../../prerender/cache-invalidation';
import type { ChangeOptions } from '../../release/registry/change-registry';
import { messageOf } from '../../../packages/node/user-error';
import type { ReadTelemetry } from '../watch/release-telemetry';

export interface AppOverview extends AppStatus {
  /** Where the addresses of a retired remote lead; without `to` they answer 410. */
  readonly retired?: { readonly to?: string };
  readonly versions: readonly string[];
  /** Releases of pull requests in the store, which can only be previewed. */
  readonly pullRequests: readonly string[];
  /** Why its releases cannot be listed, for example because a team has written a refused name. */
  readonly storeError?: string;
  /** The counts of each slot; empty without visitors. */
  readonly telemetry: readonly ReleaseTelemetry[];
}

/** The content of the releases page. */
export type ReleasesOverview = Awaited<ReturnType<typeof readOverview>>;

const HISTORY_ENTRIES = 30;
/** The slots in the order of the page. */
const SLOTS: readonly TelemetrySlot[] = ['live', 'canary', 'previous', 'override'];

/** A store, and the site that is built from it. */
export type ChangedStore = StoreAccess & Pick<ChangeOptions, 'site'>;

/** Without telemetry the overview has the reason. @throws UserError without a trusted registry. */
export async function readOverview(
  { site, ...store }: ChangedStore,
  sources: { readonly telemetry: ReadTelemetry; readonly readServed: ReadServedRevision },
  minutes: number,
) {
  const { storage, keys } = storeOf(store);
  const [{ registry }, served, shown, history, { releases, ...failure }] = await Promise.all([
    readVerifiedRegistry(storage, keys),
    sources.readServed(),
    site && readCurrentSite(site.site),
    readHistory(storage, keys, HISTORY_ENTRIES),
    sources.telemetry(minutes).then(
      (releases) => ({ releases }),
      (error: unknown) => ({ releases: [], telemetryError: messageOf(error) }),
    ),
  ]);
  return {
    revision: registry.revision,
    /** The revision that visitors get; `undefined` when no built site responds. */
    served,
    failedPages: shown?.current?.failedPages ?? [],
    apps: await Promise.all(
      inOrder(registry).map(async (app): Promise<AppOverview> => ({
        ...app,
        ...(await versionsOf(storage, app.app).then(sorted, (error: unknown) => {
          return { versions: [], pullRequests: [], storeError: messageOf(error) };
        })),
        telemetry: releases
          .filter(({ remote }) => remote === app.app)
          .sort((a, b) => SLOTS.indexOf(a.slot) - SLOTS.indexOf(b.slot)),
      })),
    ),
    history,
    minutes,
    ...failure,
  };
}

function inOrder(registry: Registry): readonly (AppStatus & Pick<AppOverview, 'retired'>)[] {
  const [shell, ...remotes] = appsOf(registry);
  const retired = registry.retired ?? [];
  return [
    ...remotes,
    ...(shell ? [shell] : []),
    ...retired
      .filter(({ name }) => !remotes.some(({ app }) => app === name))
      .map((entry) => ({ app: entry.name, retired: entry })),
  ];
}

/** Versions may have numbers with a leading zero, because a commit hash in one can consist of digits. */
const LOOSE = { loose: true };

function sorted(folders: readonly string[]) {
  return {
    versions: folders.filter((name) => valid(name, LOOSE) !== null).sort((a, b) => rcompare(a, b, LOOSE)),
    pullRequests: folders.filter(isPullRequest),
  };
}
