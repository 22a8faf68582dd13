import { createHash, randomUUID } from 'node:crypto';
import { UserError } from '../tools/user-error';
import type { Registry, SignedRegistry } from '../formats/registry';
import { type Keys, ownKeys, REGISTRY, type Trust } from './keys/keys';
import { isSigned, type Signature, signText } from './keys/signature';
import { ownStorage } from './storage/own';
import type { Storage } from './storage/storage';

/** The file that pages and browsers follow. */
export const REGISTRY_FILE = 'registry.json';

/** What happened to one part. */
export interface Change {
  readonly what: 'promote' | 'canary' | 'rollback' | 'abort';
  readonly part: string;
  readonly version: string;
  /** What was live before, or the canary that was aborted. */
  readonly instead?: string;
  /** Of a canary, 0 to 100. */
  readonly percent?: number;
  /** Gates that it went out without. */
  readonly unchecked?: readonly string[];
  /** It went out whatever its check had to say; the entry's `why` says why. */
  readonly forced?: true;
}

/** A change as a sentence without its full stop. */
export function describeChange(change: Change): string {
  const { unchecked = [], forced } = change;
  const without = unchecked.length > 0 ? `; not checked: ${unchecked.join(', ')}` : '';
  return `${movement(change)}${without}${forced ? '; in spite of its check' : ''}`;
}

function movement({ what, part, version, instead, percent }: Change): string {
  const before = instead ? ` instead of ${instead}` : '';
  switch (what) {
    case 'promote':
      return `${part}@${version} is live for everybody${before}`;
    case 'canary':
      return `${part}@${version} is the canary, for ${percent} %${instead ? `; ${instead} stays live for the rest` : ''}`;
    case 'rollback':
      return `${part} is back at ${version}${before}`;
    case 'abort':
      return `the canary ${part}@${instead} has ended; ${version} is live for everybody`;
  }
}

/** Who changed the registry, and why. */
export interface Author {
  readonly who: string;
  readonly why?: string;
}

/** One line of the history: a change of the registry together with the registry that it led to. */
export interface HistoryEntry extends Author {
  readonly revision: number;
  /** ISO 8601. */
  readonly at: string;
  readonly changes: readonly Change[];
  /** SHA-256 of the former entry's bytes, in hexadecimal: nothing can be taken out or altered unseen. */
  readonly before?: string;
  readonly registry: SignedRegistry;
}

interface SignedEntry extends Signature {
  /** Unlike any other's, so that two alike changes of the same moment have other bytes. */
  readonly nonce: string;
  readonly entry: HistoryEntry;
}

/** The history's newest entry, as far as a change needs it. */
export interface Head {
  readonly entry: HistoryEntry;
  readonly hash: string;
  /** When the store has got it, by the store's own clock: the entry's `at` is by its author's. */
  readonly stored: Date;
}

const HISTORY = 'history/';
const nameOf = (revision: number) => `${HISTORY}${String(revision).padStart(8, '0')}.json`;

/**
 * The registry that is in force.
 * @throws UserError when nothing was ever promoted, or what is there is not signed by the operators.
 */
export async function readVerifiedRegistry(
  storage: Storage = ownStorage(),
  keys: Keys = ownKeys,
): Promise<SignedRegistry> {
  const trust = await keys.trust();
  const published = await readPublished(storage, trust);
  if (!published) throw new UserError(`Nothing is live yet: ${storage.address} has no registry.`);
  // Somebody may have been stopped between the change and its publication.
  return (await newestAfter(storage, trust, published.registry.revision))?.entry.registry ?? published;
}

async function readPublished(storage: Storage, trust: Trust): Promise<SignedRegistry | undefined> {
  const stored = await storage.read(REGISTRY_FILE);
  if (!stored) return undefined;
  const signed = parse<SignedRegistry>(stored.bytes);
  if (!signed.registry || !isTrusted(signed, signed.registry, trust) || !isSound(signed.registry)) {
    throw new UserError(
      `${storage.address}/${REGISTRY_FILE} is refused: it is not signed by a trusted key of the operators. npm run release -- repair puts back the one that the history ends with.`,
    );
  }
  const { registry, signature, key } = signed;
  return { registry, signature: signature ?? '', key: key ?? '' };
}

/** The last entry of the history. @returns `undefined` while there is none. */
export async function readHead(storage: Storage, keys: Keys = ownKeys): Promise<Head | undefined> {
  const trust = await keys.trust();
  // The published registry leads close to the end; without it the history is listed.
  const published = await readPublished(storage, trust);
  if (published) {
    const { revision } = published.registry;
    const head = (await newestAfter(storage, trust, revision)) ?? (await readEntry(storage, trust, revision));
    if (head) return head;
    throw new UserError(`The history of ${storage.address} lacks its revision ${revision}.`);
  }
  return newestListed(storage, trust);
}

