import type { CompleteRegistry, SignedRegistry } from '../formats/registry';
import type { Release } from '../formats/release';
import { readVerifiedRegistry } from '../store/registry-history';
import { readVerifiedRelease } from '../store/release-file';
import { requirePromoted, requireSameContent, type StoreAccess, storeOf } from '../store/require-published';
import { attributeFailure, type Substitution, withSubstitutions } from './fall-back';

/** The input of a site build: the current registry, and the releases that pages are built from. */
export interface LiveReleases {
  readonly signed: SignedRegistry;
  readonly page: CompleteRegistry;
  readonly shell: Release;
  /** Open pages still request its scripts; absent when it was pruned or there was none. */
  readonly previousShell?: Release;
  readonly remotes: readonly Release[];
}

/**
 * Reads and verifies the live releases.
 * @param origins the store's address, the origin of previews, and the newsletter's address.
 * @param held releases that are replaced.
 * @throws ReleaseFailure when a release is missing, not signed, or was replaced after its promotion.
 */
export async function readLiveReleases(
  origins: Pick<CompleteRegistry, 'cdn' | 'previewOrigin' | 'newsletterUrl'>,
  access: StoreAccess,
  held: readonly Substitution[] = [],
): Promise<LiveReleases> {
  const store = storeOf(access);
  const { storage, keys } = store;
  const signed = await readVerifiedRegistry(storage, keys);
  const registry = withSubstitutions(signed.registry, held);
  const promoted = (name: string, version: string) =>
    attributeFailure({ name, version }, requirePromoted(registry, name, version, store));
  const [shell, ...remotes] = await Promise.all([
    promoted('shell', registry.shell.live),
    ...registry.remotes.flatMap(({ name, live }) => (live ? [promoted(name, live.version)] : [])),
  ]);
  const { previous } = registry.shell;
  const previousShell = previous ? await readVerifiedRelease(storage, 'shell', previous, keys) : undefined;
  if (previousShell) requireSameContent(registry, previousShell);
  const page: CompleteRegistry = { ...origins, registry };
  return { signed, page, shell, remotes, ...(previousShell && { previousShell }) };
}
