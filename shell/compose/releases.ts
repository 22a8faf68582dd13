import { UserError } from '../tools/user-error';
import type { CompleteRegistry, SignedRegistry } from '../formats/registry';
import { type Keys, ownKeys, trustedRegistryKeys } from '../store/keys/keys';
import { readVerifiedRegistry } from '../store/registry-log';
import { readVerifiedRelease } from '../store/release-file';
import { ownStorage } from '../store/storage/own';
import type { Storage } from '../store/storage/storage';
import type { Release } from '../formats/release';

/** What pages are composed from: the registry in force, and the releases that it calls live. */
export interface InService {
  readonly signed: SignedRegistry;
  readonly page: CompleteRegistry;
  readonly shell: Release;
  /** Its scripts are still asked for by pages that are open; absent when it was pruned or never was. */
  readonly shellBefore?: Release;
  readonly remotes: readonly Release[];
}

export interface ReleaseSource {
  readonly storage?: Storage;
  readonly keys?: Keys;
}

/**
 * Reads the registry and its live releases; signatures are verified.
 * @param cdn where the store is served, without a slash at the end.
 * @throws UserError when something is missing or not signed by whom it should be.
 */
export async function readInService(
  cdn: string,
  { storage = ownStorage(), keys = ownKeys }: ReleaseSource = {},
): Promise<InService> {
  const signed = await readVerifiedRegistry(storage, keys);
  const { registry } = signed;
  const live = async (part: string, version: string) => {
    const release = await readVerifiedRelease(storage, part, version, keys);
    if (!release) throw new UserError(`The live release ${part}@${version} is not in the store.`);
    return release;
  };
  const [shell, ...remotes] = await Promise.all([
    live('shell', registry.shell.live),
    ...registry.remotes.map(({ name, live: { version } }) => live(name, version)),
  ]);
  const { previous } = registry.shell;
  const shellBefore = previous ? await readVerifiedRelease(storage, 'shell', previous, keys) : undefined;
  const page: CompleteRegistry = { cdn, keys: await trustedRegistryKeys(keys), registry };
  return { signed, page, shell, remotes, ...(shellBefore && { shellBefore }) };
}