async function newestListed(storage: Storage, trust: Trust): Promise<Head | undefined> {
  const last = (await storage.list(HISTORY)).at(-1);
  return last ? readEntry(storage, trust, Number(/(\d+)\.json$/.exec(last)?.[1])) : undefined;
}

async function newestAfter(storage: Storage, trust: Trust, revision: number): Promise<Head | undefined> {
  const next = await readEntry(storage, trust, revision + 1);
  return next && ((await newestAfter(storage, trust, revision + 1)) ?? next);
}

/** @param hash of an entry that a believed successor names; then whoever has signed it was believed at the time. */
async function readEntry(
  storage: Storage,
  trust: Trust,
  revision: number,
  hash?: string,
): Promise<Head | undefined> {
  const stored = await storage.read(nameOf(revision));
  if (!stored) return undefined;
  const own = createHash('sha256').update(stored.bytes).digest('hex');
  const signed = parse<SignedEntry>(stored.bytes);
  const { entry } = signed;
  const whole =
    entry?.revision === revision &&
    entry.registry.registry.revision === revision &&
    isSound(entry.registry.registry) &&
    (own === hash ||
      (isTrusted(signed, entry, trust) && isTrusted(entry.registry, entry.registry.registry, trust)));
  if (!entry || !whole) {
    throw new UserError(
      `${storage.address}/${nameOf(revision)} is refused: it is not what the operators have signed.`,
    );
  }
  return { entry, hash: own, stored: stored.modified };
}

/**
 * Appends a change. Creating the entry is the one step that counts: it holds the registry as well, so that either
 * both are there or neither. Publishing it can be done again by anybody.
 * @returns `undefined`, and changes nothing, when somebody else has made this revision.
 */
export async function append(
  storage: Storage,
  keys: Keys,
  head: Head | undefined,
  next: Registry,
  changes: readonly Change[],
  author: Author,
): Promise<SignedRegistry | undefined> {
  const privateKey = await keys.privateKey(REGISTRY);
  const registry: SignedRegistry = { registry: next, ...signText(JSON.stringify(next), privateKey) };
  const entry: HistoryEntry = {
    revision: next.revision,
    at: new Date().toISOString(),
    who: author.who,
    ...(author.why && { why: author.why }),
    changes,
    ...(head && { before: head.hash }),
    registry,
  };
  const signed: SignedEntry = { nonce: randomUUID(), entry, ...signText(JSON.stringify(entry), privateKey) };
  if (!(await storage.create(nameOf(next.revision), json(signed)))) return undefined;
  await publishNewest(storage, keys);
  return registry;
}

/**
 * Takes away a registry from before registries were signed, so that a site that is built on this machine can begin
 * with a signed one. One with a signature or a history stays, whatever is wrong with it.
 */
export async function forgetUnsigned(storage: Storage): Promise<void> {
  const stored = await storage.read(REGISTRY_FILE);
  if (!stored || parse<SignedRegistry>(stored.bytes).signature) return;
  if ((await storage.list(HISTORY)).length === 0) await storage.remove(REGISTRY_FILE);
}

/**
 * Makes the registry's file what the history ends with; finishes what somebody was stopped in.
 * @param force also in place of a file that is not signed.
 */
export async function publishNewest(
  storage: Storage,
  keys: Keys = ownKeys,
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
    // Looked at once more: a slower colleague may have put an older one in its place.
  }
}

/** The history, newest first. @param count how many entries at most. */
export async function readHistory(
  storage: Storage = ownStorage(),
  keys: Keys = ownKeys,
  count = Infinity,
): Promise<readonly HistoryEntry[]> {
  return (await readChain(storage, keys, count)).map(({ entry }) => entry);
}

/**
 * The same with when each entry was stored. The newest must be signed by a key that is believed now; each older one is
 * vouched for by its hash in the one after it, so that a key may be revoked without losing what it has signed.
 */
export async function readChain(storage: Storage, keys: Keys, count = Infinity): Promise<readonly Head[]> {
  const trust = await keys.trust();
  const chain: Head[] = [];
  let at = await readHead(storage, keys);
  while (at && chain.length < count) {
    chain.push(at);
    const { before, revision } = at.entry;
    if (!before) break;
    at = await readEntry(storage, trust, revision - 1, before);
    if (at?.hash !== before) {
      throw new UserError(`The history of ${storage.address} was altered before its revision ${revision}.`);
    }
  }
  return chain;
}

/** One line for each remote, and a number that can be counted on: two lines would be read one way here, another there. */
function isSound({ revision, remotes }: Registry): boolean {
  const names = remotes.map(({ name }) => name);
  return Number.isSafeInteger(revision) && revision > 0 && new Set(names).size === names.length;
}

function isTrusted(signature: Partial<Signature>, value: unknown, trust: Trust): boolean {
  return isSigned(JSON.stringify(value), signature, trust[REGISTRY] ?? []);
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function parse<T>(bytes: Buffer): Partial<T> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
