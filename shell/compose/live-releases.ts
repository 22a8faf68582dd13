import type { CompleteRegistry, SignedRegistry } from '../formats/registry';
import type { Release } from '../formats/release';
import { type Keys, localKeys, trustedRegistryKeys } from '../store/keys/local-keys';
import { readVerifiedRegistry } from '../store/registry-history';
import { readVerifiedRelease } from '../store/release-file';
import { defaultStorage } from '../store/storage/default-storage';
import type { Storage } from '../store/storage/storage';
import { UserError } from '../tools/user-error';

/** The input of a composition: the current registry and its live releases. */
export interface LiveReleases {
  readonly signed: SignedRegistry;
  readonly page: CompleteRegistry;
  readonly shell: Release;
  /** Open pages still request its scripts; absent when it was pruned or there was none. */
  readonly previousShell?: Release;
  readonly remotes: readonly Release[];
}

/** The store and its keys; by default those of this machine. */
export interface ReleaseSource {
  readonly storage?: Storage;
  readonly keys?: Keys;
}

/**
 * Reads and verifies the registry and its live releases.
 * @param cdn the store's address, without a slash at the end.
 * @throws UserError when a release is missing or is not signed by a trusted key.
 */
export async function readLiveReleases(
  cdn: string,
  { storage = defaultStorage(), keys = localKeys }: ReleaseSource,
): Promise<LiveReleases> {
  const signed = await readVerifiedRegistry(storage, keys);
  const { registry } = signed;
  const read = async (app: string, version: string) => {
    const release = await readVerifiedRelease(storage, app, version, keys);
    if (!release) throw new UserError(`The live release ${app}@${version} is not in the store.`);
    return release;
  };
  const [shell, ...remotes] = await Promise.all([
    read('shell', registry.shell.live),
    ...registry.remotes.map(({ name, live: { version } }) => read(name, version)),
  ]);
  const { previous } = registry.shell;
  const previousShell = previous ? await readVerifiedRelease(storage, 'shell', previous, keys) : undefined;
  const page: CompleteRegistry = { cdn, keys: await trustedRegistryKeys(keys), registry };
  return { signed, page, shell, remotes, ...(previousShell && { previousShell }) };
}
