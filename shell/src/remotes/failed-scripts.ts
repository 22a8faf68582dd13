/** The scripts that did not arrive or were refused, as the page has seen them. */
export interface FailedScripts {
  /**
   * Fetches them past the browser's cache, where immutable files stay whatever is in them, so that the next
   * attempt does not meet the same bad bytes. Their hashes are checked when they are loaded again.
   */
  forget(): Promise<void>;
}

/** How long a script may take to be fetched again, in milliseconds. */
const TIMEOUT = 5_000;

export function watchFailedScripts(page: Window): FailedScripts {
  const addresses = new Set<string>();
  page.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.src) addresses.add(target.src);
    },
    // Loading errors do not bubble.
    true,
  );
  return {
    async forget() {
      const again = [...addresses];
      addresses.clear();
      // Whether they can be had now is for the next attempt to say.
      await Promise.allSettled(
        again.map((address) => fetch(address, { cache: 'reload', signal: AbortSignal.timeout(TIMEOUT) })),
      );
    },
  };
}
