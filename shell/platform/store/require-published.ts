import type { Registry } from '../formats/registry';
import type { Release } from '../formats/release';
import { contentHash } from './integrity';
import { type Keys, localKeys } from './keys/local-keys';
import { readVerifiedRelease } from './release-file';
import { defaultStorage } from './storage/default-storage';
import type { Storage } from './storage/storage';
import { UserError } from '../../packages/node/user-error';

export interface StoreAccess {
  readonly storage?: Storage;
  readonly keys?: Keys;
}

/** Completes an access with this machine's store and keys. */
export function storeOf({
  storage = defaultStorage(),
  keys = localKeys,
}: StoreAccess): Required<StoreAccess> {
  return { storage, keys };
}

/** Reads a release of the store. @throws UserError when it is missing or cannot be verified. */
export async function requirePublished(app: string, version: string, access: StoreAccess = {}) {
  const { storage, keys } = storeOf(access);
  const release = await readVerifiedRelease(storage, app, version, keys);
  if (!release) throw notPublished(app, version);
  return release;
}

/**
 * Reads a release that was promoted. Its team may still write to the store, but not replace it.
 * @throws UserError when it is missing, cannot be verified or has other content than when it was promoted.
 */
export async function requirePromoted(registry: Registry, app: string, version: string, access: StoreAccess) {
  const release = await requirePublished(app, version, access);
  requireSameContent(registry, release);
  return release;
}

/** @throws UserError when the registry has this version with other content. */
export function requireSameContent({ contents = {} }: Registry, release: Release): void {
  const name = `${release.name}@${release.version}`;
  if (!Object.hasOwn(contents, name) || contents[name] === contentHash(release)) return;
  throw new UserError(
    `${name} is refused: its content was replaced after it was promoted. Restore its files, or go back with npm run release -- rollback ${release.name}.`,
  );
}

export function notPublished(app: string, version: string): UserError {
  return new UserError(
    `${app}@${version} is not in the store. Publish it first: npm run release -- publish ${app}@${version}`,
  );
}
