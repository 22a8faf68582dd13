import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import { isRecord, type Remote } from '@isa/contract';
import type { PageRegistry, RemoteRelease } from '../../platform/formats/registry';
import { IMPOSSIBLE_HASH, type ScriptHashes } from './script-hashes';

/** Time limit for a remote's entry script, in milliseconds. */
const ENTRY_TIMEOUT = 5_000;

/** The modules that remotes take from the shell, by their requests. */
export type SharedModules = Readonly<Record<string, { readonly version: string; readonly module: object }>>;

/** The loaded module is not the remote that its release names. */
export class InvalidRemote extends Error {
  override readonly name = 'InvalidRemote';
}

/** Loads and runs a release's entry script. @throws InvalidRemote, ReleaseFailure */
export type LoadRemote = (release: RemoteRelease) => Promise<Remote>;

/** Retries what failed, or says for which reason not. @throws ReleaseFailure */
export type Recover = <T>(
  release: RemoteRelease,
  phase: 'fetch' | 'chunk',
  error: unknown,
  again: () => Promise<T>,
) => Promise<T>;

interface FederationOptions {
  readonly page: Window;
  readonly inlined: Pick<PageRegistry, 'registry'>;
  readonly shared: SharedModules;
  readonly hashes: ScriptHashes;
  readonly recover: Recover;
}

/** Loads remotes with the runtime of Module Federation. */
export function createFederation({ page, inlined, shared, hashes, recover }: FederationOptions): LoadRemote {
  const releases = new Map<string, RemoteRelease>();
  const { live: version } = inlined.registry.shell;
  // Entries use this runtime instead of their own (`externalRuntime` in the kit).
  Object.assign(page, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  const instance = createInstance({
    name: 'shell',
    version,
    remotes: [],
    shared: Object.fromEntries(
      Object.entries(shared).map(([request, { version: provided, module }]) => [
        request,
        { version: provided, lib: () => module, shareConfig: { singleton: true, requiredVersion: provided } },
      ]),
    ),
    shareStrategy: 'loaded-first',
    plugins: [releasePlugin(page.document, releases, hashes, recover)],
  });

  return async (release) => {
    const { name, version: released, entry, globalName } = release;
    hashes.add(release);
    releases.set(globalName, release);
    // By the name of the release, because one page can contain two releases of a remote.
    const remote = { name: globalName, version: released, entry, entryGlobalName: globalName };
    instance.registerRemotes([{ ...remote, type: 'global' }]);
    const exposed: unknown = await instance.loadRemote(`${globalName}/remote`);
    if (!isModuleOf(exposed, name)) {
      throw new InvalidRemote(`The release ${name}@${released} exposes no remote of that name.`);
    }
    describeRelease(version, release);
    return exposed.default;
  };
}

/** The exposed module is checked at run time, because a release is code of another team. */
function isModuleOf(exposed: unknown, name: string): exposed is { readonly default: Remote } {
  if (!isRecord(exposed) || !isRecord(exposed.default)) return false;
  return exposed.default.name === name && Array.isArray(exposed.default.routes);
}

function releasePlugin(
  document: Document,
  releases: ReadonlyMap<string, RemoteRelease>,
  hashes: ScriptHashes,
  recover: Recover,
): ModuleFederationRuntimePlugin {
  const attempts = new Map<string, number>();
  const recovering = new Set<string>();
  return {
    name: 'isa-releases',
    /** Gives an entry its hash. Every other script, such as one that an extension has registered, is rejected. */
    createScript({ url, remoteInfo }) {
      const release = releases.get(remoteInfo?.name ?? '');
      const isEntry = release?.entry === url;
      const attempt = (attempts.get(url) ?? 0) + 1;
      attempts.set(url, attempt);
      // What the entry requests next arrives with it, instead of after it.
      if (isEntry && attempt === 1) for (const script of release.scripts ?? []) preload(document, script);
      const script = document.createElement('script');
      script.async = true;
      script.crossOrigin = 'anonymous';
      script.integrity = isEntry ? (hashes.of(url, '') ?? '') : IMPOSSIBLE_HASH;
      // Each retry has another address, because the browser's cache may contain damaged bytes or a pending request.
      script.src = attempt === 1 ? url : `${url}?attempt=${attempt}`;
      return { script, timeout: ENTRY_TIMEOUT };
    },
    /**
     * Loads the release again after a dropped connection. Otherwise it rejects with a `ReleaseFailure`, after which the
     * next release in the visitor's order is loaded.
     */
    async errorLoadRemote({ id, error, remote, origin }) {
      const release = releases.get(remote?.name ?? '');
      if (!release || recovering.has(id)) return undefined;
      recovering.add(id);
      try {
        return await recover(release, 'fetch', error, () => origin.loadRemote(id));
      } finally {
        recovering.delete(id);
      }
    },
  };
}

/** Describes a loaded release in `window.__FEDERATION__.moduleInfo`, which the developer tools read. */
function describeRelease(shellVersion: string, { version, entry, globalName }: RemoteRelease): void {
  const { shell } = runtimeCore.getGlobalSnapshot();
  const remotesInfo = {
    ...(shell && 'remotesInfo' in shell && shell.remotesInfo),
    [globalName]: { matchedVersion: version },
  };
  runtimeCore.addGlobalSnapshot({
    shell: { version: shellVersion, remoteEntry: '', remotesInfo },
    [`${globalName}:${version}`]: { version, globalName, remoteEntry: entry },
  });
}

function preload(
  document: Document,
  { address: href, integrity }: NonNullable<RemoteRelease['scripts']>[number],
): void {
  const link = document.createElement('link');
  document.head.append(
    Object.assign(link, { rel: 'preload', as: 'script', crossOrigin: 'anonymous', integrity, href }),
  );
}
