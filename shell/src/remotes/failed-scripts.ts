import { isScriptOf, type RemoteRelease } from '../../platform/formats/registry';
import { withDeadline } from '../browser/with-deadline';

/** The state of a failed script when it is fetched again; `altered` bytes do not match their integrity hash. */
export type ScriptState = 'available' | 'missing' | 'unreachable' | 'altered';

/**
 * Fetches failed scripts again, past the browser's cache, which may contain damaged files. Hashes are
 * verified again on loading.
 * @param release whose scripts are fetched; all by default.
 */
export type RefetchScripts = (release?: RemoteRelease) => Promise<readonly ScriptState[]>;

const TIMEOUT = 5_000;

export function watchFailedScripts(page: Window): RefetchScripts {
  const failed = new Map<string, string>();
  page.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.src) failed.set(target.src, target.integrity);
    },
    // The event is captured, because loading errors do not bubble.
    true,
  );
  return (release) => {
    const scripts = [...failed].filter(([address]) => !release || isScriptOf(release, address));
    for (const [address] of scripts) failed.delete(address);
    return Promise.all(scripts.map(([address, integrity]) => refetch(address, integrity)));
  };
}

async function refetch(address: string, integrity: string): Promise<ScriptState> {
  try {
    return await withDeadline(TIMEOUT, async (signal) => {
      const response = await fetch(address, { cache: 'reload', signal });
      if (response.status >= 400 && response.status < 500) return 'missing';
      if (!response.ok) return 'unreachable';
      return (await matches(await response.arrayBuffer(), integrity)) ? 'available' : 'altered';
    });
  } catch {
    return 'unreachable';
  }
}

/** Whether bytes match one of the hashes of an integrity attribute; everything matches an attribute without hashes. */
async function matches(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const hashes = [...integrity.matchAll(/(?<!\S)sha(256|384|512)-(\S+)/g)];
  const results = await Promise.all(
    hashes.map(async ([, bits, hash]) => {
      const digest = new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, bytes));
      return btoa(String.fromCharCode(...digest)) === hash;
    }),
  );
  return results.length === 0 || results.includes(true);
}
