import type { Registry } from '../formats/registry';
import { type Keys, ownKeys } from './keys/keys';
import { ownStorage } from './storage/own';
import type { Storage } from './storage/storage';
import { type Author, type HistoryEntry, readHistory, readVerifiedRegistry } from './registry-log';

/** What is in service of one part. */
export interface PartStatus {
  readonly part: string;
  readonly live: string;
  readonly previous?: string;
  readonly canary?: { readonly version: string; readonly percent: number };
  /** The last change of this part. */
  readonly last?: Author & { readonly at: string; readonly what: string };
}

export interface Status {
  readonly store: string;
  readonly revision: number;
  readonly parts: readonly PartStatus[];
}

/** What is live for whom. @throws UserError when nothing is live, or the registry cannot be believed. */
export async function status(storage: Storage = ownStorage(), keys: Keys = ownKeys): Promise<Status> {
  const { registry } = await readVerifiedRegistry(storage, keys);
  const history = await readHistory(storage, keys);
  return {
    store: storage.address,
    revision: registry.revision,
    parts: partsOf(registry).map((part) => ({ ...part, ...lastChange(history, part.part) })),
  };
}

function partsOf({ shell, remotes }: Registry): readonly PartStatus[] {
  return [
    { part: 'shell', live: shell.live, ...(shell.previous && { previous: shell.previous }) },
    ...remotes.map(({ name, live, previous, canary }) => ({
      part: name,
      live: live.version,
      ...(previous && { previous: previous.version }),
      ...(canary && { canary: { version: canary.release.version, percent: canary.percent } }),
    })),
  ];
}

/** Every release that visitors may have: live, previous and canary of every part. */
export function partsInService(registry: Registry): readonly {
  readonly part: string;
  readonly version: string;
  readonly slot: 'live' | 'previous' | 'canary';
}[] {
  return partsOf(registry).flatMap(({ part, live, previous, canary }) => [
    { part, version: live, slot: 'live' as const },
    ...(previous ? [{ part, version: previous, slot: 'previous' as const }] : []),
    ...(canary ? [{ part, version: canary.version, slot: 'canary' as const }] : []),
  ]);
}

/** @param history newest first. */
export function lastChange(history: readonly HistoryEntry[], part: string): Pick<PartStatus, 'last'> {
  for (const { changes, at, who, why } of history) {
    const change = changes.find((candidate) => candidate.part === part);
    if (change) return { last: { at, who, ...(why && { why }), what: change.what } };
  }
  return {};
}
