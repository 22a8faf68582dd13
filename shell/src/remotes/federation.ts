import { getInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { Remote } from '@isa/contract';
import type { RegisteredRemote } from './registry';

/** How long a remote's entry may take before it counts as away, in milliseconds. */
const ENTRY_TIMEOUT = 5_000;

/**
 * A well-formed hash of nothing that exists. Browsers ignore a missing or malformed integrity attribute,
 * so an unknown script gets this one and is refused.
 */
export const IMPOSSIBLE_HASH = `sha384-${'A'.repeat(64)}`;

/** The part of the federation runtime that the shell uses. */
export interface Federation {
  /** Loads and runs a release's entry and hands out what it exposes. */
  load(remote: RegisteredRemote): Promise<Remote>;
}

export function createFederation(unverified: boolean): Federation {
  const instance = getInstance();
  if (!instance) throw new Error('The shell was built without its federation runtime.');
  const hashes = new Map<string, string>();
  instance.registerPlugins([integrity(hashes, unverified)]);

  return {
    async load(remote) {
      hashes.set(remote.entry, remote.integrity);
      // `force` drops what an earlier, failed attempt left behind.
      instance.registerRemotes(
        [{ name: remote.name, entry: remote.entry, type: 'global', entryGlobalName: remote.globalName }],
        { force: true },
      );
      const exposed = await instance.loadRemote<{ default: Remote }>(`${remote.name}/remote`);
      if (exposed?.default?.name !== remote.name) {
        throw new Error(`The release ${remote.name}@${remote.version} exposes no remote of that name.`);
      }
      return exposed.default;
    },
  };
}

/** Gives every script of the runtime the hash from the registry. */
function integrity(hashes: ReadonlyMap<string, string>, unverified: boolean): ModuleFederationRuntimePlugin {
  return {
    name: 'isa-integrity',
    createScript({ url }) {
      const script = document.createElement('script');
      script.src = url;
      script.async = true;
      script.crossOrigin = 'anonymous';
      if (!unverified) script.integrity = hashes.get(url) || IMPOSSIBLE_HASH;
      return { script, timeout: ENTRY_TIMEOUT };
    },
  };
}
