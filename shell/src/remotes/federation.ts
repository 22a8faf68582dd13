import { getInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { Remote } from '@isa/contract';
import { isLoopback, type RemoteRelease } from '../../formats/registry';

/** How long a remote's entry may take before it counts as away, in milliseconds. */
const ENTRY_TIMEOUT = 5_000;

/**
 * A well-formed hash of nothing that exists. Browsers ignore a missing or malformed integrity attribute,
 * so an unknown script gets this one and is refused.
 */
export const IMPOSSIBLE_HASH = `sha384-${'A'.repeat(64)}`;

/** What was loaded is not the remote that its release says it is. */
export class NotARemote extends Error {
  override readonly name = 'NotARemote';
}

/** The part of the federation runtime that the shell uses. */
export interface Federation {
  /** Loads and runs a release's entry and hands out what it exposes. */
  load(remote: RemoteRelease): Promise<Remote>;
}

export function createFederation(): Federation {
  const instance = getInstance();
  if (!instance) throw new Error('The shell was built without its federation runtime.');
  const hashes = new Map<string, string | undefined>();
  const registered = new Set<string>();
  instance.registerPlugins([integrity(hashes)]);

  return {
    async load(remote) {
      hashes.set(remote.entry, hashOf(remote));
      // Under the release's own name, so that two releases of one remote can live in one page.
      const { globalName } = remote;
      if (!registered.has(globalName)) {
        instance.registerRemotes([
          { name: globalName, entry: remote.entry, type: 'global', entryGlobalName: globalName },
        ]);
        registered.add(globalName);
      }
      const exposed: unknown = await instance.loadRemote(`${globalName}/remote`);
      if (!isModuleOf(exposed, remote.name)) {
        throw new NotARemote(`The release ${remote.name}@${remote.version} exposes no remote of that name.`);
      }
      return exposed.default;
    },
  };
}

/** A release is another team's code: what its types promise is looked at before it is used. */
function isModuleOf(exposed: unknown, name: string): exposed is { readonly default: Remote } {
  if (typeof exposed !== 'object' || exposed === null || !('default' in exposed)) return false;
  const remote: unknown = exposed.default;
  return (
    typeof remote === 'object' &&
    remote !== null &&
    'name' in remote &&
    remote.name === name &&
    'routes' in remote &&
    Array.isArray(remote.routes)
  );
}

/** @returns `undefined` only for a development server on this machine. */
export function hashOf({ entry, integrity, unverified }: RemoteRelease): string | undefined {
  if (unverified && isLoopback(entry)) return undefined;
  return /^sha(?:256|384|512)-[A-Za-z0-9+/]+={0,2}$/.test(integrity) ? integrity : IMPOSSIBLE_HASH;
}

/** Gives every script of the runtime the hash from the registry. */
function integrity(hashes: ReadonlyMap<string, string | undefined>): ModuleFederationRuntimePlugin {
  const attempts = new Map<string, number>();
  return {
    name: 'isa-integrity',
    createScript({ url }) {
      const attempt = (attempts.get(url) ?? 0) + 1;
      attempts.set(url, attempt);
      const script = document.createElement('script');
      // Another address for another attempt: the browser's cache may hold bad bytes under the first one,
      // or still be waiting for it.
      script.src = attempt === 1 ? url : `${url}?attempt=${attempt}`;
      script.async = true;
      script.crossOrigin = 'anonymous';
      const hash = hashes.has(url) ? hashes.get(url) : IMPOSSIBLE_HASH;
      if (hash !== undefined) script.integrity = hash;
      return { script, timeout: ENTRY_TIMEOUT };
    },
  };
}
