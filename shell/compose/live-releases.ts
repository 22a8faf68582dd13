import type { CompleteRegistry, SignedRegistry } from '../formats/registry';
import type { Release } from '../formats/release';
import { localKeys, trustedRegistryKeys } from '../store/keys/local-keys';
import { readVerifiedRegistry } from '../store/registry-history';
import { readVerifiedRelease } from '../store/release-file';
import { requirePromoted, requireSameContent, type StoreAccess } from '../store/require-published';
import { defaultStorage } from '../store/storage/default-storage';

/** The input of a composition: the current registry and its live releases. */
export interface LiveReleases {
  readonly signed: SignedRegistry;
  readonly page: CompleteRegistry;
  readonly shell: Release;
  /** Open pages still request its scripts; absent when it was pruned or there was none. */
  readonly previousShell?: Release;
  readonly remotes: readonly Release[];
}

/**
 * Reads and verifies the registry and its live releases.
 * @param cdn the store's address, without a slash at the end.
 * @throws UserError when a release is missing, is not signed by a trusted key, or was replaced after its promotion.
 */
export async function readLiveReleases(
  cdn: string,
  { storage = defaultStorage(), keys = localKeys }: StoreAccess,
): Promise<LiveReleases> {
  const signed = await readVerifiedRegistry(storage, keys);
  const { registry } = signed;
  const store = { storage, keys };
  const [shell, ...remotes] = await Promise.all([
    requirePromoted(registry, 'shell', registry.shell.live, store),
    ...registry.remotes.map(({ name, live }) => requirePromoted(registry, name, live.version, store)),
  ]);
  const { previous } = registry.shell;
  const previousShell = previous ? await readVerifiedRelease(storage, 'shell', previous, keys) : undefined;
  if (previousShell) requireSameContent(registry, previousShell);
  const page: CompleteRegistry = { cdn, keys: await trustedRegistryKeys(keys), registry };
  return { signed, page, shell, remotes, ...(previousShell && { previousShell }) };
}
