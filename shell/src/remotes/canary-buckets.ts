import { safeStorage } from '@isa/contract';

const STORAGE_KEY = 'isa-shell:visitor';

/** From 0 to below 100. A visitor below a canary's percentage gets it. */
export type Bucket = (remote: string, version: string) => number;

/** The bucket of visitors without storage, whose number would change with every page. */
export const NEVER_CANARY: Bucket = () => Number.POSITIVE_INFINITY;

/** The bucket of staff: below every percentage, even that of a canary for staff only, which is 0. */
export const EVERY_CANARY: Bucket = () => -1;

/** Creates the buckets of this browser's visitor from a random number that is never sent. */
export function visitorBuckets(page: Pick<Window, 'localStorage'>): Bucket {
  const storage = safeStorage('localStorage', page);
  const known = storage.read(STORAGE_KEY);
  if (known) return bucketsOf(known);
  const visitor = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    '',
  );
  return storage.write(STORAGE_KEY, visitor) ? bucketsOf(visitor) : NEVER_CANARY;
}

/**
 * A version's bucket never changes, so that a higher percentage only adds visitors, and canaries do not
 * always hit the same ones.
 * @param visitor any text that identifies a visitor.
 */
export function bucketsOf(visitor: string): Bucket {
  return (remote, version) => (hash(`${visitor} ${remote}@${version}`) / 2 ** 32) * 100;
}

/** FNV-1a with the last step of MurmurHash3, without which similar texts have similar hashes. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
