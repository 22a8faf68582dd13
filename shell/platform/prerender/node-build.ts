import { readFile } from 'node:fs/promises';
import type { Release } from '../formats/release';
import { contentHash } from '../store/integrity';
import type { Keys } from '../store/keys/local-keys';
import { publicKeyOf } from '../store/keys/signature';
import { readVerifiedRelease } from '../store/release-file';
import { type StoreAccess, storeOf } from '../store/require-published';
import { isUnsandboxed } from '../../packages/node/sandbox';
import { ignoreUserError, UserError } from '../../packages/node/user-error';
import { NODE_BUILD, type ReleaseCache } from './release-cache';
import type { NodeBuild } from './renderer';

/** @throws UserError when it is missing or altered, or signed by another machine where there is no sandbox. */
export async function readNodeBuild(
  release: Release,
  releases: ReleaseCache,
  access: StoreAccess,
): Promise<NodeBuild & { readonly name: string }> {
  const label = `${release.name}@${release.version}`;
  if (isUnsandboxed() && !(await isSignedHere(release, access))) {
    throw new UserError(
      `${label} is not rendered: another machine has signed it, and this machine has no sandbox for its code. Install bubblewrap (apt install bubblewrap).`,
    );
  }
  return {
    name: release.name,
    label,
    source: await readFile(await releases.file(release, NODE_BUILD), 'utf8'),
  };
}

/** Whether a private key of this machine has signed a release. */
export async function isSignedHere(release: Release, access: StoreAccess): Promise<boolean> {
  const { storage, keys } = storeOf(access);
  const { name, version } = release;
  const own = async () => ({ [name]: [{ ...publicKeyOf(await keys.privateKey(name)), since: '' }] });
  const ownKeys: Keys = { ...keys, trust: own };
  const signed = await readVerifiedRelease(storage, name, version, ownKeys).catch(ignoreUserError);
  return signed !== undefined && contentHash(signed) === contentHash(release);
}
