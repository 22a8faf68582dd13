import { isLoopback, type RemoteRelease } from '../../formats/registry';

/**
 * A valid hash that no script has. Browsers ignore a missing or malformed integrity attribute, so a script without a
 * known hash gets this one and is rejected.
 */
export const IMPOSSIBLE_HASH = `sha384-${'A'.repeat(64)}`;

/** The hashes of the store's scripts. */
export interface ScriptHashes {
  /** Registers the scripts of a release. */
  add(release: RemoteRelease): void;
  /**
   * The hash that a script must have.
   * @param own the hash that its loader has given it: it counts for releases that are not registered.
   * @returns `undefined` for scripts of other sites, and of a development server on this machine.
   */
  of(address: string, own: string): string | undefined;
}

/** @param cdn the store's address, without a slash at the end. */
export function createScriptHashes(cdn: string): ScriptHashes {
  /** By folder; `undefined` for development servers. */
  const releases = new Map<string, ReadonlyMap<string, string> | undefined>();
  return {
    add({ entry, integrity, hashes = {}, unverified }) {
      const folder = new URL('.', entry).href;
      const scripts = Object.entries(hashes).map(([file, hash]) => [folder + file, hash] as const);
      const isWaived = unverified && isLoopback(entry);
      releases.set(folder, isWaived ? undefined : new Map([...scripts, [entry, integrity]]));
    },
    of(address, own) {
      const script = address.replace(/[?#].*$/, '');
      for (const [folder, scripts] of releases) {
        if (script.startsWith(folder)) return scripts && validHash(scripts.get(script));
      }
      return script.startsWith(`${cdn}/`) ? validHash(own) : undefined;
    },
  };
}

function validHash(integrity = ''): string {
  return /^sha(?:256|384|512)-[A-Za-z0-9+/]+={0,2}$/.test(integrity) ? integrity : IMPOSSIBLE_HASH;
}

/**
 * Gives each script of the store its hash before the browser fetches it, whichever bundler's code loads it, and whatever
 * hash that code assigns.
 */
export function enforceScriptHashes(page: Window & typeof globalThis, hashes: ScriptHashes): void {
  const { prototype } = page.HTMLScriptElement;
  const address = accessorsOf(prototype, 'src');
  const integrity = accessorsOf(prototype, 'integrity');
  const assign = (script: HTMLScriptElement, own: string) => {
    const hash = hashes.of(script.src, own);
    integrity.set.call(script, hash ?? own);
    // Without it the browser may not compare the bytes of another origin.
    if (hash !== undefined) script.crossOrigin = 'anonymous';
  };
  Object.defineProperty(prototype, 'src', {
    ...address,
    set(this: HTMLScriptElement, value: string) {
      address.set.call(this, value);
      assign(this, this.integrity);
    },
  });
  Object.defineProperty(prototype, 'integrity', {
    ...integrity,
    set(this: HTMLScriptElement, value: string) {
      assign(this, value);
    },
  });
}

/** @throws Error when the browser has no such accessors. */
function accessorsOf(prototype: object, property: string) {
  const { get, set, ...rest } = Object.getOwnPropertyDescriptor(prototype, property) ?? {};
  if (!get || !set) throw new Error(`Scripts have no accessors of ${property}.`);
  return { ...rest, get, set };
}
