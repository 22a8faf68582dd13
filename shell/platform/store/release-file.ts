import { z } from 'zod';
import { parseJson } from '../formats/parse-json';
import { signatureSchema } from '../formats/registry-schema';
import { type Release, RELEASE_FILE } from '../formats/release';
import { MAX_RELEASE_FILE_BYTES, validateRelease } from '../formats/validate-release';
import { UserError } from '../../packages/node/user-error';
import { type Keys, keysOf, localKeys } from './keys/local-keys';
import { isSigned, signText } from './keys/signature';
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
