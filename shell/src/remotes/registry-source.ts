import { isRecord, type SafeStorage } from '@isa/contract';
import type {
  CompleteRegistry,
  PageRegistry,
  Registry,
  PublicKey,
  SignedRegistry,
} from '../../formats/registry';
import { isSignedBy, VerificationUnsupported } from './verify-signature';

const ADDRESS = '/registry.json';
const STORAGE_KEY = 'isa-shell:revision';
/** Time limit for the request, in milliseconds. */
const TIMEOUT = 5_000;
/** Delay before a retry, in milliseconds: a dropped connection rarely returns at once. */
const PAUSE = 300;
/** How long a result is shared with later callers, in milliseconds. */
const SHARED_FOR = 3_000;

/**
 * Why there is no fresh registry:
 * - `unreachable`: the site does not respond; another attempt may succeed;
 * - `unusable`: the response cannot be trusted or is too old. Another document does not need it.
 */
export type RegistryFailure = 'unreachable' | 'unusable';

/**
 * Loads the site's current registry. Concurrent callers share one request.
 * @param retry requests again when the shared result is a failure.
 */
export type LoadRegistry = (retry?: boolean) => Promise<CompleteRegistry | RegistryFailure>;

export interface RegistrySourceOptions {
  /** The registry in the page: its keys are trusted. */
  readonly page: PageRegistry;
  readonly fetch: typeof globalThis.fetch;
  /** Absent on insecure origins (W3C Secure Contexts). */
  readonly subtle: SubtleCrypto | undefined;
  /** Contains the highest revision that this tab has accepted. */
  readonly storage: SafeStorage;
  readonly now?: () => number;
  readonly pause?: number;
  /** Receives the error when the response is not a validly signed registry. */
  onForged(error: Error): void;
}

export function createRegistrySource({
  page,
  fetch,
  subtle,
  storage,
  now = () => performance.now(),
  pause = PAUSE,
  onForged,
}: RegistrySourceOptions): LoadRegistry {
  let canVerify = Boolean(page.keys?.length && subtle);
  let highestRevision = Math.max(page.registry.revision, Number(storage.read(STORAGE_KEY)) || 0);
  let shared: { result: ReturnType<typeof request>; expires: number; failed: boolean } | undefined;

  async function request(): Promise<CompleteRegistry | RegistryFailure> {
    const response = await fetchText(fetch, pause);
    if ('failure' in response) return response.failure;
    try {
      const registry = await verify(response.text, page.keys ?? [], subtle);
      // A genuine but older registry comes from a stale cache or a replay attack.
      if (registry.revision < highestRevision) return 'unusable';
      highestRevision = registry.revision;
      storage.write(STORAGE_KEY, String(highestRevision));
      return { ...page, registry };
    } catch (error) {
      if (error instanceof VerificationUnsupported) canVerify = false;
      else onForged(error instanceof Error ? error : new Error(String(error)));
      return 'unusable';
    }
  }

  return async (retry) => {
    if (!canVerify) return 'unusable';
    if (!shared || shared.expires < now() || (retry && shared.failed)) {
      const current = { result: request(), expires: Infinity, failed: false };
      shared = current;
      void current.result.then((result) => {
        current.expires = now() + SHARED_FOR;
        current.failed = typeof result === 'string';
      });
    }
    return shared.result;
  };
}

/** Retries once after an immediate failure, because a lost packet should not cost a page; not after a time-out. */
async function fetchText(
  fetch: typeof globalThis.fetch,
  pause: number,
  retry = true,
): Promise<{ readonly text: string } | { readonly failure: RegistryFailure }> {
  try {
    const response = await fetch(ADDRESS, {
      cache: 'no-cache',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (response.ok) return { text: await response.text() };
    if (response.status < 500 && response.status !== 429) return { failure: 'unusable' };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return { failure: 'unreachable' };
  }
  if (!retry) return { failure: 'unreachable' };
  await new Promise((resolve) => setTimeout(resolve, pause));
  return fetchText(fetch, pause, false);
}

/** @throws VerificationUnsupported where the browser lacks Ed25519; Error when no key of the page signed the text. */
async function verify(
  text: string,
  keys: readonly PublicKey[],
  subtle: SubtleCrypto | undefined,
): Promise<Registry> {
  const signed: unknown = JSON.parse(text);
  if (!isSignedRegistry(signed) || !keys.some(({ id }) => id === signed.key))
    throw new Error('The fresh registry is not signed by a key of this page.');
  if (await isSignedBy(keys, signed, JSON.stringify(signed.registry), subtle)) return signed.registry;
  throw new Error('The fresh registry does not match its signature.');
}

/** The registry's own fields are not checked: the signature proves that the operators wrote them. */
function isSignedRegistry(value: unknown): value is SignedRegistry {
  return isRecord(value) && isRecord(value.registry) && typeof value.signature === 'string';
}
