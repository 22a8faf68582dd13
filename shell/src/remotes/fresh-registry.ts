import type { PageRegistry, Registry, RegistryKey, SignedRegistry } from './registry';

/** How long the site may take to hand out its registry, in milliseconds. */
const TIMEOUT = 5_000;
/** For how long an answer does for whoever else asks, in milliseconds. */
const SHARED_FOR = 3_000;

/** The registry as the site has it now. */
export interface RegistrySource {
  /**
   * Several callers at a time share one request.
   * @returns `undefined` when there is none to be had, or none to be believed: stay with what is there.
   */
  fresh(): Promise<PageRegistry | undefined>;
}

export interface RegistrySourceOptions {
  /** What was composed into the page: its keys are believed, and nothing older than its registry. */
  readonly page: PageRegistry;
  readonly address?: string;
  readonly fetch: typeof globalThis.fetch;
  readonly subtle: SubtleCrypto;
  readonly now?: () => number;
  /** Told when the site hands out something that is no registry of ours. */
  onForged(error: Error): void;
}

export function createRegistrySource({
  page,
  address = '/registry.json',
  fetch,
  subtle,
  now = () => performance.now(),
  onForged,
}: RegistrySourceOptions): RegistrySource {
  let newest = page.registry;
  let shared: { readonly answer: Promise<PageRegistry | undefined>; readonly until: number } | undefined;

  async function ask(): Promise<PageRegistry | undefined> {
    const text = await read(fetch, address);
    if (text === undefined) return undefined;
    try {
      const registry = await believe(text, page.keys ?? [], subtle);
      // An older one is genuine and out of date: a cache that lags behind, or somebody who replays it.
      if (registry.revision < newest.revision) return undefined;
      newest = registry;
      return { ...page, registry };
    } catch (error) {
      onForged(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  }

  return {
    fresh() {
      // Without keys nothing can be believed.
      if (!page.keys?.length) return Promise.resolve(undefined);
      if (!shared || shared.until < now()) {
        const asked = { answer: ask(), until: Number.POSITIVE_INFINITY };
        shared = asked;
        void asked.answer.then(() => (asked.until = now() + SHARED_FOR));
      }
      return shared.answer;
    },
  };
}

/** @returns `undefined` when the site cannot be reached, or has no registry. */
async function read(fetch: typeof globalThis.fetch, address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address, {
      cache: 'no-cache',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @throws Error when it is not signed by one of the keys, by Ed25519 (RFC 8032), also where the browser cannot tell:
 * `Ed25519` came to WebCrypto with Chrome 137, Firefox 129 and Safari 17.
 */
async function believe(text: string, keys: readonly RegistryKey[], subtle: SubtleCrypto): Promise<Registry> {
  const signed = JSON.parse(text) as Partial<SignedRegistry>;
  const key = keys.find(({ id }) => id === signed.key);
  if (!key || !signed.registry || typeof signed.signature !== 'string') {
    throw new Error('The fresh registry is not signed by a key of this page.');
  }
  const imported = await subtle.importKey('raw', bytesOf(key.key), 'Ed25519', false, ['verify']);
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
