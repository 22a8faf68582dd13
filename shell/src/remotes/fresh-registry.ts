import type {
  CompleteRegistry,
  PageRegistry,
  Registry,
  RegistryKey,
  SignedRegistry,
} from '../../formats/registry';
import type { SeenRevision } from './seen-revision';

/** How long the site may take to hand out its registry, in milliseconds. */
const TIMEOUT = 5_000;
/** A dropped connection is seldom back at once; in milliseconds. */
const PAUSE = 300;
/** For how long an answer does for whoever else asks, in milliseconds. */
const SHARED_FOR = 3_000;

/**
 * Why there is no registry to be had:
 * - `unreachable`: the site does not answer; another attempt may end otherwise;
 * - `unusable`: it answers, and this page cannot believe what it says. Another document can do without.
 */
export type NoRegistry = 'unreachable' | 'unusable';

/** The registry as the site has it now. */
export interface RegistrySource {
  /**
   * Several callers at a time share one request.
   * @param anew does not make do with somebody else's failure of a moment ago.
   */
  fresh(anew?: boolean): Promise<CompleteRegistry | NoRegistry>;
}

export interface RegistrySourceOptions {
  /** What was composed into the page: its keys are believed, and nothing older than its registry. */
  readonly page: PageRegistry;
  readonly address?: string;
  readonly fetch: typeof globalThis.fetch;
  /** Absent where the page was not loaded securely (W3C Secure Contexts). */
  readonly subtle: SubtleCrypto | undefined;
  readonly seen: SeenRevision;
  readonly now?: () => number;
  readonly pause?: number;
  /** Told when the site hands out something that is no registry of ours. */
  onForged(error: Error): void;
}

interface Asked {
  readonly answer: Promise<CompleteRegistry | NoRegistry>;
  until: number;
  failed: boolean;
}

export function createRegistrySource({
  page,
  address = '/registry.json',
  fetch,
  subtle,
  seen,
  now = () => performance.now(),
  pause = PAUSE,
  onForged,
}: RegistrySourceOptions): RegistrySource {
  // Without keys, or means to use them, nothing can be believed, and nothing needs to be asked.
  let canVerify = Boolean(page.keys?.length && subtle);
  let shared: Asked | undefined;

  async function ask(): Promise<CompleteRegistry | NoRegistry> {
    const text = await read(fetch, address, pause);
    if (typeof text !== 'string') return text.none;
    try {
      const registry = await believe(text, page.keys ?? [], subtle);
      // An older one is genuine and out of date: a cache that lags behind, or somebody who replays it.
      if (registry.revision < Math.max(page.registry.revision, seen.highest)) return 'unusable';
      seen.saw(registry.revision);
      return { ...page, registry };
    } catch (error) {
      if (error instanceof CannotVerify) canVerify = false;
      else onForged(error instanceof Error ? error : new Error(String(error)));
      return 'unusable';
    }
  }

  return {
    fresh(anew = false) {
      if (!canVerify) return Promise.resolve('unusable');
      if (!shared || shared.until < now() || (anew && shared.failed)) {
        const asked: Asked = { answer: ask(), until: Number.POSITIVE_INFINITY, failed: false };
        shared = asked;
        void asked.answer.then((answer) => {
          asked.until = now() + SHARED_FOR;
          asked.failed = typeof answer === 'string';
        });
      }
      return shared.answer;
    },
  };
}

/** A lost packet should not cost a page: what failed at once is asked for once more. What hangs is not. */
async function read(
  fetch: typeof globalThis.fetch,
  address: string,
  pause: number,
  again = true,
): Promise<string | { readonly none: NoRegistry }> {
  try {
    const response = await fetch(address, {
      cache: 'no-cache',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (response.ok) return await response.text();
    if (response.status < 500 && response.status !== 429) return { none: 'unusable' };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return { none: 'unreachable' };
  }
  if (!again) return { none: 'unreachable' };
  await new Promise((resolve) => setTimeout(resolve, pause));
  return read(fetch, address, pause, false);
}

/** `Ed25519` came to WebCrypto with Chrome 137, Firefox 129 and Safari 17. */
class CannotVerify extends Error {
  override readonly name = 'CannotVerify';
}

/** @throws Error when it is not signed by one of the keys, by Ed25519 (RFC 8032); CannotVerify where nobody can tell. */
async function believe(
  text: string,
  keys: readonly RegistryKey[],
  subtle: SubtleCrypto | undefined,
): Promise<Registry> {
  const signed = JSON.parse(text) as Partial<SignedRegistry>;
  const key = keys.find(({ id }) => id === signed.key);
  if (!key || !signed.registry || typeof signed.signature !== 'string') {
    throw new Error('The fresh registry is not signed by a key of this page.');
  }
  const imported = await subtle
    ?.importKey('raw', bytesOf(key.key), 'Ed25519', false, ['verify'])
    .catch(() => undefined);
  if (!subtle || !imported) throw new CannotVerify('This browser cannot verify signatures by Ed25519.');
  const genuine = await subtle.verify(
    'Ed25519',
    imported,
    bytesOf(signed.signature),
    new TextEncoder().encode(JSON.stringify(signed.registry)),
  );
  if (!genuine) throw new Error('The fresh registry does not match its signature.');
  return signed.registry;
}

/** @throws DOMException when it is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
