/** Age at which prefetched data is discarded, in milliseconds. */
const FRESH_MILLISECONDS = 30_000;

interface Entry {
  readonly release: unknown;
  readonly data: Promise<unknown>;
  readonly discard: () => void;
}

/** Data of pages that have not been visited yet, by address. */
export function createPrefetchedData() {
  const entries = new Map<string, Entry>();

  return {
    /** Loads unless data of this address and release is present. Data that is not taken in time is aborted. */
    prefetch(url: URL, release: unknown, load: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
      const key = keyOf(url);
      const present = entries.get(key);
      if (present && present.release === release) return present.data;
      present?.discard();
      const abort = new AbortController();
      const data = load(abort.signal);
      const timer = setTimeout(() => {
        abort.abort();
        discard();
      }, FRESH_MILLISECONDS);
      const discard = () => {
        clearTimeout(timer);
        if (entries.get(key)?.data === data) entries.delete(key);
      };
      // The visit loads again and reports its own failure.
      data.catch(discard);
      entries.set(key, { release, data, discard });
      return data;
    },
    /** Removes and returns the data of an address; `undefined` when there is none of this release. */
    take(url: URL, release: unknown): Promise<unknown> | undefined {
      const entry = entries.get(keyOf(url));
      entry?.discard();
      return entry?.release === release ? entry?.data : undefined;
    },
  };
}

/** The key has no fragment, which loaders do not receive. */
function keyOf({ pathname, search }: URL): string {
  return pathname + search;
}
