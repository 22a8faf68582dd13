import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Author, type RegistryChange, type HistoryEntry, withdrawnAfter } from '../formats/history';
import { matches, parseJson } from '../formats/parse-json';
import { type Registry, REGISTRY_FILE, type SignedRegistry } from '../formats/registry';
import { historyEntrySchema, registrySchema, signatureSchema } from '../formats/registry-schema';
import { isKit } from '../../packages/node/folders';
import { UserError } from '../../packages/node/user-error';
import {
  type Keys,
  keysOf,
  localKeys,
  REGISTRY_OWNER,
  requireTrustedKey,
  type Trust,
} from './keys/local-keys';
import { isSigned, type SignatureFields, signText } from './keys/signature';
import { defaultStorage } from './storage/default-storage';
import { renewValidity } from './registry-validity';
import type { Storage } from './storage/storage';

export interface StoredEntry {
  readonly entry: HistoryEntry;
  /** SHA-256 of the stored bytes, in hexadecimal. */
  readonly hash: string;
  /** When it was stored by the store's clock; the entry's `at` is by its author's. */
  readonly stored: Date;
}

// The values are validated after their signatures.
const signedRegistryFile = signatureSchema.partial().extend({ registry: z.unknown() });
const historyFile = signatureSchema.partial().extend({ entry: z.unknown() });

const HISTORY = 'history/';
const nameOf = (revision: number) => `${HISTORY}${String(revision).padStart(8, '0')}.json`;

/** @throws UserError when nothing was ever promoted, or the registry is not signed by the operators. */
export async function readVerifiedRegistry(storage: Storage = defaultStorage(), keys: Keys = localKeys) {
  const trust = await keys.trust();
  const published = await readPublished(storage, trust);
  if (!published) throw new UserError(`Nothing is live yet: ${storage.address} has no registry.`);
  // A promotion may have been interrupted before it published its entry.
  return (await newestAfter(storage, trust, published.registry.revision))?.entry.registry ?? published;
}

async function readPublished(storage: Storage, trust: Trust): Promise<SignedRegistry | undefined> {
  const stored = await storage.read(REGISTRY_FILE);
  if (!stored) return undefined;
  const { registry, signature = '', key = '' } = parseJson(stored.bytes, signedRegistryFile) ?? {};
  if (isTrusted(registry, { signature, key }, trust) && matches(registry, registrySchema)) {
    return { registry, signature, key };
  }
  const next = isKit
    ? 'Set RELEASE_TRUST to the file of the public keys that the site trusts, as README.md says.'
    : 'npm run release -- repair restores the newest one of the history.';
  throw new UserError(
    `${storage.address}/${REGISTRY_FILE} is refused: it is not a registry signed by a trusted key of the operators. ${next}`,
  );
}

/** The newest entry of the history. @returns `undefined` while there is none. */
export async function readHead(storage: Storage, keys: Keys = localKeys): Promise<StoredEntry | undefined> {
  const trust = await keys.trust();
  const published = await readPublished(storage, trust);
  // Newer entries are found from the published registry; without it the history is listed.
  return published ? newestFrom(storage, trust, published.registry.revision) : newestListed(storage, trust);
}

async function newestListed(storage: Storage, trust: Trust): Promise<StoredEntry | undefined> {
  const last = (await storage.list(HISTORY)).at(-1);
  // A listing may be older than the last change.
  return newestFrom(storage, trust, Number(/(\d+)\.json$/.exec(last ?? '')?.[1] ?? 0));
}

/** @throws UserError when there is no entry for this revision, unless it is 0. */
async function newestFrom(storage: Storage, trust: Trust, revision: number) {
  const head =
    (await newestAfter(storage, trust, revision)) ??
    (revision > 0 ? await readEntry(storage, trust, revision) : undefined);
  if (head || revision === 0) return head;
  throw new UserError(`The history of ${storage.address} has no entry for revision ${revision}.`);
}

