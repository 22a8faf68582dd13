import { type Bucket, bucketsOf, NEVER_CANARY } from './choice';

const STORAGE_KEY = 'isa-shell:visitor';

/**
 * The buckets of whoever uses this browser. They hang on a random number that never leaves it; where nothing
 * can be stored the visitor is never a canary.
 */
export function visitorBuckets(page: Pick<Window, 'localStorage'>): Bucket {
  try {
    const known = page.localStorage.getItem(STORAGE_KEY);
    if (known) return bucketsOf(known);
    const visitor = randomText();
    page.localStorage.setItem(STORAGE_KEY, visitor);
    return bucketsOf(visitor);
  } catch {
    return NEVER_CANARY;
  }
}

function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
}
