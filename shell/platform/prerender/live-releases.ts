import type { CompleteRegistry, RegisteredRemote, SignedRegistry } from '../formats/registry';
import type { Release } from '../formats/release';
import { readVerifiedRelease } from '../store/release-file';
import { requirePromoted, requireSameContent, type StoreAccess, storeOf } from '../store/require-published';

/** The input of a site build: a registry, and the releases that pages are built from. */
export interface LiveReleases {
  readonly signed: SignedRegistry;
  readonly page: CompleteRegistry;
  readonly shell: Release;
  /** Open pages still request its scripts; absent when it was pruned or there was none. */
  readonly previousShell?: Release;
  readonly remotes: readonly Release[];
  /** Live remotes whose release cannot be used, such as one that its team has replaced in the store. */
  readonly refused: readonly { readonly remote: RegisteredRemote; readonly error: unknown }[];
}

/**
 * Reads and verifies the live releases of a registry.
 * @param origins the store's address, the origin of previews, and the newsletter's address.
 * @throws UserError when the shell is missing, not signed, or was replaced after its promotion.
 */
export async function readLiveReleases(
  signed: SignedRegistry,
  origins: Pick<CompleteRegistry, 'cdn' | 'previewOrigin' | 'newsletterUrl'>,
  access: StoreAccess,
): Promise<LiveReleases> {
  const store = storeOf(access);
  const { registry } = signed;
  const shell = await requirePromoted(registry, 'shell', registry.shell.live, store);
  const found = await Promise.all(
    registry.remotes.map(async (remote) => {
      if (!remote.live) return undefined;
      return requirePromoted(registry, remote.name, remote.live.version, store).catch((error: unknown) => ({
        remote,
        error,
      }));
    }),
  );
  const remotes = found.flatMap((one) => (one === undefined || 'error' in one ? [] : [one]));
  const refused = found.flatMap((one) => (one !== undefined && 'error' in one ? [one] : []));
  const { previous } = registry.shell;
  const previousShell = previous
    ? await readVerifiedRelease(store.storage, 'shell', previous, store.keys)
    : undefined;
  if (previousShell) requireSameContent(registry, previousShell);
  const page: CompleteRegistry = { ...origins, registry };
  return { signed, page, shell, remotes, refused, ...(previousShell && { previousShell }) };
}