async function newestAfter(
  storage: Storage,
  trust: Trust,
  revision: number,
): Promise<StoredEntry | undefined> {
  const next = await readEntry(storage, trust, revision + 1);
  return next && ((await newestAfter(storage, trust, revision + 1)) ?? next);
}

/** @param hash from a verified later entry; it replaces the signature, whose key may have been revoked since. */
async function readEntry(storage: Storage, trust: Trust, revision: number, hash?: string) {
  const stored = await storage.read(nameOf(revision));
  if (!stored) return undefined;
  const found = entryIn(stored.bytes, trust, hash);
  if (found?.entry.revision === revision) return { ...found, stored: stored.modified };
  throw new UserError(
    `${storage.address}/${nameOf(revision)} is refused: it is not an entry signed by a trusted key of the operators.`,
  );
}

/** @returns the entry in these bytes if a trusted key of the operators has signed it, or it has the hash. */
function entryIn(bytes: Buffer, trust: Trust, hash?: string): Omit<StoredEntry, 'stored'> | undefined {
  const ownHash = createHash('sha256').update(bytes).digest('hex');
  const { entry, ...signature } = parseJson(bytes, historyFile) ?? { entry: undefined };
  const isEntry =
    matches(entry, historyEntrySchema) &&
    entry.registry.registry.revision === entry.revision &&
    (ownHash === hash ||
      (isTrusted(entry, signature, trust) && isTrusted(entry.registry.registry, entry.registry, trust)));
  return isEntry ? { entry, hash: ownHash } : undefined;
}

/** A change of the registry that is signed, and not in force yet. */
export interface PreparedEntry {
  readonly registry: SignedRegistry;
  /** The bytes to be written into the history. */
  readonly text: string;
}

/** Signs a change. @param head the entry before it. @param hasSite whether a site is built with it. */
export async function prepareEntry(
  keys: Keys,
  head: StoredEntry | undefined,
  next: Registry,
  changes: readonly RegistryChange[],
  { who, why }: Author,
  hasSite = false,
): Promise<PreparedEntry> {
  // A process that still has a revoked key would write an entry that stops all other processes.
  await requireTrustedKey(REGISTRY_OWNER, keys);
  const privateKey = await keys.privateKey(REGISTRY_OWNER);
  const registry: SignedRegistry = { registry: next, ...signText(JSON.stringify(next), privateKey) };
  const change = { at: new Date().toISOString(), who, ...(why && { why }), changes };
  const withdrawn = withdrawnAfter(head?.entry.withdrawn ?? [], change);
  const entry: HistoryEntry = {
    revision: next.revision,
    ...change,
    ...(withdrawn.length > 0 && { withdrawn }),
    ...(hasSite && { hasSite }),
    ...(head && { before: head.hash, lastOf: lastOf(head) }),
    registry,
  };
  // The nonce makes the bytes of two equal changes in the same millisecond differ.
  const signed = { nonce: randomUUID(), entry, ...signText(JSON.stringify(entry), privateKey) };
  return { registry, text: String(json(signed)) };
}

/**
 * Writes a change into the history, and publishes its registry.
 * @returns `false` when the history has another entry of this revision.
 */
export async function recordEntry(
  storage: Storage,
  keys: Keys,
  { registry: { registry }, text }: PreparedEntry,
): Promise<boolean> {
  const name = nameOf(registry.revision);
  const bytes = Buffer.from(text);
  const isRecorded =
    (await storage.create(name, bytes)) || (await storage.read(name))?.bytes.equals(bytes) === true;
  if (!isRecorded) return false;
  await publishNewestRegistry(storage, keys);
  await renewValidity(registry.revision, storage, keys);
  return true;
}

/**
 * The entry whose registry is in force: the newest one of the history, or the one after it that the current site build
 * has, because its process has died before it wrote the history.
 * @param shown the bytes of the site build's entry.
 */
