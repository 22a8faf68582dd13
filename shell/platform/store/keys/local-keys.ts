import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { requireJson, type Valid } from '../../formats/parse-json';
import type { PreviewKeys } from '../../formats/preview';
import type { PublicKey } from '../../formats/registry';
import { keysFolder, trustFile } from '../locations';
import { withLock } from '../../../packages/node/lock';
import { makePrivateFolder } from '../../../packages/node/private-folder';
import { ignoreMissing, UserError } from '../../../packages/node/user-error';
import { createKeyPair, publicKeyOf, readPrivateKey, readPublicKey } from './signature';

/** The owner of the key that signs the registry: the operators. Every other owner is an app, whose team signs it. */
export const REGISTRY_OWNER = 'registry';

/** The owner of a key that signs records of checks and nothing else: for pipelines, which must not change the registry. */
export const CHECK_OWNER = 'check';

/** The owner of a key that signs preview links and nothing else: for pipelines, which must not change the registry. */
export const PREVIEW_OWNER = 'preview';

const trustSchema = z.record(
  z.string(),
  z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      /** When the key was trusted, as an ISO 8601 time. */
      since: z.string(),
    }),
  ),
);

/** An owner may have several keys, so that one can be replaced without interruption. */
export type Trust = Valid<typeof trustSchema>;

export interface Keys {
  trust(): Promise<Trust>;
  /** @throws UserError when the key is not available. */
  privateKey(owner: string): Promise<KeyObject>;
}

/** The keys of this machine, from files or the environment. */
export const localKeys: Keys = { trust: readTrust, privateKey: requirePrivateKey };

/** @returns no keys for names that every object inherits, such as `constructor`. */
export function keysOf(trust: Trust, owner: string): readonly PublicKey[] {
  return (Object.hasOwn(trust, owner) ? trust[owner] : undefined) ?? [];
}

/** Callers ask before work that takes long. @throws UserError without the owner's key, or trust in it. */
export async function requireTrustedKey(owner: string, keys: Keys = localKeys): Promise<void> {
  const { id, key } = publicKeyOf(await keys.privateKey(owner));
  if (keysOf(await keys.trust(), owner).some((trusted) => trusted.id === id)) return;
  throw new UserError(
    `The private key of ${owner} on this machine (${id}) is not trusted. Trust it with npm run release -- trust ${owner} ${key}, or use a trusted one.`,
  );
}

/** The public keys that browsers verify previews with: links are signed by the operators or a key for previews only. */
export async function previewKeys(keys: Keys = localKeys): Promise<PreviewKeys> {
  const trust = await keys.trust();
  const publicOnes = (owner: string) => keysOf(trust, owner).map(({ id, key }) => ({ id, key }));
  const owners = [REGISTRY_OWNER, PREVIEW_OWNER];
  const teams = Object.keys(trust).filter((owner) => !owners.includes(owner));
  return {
    links: owners.flatMap(publicOnes),
    teams: Object.fromEntries(teams.map((team) => [team, publicOnes(team)])),
  };
}

/** Only this user can read the private key. @throws UserError for an owner with a key and no `replace`. */
export async function generateKeys(owner: string, { replace = false }: { readonly replace?: boolean } = {}) {
  const file = privateKeyFile(owner);
  if (!replace && (await readIfPresent(file))) {
    throw new UserError(
      `${owner} already has a key: ${file}. Add --rotate to generate another; the old one stays trusted until it is revoked.`,
    );
  }
  const { privateKey, publicKey } = createKeyPair();
  // The key is trusted before it is stored, because releases signed by an untrusted key would be refused.
  await addTrusted(owner, publicKey);
  await makePrivateFolder(path.dirname(file));
  await writeFileAtomic(file, String(privateKey.export({ type: 'pkcs8', format: 'pem' })), { mode: 0o600 });
  return { ...publicKey, file };
}

/**
 * Generates a key for each owner without a trusted one. Where the environment or a file provides a private
 * key, its public key is trusted instead.
 */
export async function generateMissingKeys(owners: readonly string[]): Promise<void> {
  const trust = await readTrust();
  for (const owner of owners.filter((owner) => keysOf(trust, owner).length === 0)) {
    if (await readPrivateKeyText(owner)) {
      await addTrusted(owner, publicKeyOf(await requirePrivateKey(owner)));
    } else {
      await generateKeys(owner);
    }
  }
}

/**
 * Trusts a key of another machine.
 * @param key 32 bytes, base64.
 * @throws UserError when it is not such a key.
 */
export async function trustKey(owner: string, key: string): Promise<PublicKey> {
  const added = readPublicKey(key);
  if (!added) throw new UserError(`"${key}" is not a public key. It must be 32 bytes in base64.`);
  await addTrusted(owner, added);
  return added;
}

async function addTrusted(owner: string, key: PublicKey): Promise<void> {
  await changeTrust(owner, (before) => {
    const others = before.filter(({ id }) => id !== key.id);
    return [...others, { ...key, since: new Date().toISOString() }];
  });
}

/** @throws UserError when the key is not trusted, or is the owner's last one. */
export async function revokeKey(owner: string, id: string): Promise<void> {
  await changeTrust(owner, (before) => {
    const after = before.filter((trusted) => trusted.id !== id);
    if (after.length === before.length) throw new UserError(`No key ${id} of ${owner} is trusted.`);
    if (after.length > 0) return after;
    throw new UserError(
      `${id} is the only key of ${owner}. Generate another first: npm run release -- keygen ${owner} --rotate.`,
    );
  });
}

async function requirePrivateKey(owner: string): Promise<KeyObject> {
  const variable = environmentVariable(owner);
  const file = privateKeyFile(owner);
  const text = await readPrivateKeyText(owner);
  if (!text) {
    throw new UserError(
      `The private key of ${owner} is not on this machine, neither in ${file} nor in ${variable}. Generate one with npm run release -- keygen ${owner}.`,
    );
  }
  try {
    return readPrivateKey(text);
  } catch {
    const source = process.env[variable] ? variable : file;
    throw new UserError(`${source} does not contain an Ed25519 private key in PKCS #8.`);
  }
}

async function readPrivateKeyText(owner: string): Promise<string | undefined> {
  return process.env[environmentVariable(owner)] ?? (await readIfPresent(privateKeyFile(owner)));
}

function environmentVariable(owner: string): string {
  return `RELEASE_KEY_${owner.toUpperCase().replaceAll('-', '_')}`;
}

function privateKeyFile(owner: string): string {
  return path.join(keysFolder, `${owner}.key.pem`);
}

/** A missing file means that nothing is trusted. @throws UserError for a file that cannot be read. */
async function readTrust(): Promise<Trust> {
  const text = await readIfPresent(trustFile);
  return text === undefined ? {} : requireJson(text, trustSchema, trustFile);
}

/** Under a lock, because another command could bring back a key that this one revokes. */
async function changeTrust(
  owner: string,
  change: (keys: NonNullable<Trust[string]>) => NonNullable<Trust[string]>,
): Promise<void> {
  // The file is alongside the private keys by default, so its folder is private.
  await makePrivateFolder(path.dirname(trustFile));
  await withLock(`${trustFile}.locks`, async () => {
    const trust = await readTrust();
    const changed = { ...trust, [owner]: change(trust[owner] ?? []) };
    await writeFileAtomic(trustFile, `${JSON.stringify(changed, null, 2)}\n`);
  });
}

async function readIfPresent(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(ignoreMissing);
}
