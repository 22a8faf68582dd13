import type { KeyObject } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../tools/user-error';
import { keysFolder, trustFile } from '../../tools/locations';
import { makePair } from './pair';
import { type PublicKey, publicKeyOf, readPrivateKey, readPublicKey } from './signature';

/** Whose key signs the registry: the operators'. Every other name is a part's, whose team signs its releases. */
export const REGISTRY = 'registry';

/** The keys that are believed, by whose they are. Several each, so that a key can be changed without a gap. */
export type Trust = Readonly<Record<string, readonly TrustedKey[]>>;

export interface TrustedKey extends PublicKey {
  /** ISO 8601. */
  readonly since: string;
}

/** The keys of a machine: what it believes, and what it can sign with. */
export interface Keys {
  trust(): Promise<Trust>;
  /** @throws UserError when this machine does not hold it. */
  privateKey(owner: string): Promise<KeyObject>;
}

/** The keys of this machine: files, or the environment. */
export const ownKeys: Keys = { trust: readTrust, privateKey: requirePrivateKey };

/**
 * The public keys that a page verifies the registry with.
 * @throws UserError when there are none: a page without keys could not tell a registry from a forgery.
 */
export async function trustedRegistryKeys(keys: Keys = ownKeys): Promise<readonly PublicKey[]> {
  const trusted = (await keys.trust())[REGISTRY] ?? [];
  if (trusted.length === 0)
    throw new UserError(`No key is trusted to sign the registry. ${KEYGEN(REGISTRY)}`);
  return trusted.map(({ id, key }) => ({ id, key }));
}

/** Makes a pair of keys, keeps the private one for its owner alone and trusts the public one. */
export async function makeKeys(
  owner: string,
  { replace = false }: { readonly replace?: boolean } = {},
): Promise<PublicKey & { readonly file: string }> {
  const file = privateKeyFile(owner);
  if (!replace && (await readIfPresent(file))) {
    throw new UserError(
      `There is a key of ${owner} already: ${file}. Add --rotate to make another; the old one stays trusted until it is revoked.`,
    );
  }
  const { privateKey, publicKey: made } = makePair();
  // Trusted first: a key that signs before it is trusted would lock its owner out.
  const trust = await readTrust();
  const added: TrustedKey = { ...made, since: new Date().toISOString() };
  await writeTrust({ ...trust, [owner]: [...(trust[owner] ?? []), added] });
  await writePrivately(file, String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  return { ...made, file };
}

/**
 * Lets a fresh machine release by itself: whoever has no trusted key gets one. Where the environment brings a private
 * key, its public half is trusted. @returns whose keys were made.
 */
export async function makeMissingKeys(owners: readonly string[]): Promise<readonly string[]> {
  const trust = await readTrust();
  const missing = owners.filter((owner) => (trust[owner] ?? []).length === 0);
  const made: string[] = [];
  for (const owner of missing) {
    const present = process.env[environmentVariable(owner)] ?? (await readIfPresent(privateKeyFile(owner)));
    if (present) {
      await trustKey(owner, publicKeyOf(await requirePrivateKey(owner)).key);
    } else {
      await makeKeys(owner);
      made.push(owner);
    }
  }
  return made;
}

/**
 * Trusts a key that was made elsewhere.
 * @param key 32 bytes, base64.
 * @throws UserError when it is no such key.
 */
export async function trustKey(owner: string, key: string): Promise<PublicKey> {
  const added = readPublicKey(key);
  if (!added) throw new UserError(`"${key}" is no public key: 32 bytes in base64 are.`);
  const trust = await readTrust();
  const others = (trust[owner] ?? []).filter(({ id }) => id !== added.id);
  await writeTrust({ ...trust, [owner]: [...others, { ...added, since: new Date().toISOString() }] });
  return added;
}

/** Believes a key no longer. @throws UserError when it was not believed, or is the last one. */
export async function revokeKey(owner: string, id: string): Promise<void> {
  const trust = await readTrust();
  const before = trust[owner] ?? [];
  const after = before.filter((trusted) => trusted.id !== id);
  if (after.length === before.length) throw new UserError(`No key ${id} of ${owner} is trusted.`);
  if (after.length === 0) {
    throw new UserError(
      `${id} is the only key of ${owner}: make another first, with npm run release -- keygen ${owner} --rotate.`,
    );
  }
  await writeTrust({ ...trust, [owner]: after });
}

async function requirePrivateKey(owner: string): Promise<KeyObject> {
  const variable = environmentVariable(owner);
  const file = privateKeyFile(owner);
  const text = process.env[variable] ?? (await readIfPresent(file));
  if (!text) {
    throw new UserError(
      `The private key of ${owner} is not on this machine: it is looked for in ${file} and in ${variable}. ${KEYGEN(owner)}`,
    );
  }
  try {
    return readPrivateKey(text);
  } catch {
    const place = process.env[variable] ? variable : file;
    throw new UserError(`${place} holds no Ed25519 private key in PKCS #8.`);
  }
}

function environmentVariable(owner: string): string {
  return `RELEASE_KEY_${owner.toUpperCase().replaceAll('-', '_')}`;
}

const KEYGEN = (owner: string) => `npm run release -- keygen ${owner} makes one.`;

function privateKeyFile(owner: string): string {
  return path.join(keysFolder, `${owner}.key.pem`);
}

/** Nothing is trusted where there is no file; a file that cannot be read is an error and not an empty one. */
async function readTrust(): Promise<Trust> {
  const text = await readIfPresent(trustFile);
  if (text === undefined) return {};
  try {
    return JSON.parse(text) as Trust;
  } catch {
    throw new UserError(`${trustFile} is not JSON; no release can be trusted until it is mended.`);
  }
}

async function writeTrust(trust: Trust): Promise<void> {
  await mkdir(path.dirname(trustFile), { recursive: true });
  const partial = `${trustFile}.${process.pid}.partial`;
  await writeFile(partial, `${JSON.stringify(trust, null, 2)}\n`);
  await rename(partial, trustFile);
}

async function writePrivately(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.${process.pid}.partial`;
  await writeFile(partial, text, { mode: 0o600 });
  // The mode of a new file is subject to the umask; that of one that was there is not changed at all.
  await chmod(partial, 0o600);
  await rename(partial, file);
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
