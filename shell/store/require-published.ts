import type { Release } from '../formats/release';
import { type Keys, localKeys } from './keys/local-keys';
import { readVerifiedRelease } from './release-file';
import { defaultStorage } from './storage/default-storage';
import type { Storage } from './storage/storage';
import { UserError } from '../tools/user-error';

/** A store and the keys that sign and verify its content; by default those of this machine. */
export interface StoreAccess {
  readonly storage?: Storage;
  readonly keys?: Keys;
}

/** Reads a release of the store. @throws UserError when it is missing or cannot be verified. */
export async function requirePublished(
  app: string,
  version: string,
  { storage = defaultStorage(), keys = localKeys }: StoreAccess = {},
): Promise<Release> {
  const release = await readVerifiedRelease(storage, app, version, keys);
  if (!release) throw notPublished(app, version);
  return release;
}

export function notPublished(app: string, version: string): UserError {
  return new UserError(
    `${app}@${version} is not in the store. Publish it first: npm run release -- publish ${app}@${version}`,
  );
}