export async function readEntryInForce(
  storage: Storage,
  keys: Keys,
  shown: string | undefined,
): Promise<(PreparedEntry & { readonly isRecorded: boolean }) | undefined> {
  const trust = await keys.trust();
  const head = await readHead(storage, keys);
  const found = shown === undefined ? undefined : entryIn(Buffer.from(shown), trust);
  const follows =
    found?.entry.before === head?.hash && found?.entry.revision === (head?.entry.revision ?? 0) + 1;
  if (shown !== undefined && found && follows) {
    return { registry: found.entry.registry, text: shown, isRecorded: false };
  }
  if (!head) return undefined;
  const text = String((await storage.read(nameOf(head.entry.revision)))?.bytes);
  return { registry: head.entry.registry, text, isRecorded: true };
}

/** Also after an interrupted promotion. @param force replaces a registry file without a trusted signature. */
export async function publishNewestRegistry(
  storage: Storage,
  keys: Keys = localKeys,
  { force = false }: { readonly force?: boolean } = {},
): Promise<void> {
  const trust = await keys.trust();
  for (;;) {
    const stored = await storage.read(REGISTRY_FILE);
    const head = force ? await newestListed(storage, trust) : await readHead(storage, keys);
    if (!head) return;
    const bytes = json(head.entry.registry);
    if (stored?.bytes.equals(bytes)) return;
    await storage.replace(REGISTRY_FILE, bytes, stored?.tag);
    // The newest entry is compared again, because a slower process may have published an older registry.
  }
}

/** Reads the history, newest first. @param count at most. @param app only entries that changed this app. */
export async function readHistory(
  storage: Storage = defaultStorage(),
  keys: Keys = localKeys,
  count = Infinity,
  app?: string,
): Promise<readonly HistoryEntry[]> {
  return (await readChain(storage, keys, count, app)).map(({ entry }) => entry);
}

/** Reads the history as it is stored, newest first. */
export async function readChain(storage: Storage, keys: Keys, count = Infinity, app?: string) {
  const chain: StoredEntry[] = [];
  for await (const entry of chainEntries(storage, keys, { app })) {
    chain.push(entry);
    if (chain.length >= count) break;
  }
  return chain;
}

function lastOf({ entry: { changes, revision, lastOf }, hash }: StoredEntry) {
  return { ...lastOf, ...Object.fromEntries(changes.map(({ app }) => [app, { revision, hash }])) };
}

/**
 * Reads the history from the newest entry on, each when it is asked for. A trusted key must have signed the
 * newest one; each older one is verified by its hash in a later one, so that a key can be revoked.
 * @param app only entries that changed this app; no other is read.
 * @param head begins there instead.
 */
export async function* chainEntries(
  storage: Storage,
  keys: Keys,
  { app, head }: { readonly app?: string | undefined; readonly head?: StoredEntry } = {},
): AsyncGenerator<StoredEntry, void> {
  const trust = await keys.trust();
  let at = head ?? (await readHead(storage, keys));
  while (at) {
    const { changes, revision } = at.entry;
    if (app === undefined || changes.some((change) => change.app === app)) yield at;
    const next = entryBefore(at.entry, app);
    if (!next) return;
    at = await readEntry(storage, trust, next.revision, next.hash);
    if (at?.hash !== next.hash) {
      throw new UserError(`The history of ${storage.address} was altered before its revision ${revision}.`);
    }
  }
}

function entryBefore({ revision, before, lastOf = {} }: HistoryEntry, app: string | undefined) {
  if (app !== undefined) return Object.hasOwn(lastOf, app) ? lastOf[app] : undefined;
  return before === undefined ? undefined : { revision: revision - 1, hash: before };
}

/** Whether the operators have signed it. */
export function isTrusted(value: unknown, signature: SignatureFields, trust: Trust): boolean {
  return isSigned(value, signature, keysOf(trust, REGISTRY_OWNER));
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
