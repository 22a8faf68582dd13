import { getInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { isRecord, type Remote } from '@isa/contract';
import type { RemoteRelease } from '../../formats/registry';
import { IMPOSSIBLE_HASH, type ScriptHashes } from './script-hashes';

/** Time limit for a remote's entry script, in milliseconds. */
const ENTRY_TIMEOUT = 5_000;

/** The loaded module is not the remote that its release names. */
export class InvalidRemote extends Error {
  override readonly name = 'InvalidRemote';
}

/** Loads and runs a release's entry script. @throws InvalidRemote */
export type LoadRemote = (release: RemoteRelease) => Promise<Remote>;

export function createFederation(hashes: ScriptHashes): LoadRemote {
  const instance = getInstance();
  if (!instance) throw new Error('The shell was built without its federation runtime.');
  const entries = new Set<string>();
  instance.registerPlugins([scriptPlugin(entries)]);

  return async (release) => {
    const { name, version, entry, globalName } = release;
    // By the release's own name, so that one page can contain two releases of a remote.
    const registration = { name: globalName, entry, type: 'global', entryGlobalName: globalName } as const;
    if (!entries.has(entry)) instance.registerRemotes([registration]);
    entries.add(entry);
    hashes.add(release);
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

/** Loads the entries of registered releases, and no other script of the runtime. */
function scriptPlugin(entries: ReadonlySet<string>): ModuleFederationRuntimePlugin {
  const attempts = new Map<string, number>();
  return {
    name: 'isa-scripts',
    createScript({ url }) {
      const attempt = (attempts.get(url) ?? 0) + 1;
      attempts.set(url, attempt);
      const script = document.createElement('script');
      // Each retry has another address, because the browser's cache may contain damaged bytes or a pending request.
      script.src = attempt === 1 ? url : `${url}?attempt=${attempt}`;
      script.async = true;
      script.crossOrigin = 'anonymous';
      if (!entries.has(url)) script.integrity = IMPOSSIBLE_HASH;
      return { script, timeout: ENTRY_TIMEOUT };
    },
  };
}
