import { UserError } from '../tools/user-error';
import { type Keys, ownKeys, type Trust, type TrustedKey } from './keys/keys';
import { isSigned, type Signature, signText } from './keys/signature';
import { LARGEST_RELEASE_FILE, unsound } from '../formats/validate-release';
import type { Storage } from './storage/storage';
import { type Release, RELEASE_FILE } from '../formats/release';

/** `release.json`, signed over the UTF-8 of `JSON.stringify(release)` by the team whose part it is. */
export interface SignedRelease extends Signature {
  readonly release: Release;
}

/** A version as it stands in folder names and addresses: what SemVer allows, without the build's plus sign. */
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** @throws UserError */
export function requireVersion(version: string): string {
  if (VERSION.test(version)) return version;
  throw new UserError(`"${version}" is no version: 1.5.0 and 1.5.0-beta.1 are.`);
}

/** @throws UserError when this machine does not hold the team's key. */
export async function signRelease(release: Release, keys: Keys = ownKeys): Promise<SignedRelease> {
  const privateKey = await keys.privateKey(release.name);
  return { release, ...signText(JSON.stringify(release), privateKey) };
}

/**
 * @returns `undefined` when there is no such release.
 * @throws UserError when it is not signed by a trusted key of its team, or is another release than its place says.
 */
export async function readVerifiedRelease(
  storage: Storage,
  part: string,
  version: string,
  keys: Keys = ownKeys,
): Promise<Release | undefined> {
  const stored = await storage.read(`${part}/${requireVersion(version)}/${RELEASE_FILE}`);
  return stored && verifyRelease(stored.bytes, part, version, await keys.trust());
}

/** The same for bytes that were read already. @throws UserError */
export function verifyRelease(bytes: Buffer, part: string, version: string, trust: Trust): Release {
  if (bytes.length > LARGEST_RELEASE_FILE) {
    throw new UserError(`${part}@${version} is refused: its ${RELEASE_FILE} is ${bytes.length} bytes long.`);
  }
  const { release, ...signature } = parse(bytes);
  if (!release || !isSigned(JSON.stringify(release), signature, keysOf(trust, part))) {
    throw new UserError(
      `${part}@${version} is refused: it is not signed by a trusted key of ${part}${signature.key ? ` (its key is ${signature.key})` : ''}.`,
    );
  }
  if (release.name !== part || release.version !== version) {
    throw new UserError(
      `${part}@${version} is refused: what is stored there is ${release.name}@${release.version}.`,
    );
  }
  const wrong = unsound(release);
  if (wrong) throw new UserError(`${part}@${version} is refused: ${wrong}.`);
  return release;
}

/** A part that is called like something that every object has, has no keys by that. */
function keysOf(trust: Trust, part: string): readonly TrustedKey[] {
  return (Object.hasOwn(trust, part) ? trust[part] : undefined) ?? [];
}

function parse(bytes: Buffer): Partial<SignedRelease> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
