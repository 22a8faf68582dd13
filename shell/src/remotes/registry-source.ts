import { isTimeout, withDeadline } from '../browser/with-deadline';
import { isRecord, type SafeStorage } from '@isa/contract';
import type { CompleteRegistry, PageRegistry, Registry } from '../../platform/formats/registry';

const ADDRESS = '/registry.json';
const STORAGE_KEY = 'isa-shell:revision';
/** The time limit for the request, in milliseconds. */
const TIMEOUT = 5_000;
/** The delay before a retry, in milliseconds: a dropped connection rarely returns at once. */
const PAUSE = 300;
/** How long a result is shared with later callers, in milliseconds. */
const SHARED_FOR = 3_000;

/** `unreachable`: another attempt may succeed. `unusable`: no registry, or too old. */
export type RegistryFailure = 'unreachable' | 'unusable';

/** Concurrent callers share one request. @param retry requests again when the shared result is a failure. */
export type LoadRegistry = (retry?: boolean) => Promise<CompleteRegistry | RegistryFailure>;

interface RegistrySourceOptions {
  readonly page: PageRegistry;
  readonly fetch: typeof globalThis.fetch;
  readonly storage: SafeStorage;
}

/** Signatures are not verified: an attacker who could replace the registry could replace the page. */
export function createRegistrySource({ page, fetch, storage }: RegistrySourceOptions): LoadRegistry {
  let highestRevision = Math.max(page.registry.revision, Number(storage.read(STORAGE_KEY)) || 0);
  let shared: { result: ReturnType<typeof request>; expires: number; failed: boolean } | undefined;

  async function request(): Promise<CompleteRegistry | RegistryFailure> {
    const response = await fetchJson(fetch);
    if (typeof response === 'string') return response;
    const { registry } = response;
    // An older registry comes from a stale cache.
    if (!isRegistry(registry) || registry.revision < highestRevision) return 'unusable';
    highestRevision = registry.revision;
    storage.write(STORAGE_KEY, String(highestRevision));
    return { ...page, registry };
  }

  return async (retry) => {
    if (!shared || shared.expires < performance.now() || (retry && shared.failed)) {
      const current = { result: request(), expires: Infinity, failed: false };
      shared = current;
      void current.result.then((result) => {
        current.expires = performance.now() + SHARED_FOR;
        current.failed = typeof result === 'string';
      });
    }
    return shared.result;
  };
}

/** Retries an immediate failure once, because a lost packet should not cost a page; no time-out. */
async function fetchJson(
  fetch: typeof globalThis.fetch,
  retry = true,
): Promise<Readonly<Record<string, unknown>> | RegistryFailure> {
  try {
    const { response, text } = await withDeadline(TIMEOUT, async (signal) => {
      const response = await fetch(ADDRESS, { cache: 'no-cache', credentials: 'omit', signal });
      return { response, text: response.ok ? await response.text() : '' };
    });
    if (response.ok) {
      const json: unknown = JSON.parse(text);
      return isRecord(json) ? json : 'unusable';
    }
    if (response.status < 500 && response.status !== 429) return 'unusable';
  } catch (error) {
    if (error instanceof SyntaxError) return 'unusable';
    if (isTimeout(error)) return 'unreachable';
  }
  if (!retry) return 'unreachable';
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  return fetchJson(fetch, false);
}

/** Only the shape is checked, because the site builder has written what it had verified. */
function isRegistry(value: unknown): value is Registry {
  return isRecord(value) && Number.isInteger(value.revision) && Array.isArray(value.remotes);
}
