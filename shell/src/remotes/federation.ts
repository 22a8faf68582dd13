import { getInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { isRecord, type Remote } from '@isa/contract';
import { isLoopback, type RemoteRelease } from '../../formats/registry';

/** Time limit for a remote's entry script, in milliseconds. */
const ENTRY_TIMEOUT = 5_000;

/**
 * A valid hash that no script has. Browsers ignore a missing or malformed integrity attribute, so a script without a
 * known hash gets this one and is rejected.
 */
export const IMPOSSIBLE_HASH = `sha384-${'A'.repeat(64)}`;

/** The loaded module is not the remote that its release names. */
export class InvalidRemote extends Error {
  override readonly name = 'InvalidRemote';
}

/** Loads and runs a release's entry script. @throws InvalidRemote */
export type LoadRemote = (release: RemoteRelease) => Promise<Remote>;

export function createFederation(): LoadRemote {
  const instance = getInstance();
  if (!instance) throw new Error('The shell was built without its federation runtime.');
  const hashes = new Map<string, string | undefined>();
  instance.registerPlugins([integrityPlugin(hashes)]);

  return async (release) => {
    const { name, version, entry, globalName } = release;
    // By the release's own name, so that one page can contain two releases of a remote.
    const registration = { name: globalName, entry, type: 'global', entryGlobalName: globalName } as const;
    if (!hashes.has(entry)) instance.registerRemotes([registration]);
    hashes.set(entry, hashOf(release));
    const exposed: unknown = await instance.loadRemote(`${globalName}/remote`);
    if (isModuleOf(exposed, name)) return exposed.default;
    throw new InvalidRemote(`The release ${name}@${version} exposes no remote of that name.`);
  };
}

/** Checked at run time, because a release is code of another team. */
function isModuleOf(exposed: unknown, name: string): exposed is { readonly default: Remote } {
  if (!isRecord(exposed) || !isRecord(exposed.default)) return false;
  return exposed.default.name === name && Array.isArray(exposed.default.routes);
}

/** @returns `undefined` only for a development server on this machine. */
export function hashOf({ entry, integrity, unverified }: RemoteRelease): string | undefined {
  if (unverified && isLoopback(entry)) return undefined;
  return /^sha(?:256|384|512)-[A-Za-z0-9+/]+={0,2}$/.test(integrity) ? integrity : IMPOSSIBLE_HASH;
}

/** Gives every script of the runtime its hash from the registry. */
function integrityPlugin(hashes: ReadonlyMap<string, string | undefined>): ModuleFederationRuntimePlugin {
  const attempts = new Map<string, number>();
  return {
    name: 'isa-integrity',
    createScript({ url }) {
      const attempt = (attempts.get(url) ?? 0) + 1;
      attempts.set(url, attempt);
      const script = document.createElement('script');
      // Each retry has another address, because the browser's cache may contain damaged bytes or a pending request.
      script.src = attempt === 1 ? url : `${url}?attempt=${attempt}`;
      script.async = true;
      script.crossOrigin = 'anonymous';
      const hash = hashes.has(url) ? hashes.get(url) : IMPOSSIBLE_HASH;
      if (hash !== undefined) script.integrity = hash;
      return { script, timeout: ENTRY_TIMEOUT };
    },
  };
}
