import { isLoopback, isScriptOf, type RemoteRelease } from '../../platform/formats/registry';

/** Browsers ignore a missing or malformed hash, so an unknown script gets this one and is rejected. */
export const IMPOSSIBLE_HASH = `sha384-${'A'.repeat(64)}`;

export type ScriptHashes = ReturnType<typeof createScriptHashes>;

/** @param cdn the origin of the shell's scripts; absent for a development server, whose scripts have no hashes. */
export function createScriptHashes(cdn: string | undefined) {
  const releases = new Map<string, RemoteRelease>();
  return {
    add: (release: RemoteRelease) => void releases.set(release.globalName, release),
    /**
     * The hash that a script must have.
     * @param own the hash that its loader has given it, where the registry has none.
     * @returns `undefined` for other sites, and a development server on this machine.
     */
    of(address: string, own: string): string | undefined {
      const script = address.replace(/[?#].*$/, '');
      let isInFolder = false;
      for (const release of releases.values()) {
        const { entry, integrity, hashes, unverified } = release;
        const folder = new URL('.', entry).href;
        if (!script.startsWith(folder)) continue;
        isInFolder = true;
        if (unverified && isLoopback(entry)) return undefined;
        if (script === entry) return validHash(integrity);
        if (isScriptOf(release, script)) return validHash(hashes ? hashes[script.slice(folder.length)] : own);
      }
      if (isInFolder) return IMPOSSIBLE_HASH;
      return cdn !== undefined && script.startsWith(`${cdn}/`) ? validHash(own) : undefined;
    },
  };
}

function validHash(integrity = ''): string {
  return /^sha(?:256|384|512)-[A-Za-z0-9+/]+={0,2}$/.test(integrity) ? integrity : IMPOSSIBLE_HASH;
}

/** Gives each script its hash before the fetch, and ignores the hash that its bundler's code assigns. */
export function enforceScriptHashes(page: Window & typeof globalThis, hashes: ScriptHashes): void {
  const { prototype } = page.HTMLScriptElement;
  const accessors = { src: accessorsOf(prototype, 'src'), integrity: accessorsOf(prototype, 'integrity') };
  const enforce = (script: HTMLScriptElement) => {
    const hash = hashes.of(script.src, script.integrity);
    if (hash === undefined) return;
    accessors.integrity.set.call(script, hash);
    // Without CORS the browser may not compare the bytes of another origin.
    script.crossOrigin = 'anonymous';
  };
  for (const [property, { set, ...rest }] of Object.entries(accessors)) {
    Object.defineProperty(prototype, property, {
      ...rest,
      set(this: HTMLScriptElement, value: string) {
        set.call(this, value);
        enforce(this);
      },
    });
  }
  const { setAttribute } = prototype;
  prototype.setAttribute = function (this: HTMLScriptElement, name, value) {
    setAttribute.call(this, name, value);
    if (name.toLowerCase() in accessors) enforce(this);
  };
}

/** @throws Error when the browser has no such accessors. */
function accessorsOf(prototype: object, property: string) {
  const { get, set, ...rest } = Object.getOwnPropertyDescriptor(prototype, property) ?? {};
  if (!get || !set) throw new Error(`Scripts have no accessors of ${property}.`);
  return { ...rest, get, set };
}
