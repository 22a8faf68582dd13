import { z } from 'zod';
import { parseJson } from '../formats/parse-json';
import type { Registry } from '../formats/registry';
import { signatureSchema } from '../formats/registry-schema';
import { type Release, RELEASE_FILE } from '../formats/release';
import { MAX_RELEASE_FILE_BYTES, validateRelease } from '../formats/validate-release';
import { ignoreUserError, UserError } from '../../packages/node/user-error';
import { contentHash } from './integrity';
import { type Keys, keysOf, localKeys } from './keys/local-keys';
import { isSigned, publicKeyOf, signText } from './keys/signature';
import { defaultStorage } from './storage/default-storage';
import type { Storage } from './storage/storage';

// The release is validated after its signature.
const releaseFileSchema = signatureSchema.partial().extend({ release: z.unknown() });

/** A version in folder names and addresses: SemVer without build metadata, or that of a pull request. */
const VERSION = /^(?:\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?|pr-\d+\.[0-9a-f]{7,40})$/;

/** Whether it is the release of a pull request, `pr-12.3f2a9c1d`, which is published for previews only. */
export function isPullRequest(version: string): boolean {
  return version.startsWith('pr-');
}

/** @throws UserError */
export function requireVersion(version: string): string {
  if (VERSION.test(version)) return version;
  throw new UserError(
    `"${version}" is not a version. Valid versions look like 1.5.0 or 1.5.0-beta.1, and pr-12.3f2a9c1d for a pull request.`,
  );
}

/**
 * The content of `release.json`, signed over the UTF-8 of `JSON.stringify(release)` by the app's team.
 * @throws UserError when this machine does not have the team's key.
 */
export async function signRelease(release: Release, keys: Keys = localKeys) {
  const privateKey = await keys.privateKey(release.name);
  return { release, ...signText(JSON.stringify(release), privateKey) };
}

/** @returns `undefined` for none. @throws UserError for one not signed by its team, or invalid. */
export async function readVerifiedRelease(
  storage: Storage,
  app: string,
  version: string,
  keys: Keys = localKeys,
): Promise<Release | undefined> {
  const stored = await storage.read(`${app}/${requireVersion(version)}/${RELEASE_FILE}`);
  if (!stored) return undefined;
  const { bytes } = stored;
  const refused = (why: string) => new UserError(`${app}@${version} is refused: ${why}.`);
  if (bytes.length > MAX_RELEASE_FILE_BYTES) {
    throw refused(`its ${RELEASE_FILE} is ${bytes.length} bytes long`);
  }
  const { release: unverified, ...signature } = parseJson(bytes, releaseFileSchema) ?? { release: undefined };
  if (!isSigned(unverified, signature, keysOf(await keys.trust(), app))) {
    const key = signature.key ? ` (its key is ${signature.key})` : '';
    throw refused(`it is not signed by a trusted key of ${app}${key}`);
  }
  const { release, problem } = validateRelease(unverified);
  if (!release) throw refused(problem);
  if (release.name === app && release.version === version) return release;
  throw refused(`the stored release is ${release.name}@${release.version}`);
}

export interface StoreAccess {
  readonly storage?: Storage;
  readonly keys?: Keys;
}

/** Completes an access with this machine's store and keys. */
export function storeOf({
  storage = defaultStorage(),
  keys = localKeys,
}: StoreAccess = {}): Required<StoreAccess> {
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

/** Whether a private key of this machine has signed a release. */
export async function isSignedHere(release: Release, { storage, keys }: Required<StoreAccess>) {
  const { name, version } = release;
  const own = async () => ({ [name]: [{ ...publicKeyOf(await keys.privateKey(name)), since: '' }] });
  const ownKeys: Keys = { ...keys, trust: own };
  const signed = await readVerifiedRelease(storage, name, version, ownKeys).catch(ignoreUserError);
  return signed !== undefined && contentHash(signed) === contentHash(release);
}
