import type { Author } from '../formats/history';
import type { Registry, Rollout } from '../formats/registry';
import { type Keys, localKeys } from './keys/local-keys';
import { readHead, readVerifiedRegistry, chainEntries } from './registry-history';
import { defaultStorage } from './storage/default-storage';
import type { Storage } from './storage/storage';

/** The releases of one app that visitors get. */
export interface AppStatus {
  readonly app: string;
  /** The live version; absent while the first release is a canary. */
  readonly live?: string;
  readonly previous?: string;
  readonly canary?: {
    readonly version: string;
    readonly percent: number;
    readonly rollout?: Rollout;
    readonly set?: string;
  };
  readonly last?: LastChange | undefined;
}

export type LastChange = Author & { readonly at: string; readonly what: string };

/** Printed as JSON by `npm run release -- status --json`. @throws UserError when nothing is live, or the registry cannot be verified. */
export async function status(storage: Storage = defaultStorage(), keys: Keys = localKeys) {
  const { registry } = await readVerifiedRegistry(storage, keys);
  const apps = appsOf(registry);
  const names = apps.map(({ app }) => app);
  const last = await lastChanges(names, storage, keys);
  return {
    store: storage.address,
    revision: registry.revision,
    apps: apps.map((app): AppStatus => ({ ...app, ...(last.has(app.app) && { last: last.get(app.app) }) })),
    retired: registry.retired ?? [],
  };
}

/** The releases of an app; `undefined` for one that visitors do not get. */
export function releasesOf(registry: Registry, app: string): AppStatus | undefined {
  return appsOf(registry).find((one) => one.app === app);
}

export function appsOf({ shell, remotes }: Registry): readonly AppStatus[] {
  return [
    { app: 'shell', live: shell.live, ...(shell.previous && { previous: shell.previous }) },
    ...remotes.map(({ name, live, previous, canary }) => ({
      app: name,
      ...(live && { live: live.version }),
      ...(previous && { previous: previous.version }),
      ...(canary && {
        canary: {
          version: canary.release.version,
          percent: canary.percent,
          ...(canary.rollout && { rollout: canary.rollout }),
          ...(canary.set !== undefined && { set: canary.set }),
        },
      }),
    })),
  ];
}

/** Every release that visitors may get: live, previous and canary of every app. */
export function releasesInService(registry: Registry) {
  return appsOf(registry).flatMap(({ app, live, previous, canary }) => [
    ...(live === undefined ? [] : [{ app, version: live, slot: 'live' as const }]),
    ...(previous ? [{ app, version: previous, slot: 'previous' as const }] : []),
    ...(canary ? [{ app, version: canary.version, slot: 'canary' as const }] : []),
  ]);
}

export async function lastChanges(
  apps: readonly string[],
  storage: Storage = defaultStorage(),
  keys: Keys = localKeys,
): Promise<ReadonlyMap<string, LastChange>> {
  const found = new Map<string, LastChange>();
  const head = await readHead(storage, keys);
  if (!head) return found;
  for (const app of apps) {
    const { value } = await chainEntries(storage, keys, { app, head }).next();
    const change = value?.entry.changes.findLast((change) => change.app === app);
    if (!value || !change) continue;
    const { at, who, why } = value.entry;
    found.set(app, { at, who, ...(why && { why }), what: change.what });
  }
  return found;
}
