/**
 * What is wrong with a script that failed: it can be had after all, it is not there any more, its server
 * cannot be reached, or its bytes are not those that were promised.
 */
export type ScriptFault = 'arrives' | 'gone' | 'unreachable' | 'altered';

/** The scripts that did not arrive or were refused, as the page has seen them. */
export interface FailedScripts {
  /**
   * Fetches those below an address past the browser's cache, where immutable files stay whatever is in them, so
   * that the next attempt does not meet the same bad bytes. Their hashes are checked when they are loaded again.
   * @param below the beginning of their addresses; all of them by default.
   */
  examine(below?: string): Promise<readonly ScriptFault[]>;
}

/** How long a script may take to be fetched again, in milliseconds. */
const TIMEOUT = 5_000;

export function watchFailedScripts(page: Window): FailedScripts {
  const failed = new Map<string, string>();
  page.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.src) failed.set(target.src, target.integrity);
    },
    // Loading errors do not bubble.
    true,
  );
  return {
    examine(below = '') {
      const again = [...failed].filter(([address]) => address.startsWith(below));
      for (const [address] of again) failed.delete(address);
      return Promise.all(again.map(([address, integrity]) => examine(address, integrity)));
    },
  };
}

async function examine(address: string, integrity: string): Promise<ScriptFault> {
  try {
    const response = await fetch(address, { cache: 'reload', signal: AbortSignal.timeout(TIMEOUT) });
    if (response.status >= 400 && response.status < 500) return 'gone';
    if (!response.ok) return 'unreachable';
    return (await matches(await response.arrayBuffer(), integrity)) ? 'arrives' : 'altered';
  } catch {
    return 'unreachable';
  }
}

/** Whether bytes have one of the hashes of an integrity attribute. Without any, everything is accepted. */
async function matches(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const hashes = integrity.split(/\s+/).flatMap((item) => {
    const [, bits, hash] = /^sha(256|384|512)-(.+)$/.exec(item) ?? [];
    return bits && hash ? [{ algorithm: `SHA-${bits}`, hash }] : [];
  });
  if (hashes.length === 0) return true;
  const found = await Promise.all(
    hashes.map(async ({ algorithm, hash }) => {
      const digest = new Uint8Array(await crypto.subtle.digest(algorithm, bytes));
      return btoa(String.fromCharCode(...digest)) === hash;
    }),
  );
  return found.includes(true);
}
