/** How long data that was fetched ahead may still be shown, in milliseconds. */
export const FRESH_MILLISECONDS = 30_000;

interface KeptData {
  /** Data and page have to be of one release. */
  readonly release: unknown;
  readonly data: Promise<unknown>;
  readonly forget: () => void;
}

/** Data of pages that nobody has visited yet, by address. */
export interface DataAhead {
  /** Loads unless that very data is here or on its way. What is not taken in time is aborted and forgotten. */
  keep(url: URL, release: unknown, load: (signal: AbortSignal) => Promise<unknown>): void;
  /** Hands out what was kept for an address, once. */
  take(url: URL, release: unknown): Promise<unknown> | undefined;
}

export function createDataAhead(): DataAhead {
  const kept = new Map<string, KeptData>();

  return {
    keep(url, release, load) {
      const key = keyOf(url);
      const present = kept.get(key);
      if (present && present.release === release) return;
      present?.forget();
      const abort = new AbortController();
      const data = load(abort.signal);
      const timer = setTimeout(() => {
        abort.abort();
        forget();
      }, FRESH_MILLISECONDS);
      const forget = () => {
        clearTimeout(timer);
        if (kept.get(key)?.data === data) kept.delete(key);
      };
      // A failure is the visit's to meet, with an attempt of its own.
      data.catch(forget);
      kept.set(key, { release, data, forget });
    },
    take(url, release) {
      const found = kept.get(keyOf(url));
      found?.forget();
      return found?.release === release ? found?.data : undefined;
    },
  };
}

/** Loaders never see what stands behind the hash. */
function keyOf({ pathname, search }: URL): string {
  return pathname + search;
}
