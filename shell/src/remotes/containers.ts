/// <reference types="webpack/module" />
import { isRecord, type Remote } from '@isa/contract';
import type { RemoteRelease } from '../../platform/formats/registry';
import type { ScriptHashes } from './script-hashes';

/** Time limit for a remote's entry script, in milliseconds. */
const ENTRY_TIMEOUT = 5_000;

export class InvalidRemote extends Error {
  override readonly name = 'InvalidRemote';
}

export class ScriptNetworkError extends Error {
  override readonly name = 'ScriptNetworkError';
}

/** The packages of the page, by name and version, as webpack's containers and those of other bundlers read them. */
export type ShareScope = (typeof __webpack_share_scopes__)[string];

/** Loads and runs a release's entry script. @throws InvalidRemote, ScriptNetworkError */
export type LoadRemote = (release: RemoteRelease) => Promise<Remote>;

interface ContainersOptions {
  readonly page: Window;
  readonly hashes: ScriptHashes;
  readonly shareScope: () => Promise<ShareScope>;
  /** The runtime of Module Federation, which a release built with federation's plugin takes from a global variable. */
  readonly federation: () => Promise<unknown>;
}

export async function ownShareScope(): Promise<ShareScope> {
  await __webpack_init_sharing__('default');
  const scope = __webpack_share_scopes__.default ?? {};
  // The version is copied into the entry, because Federation's package reads it there.
  for (const versions of Object.values(scope)) {
    for (const [version, shared] of Object.entries(versions)) Object.assign(shared, { version });
  }
  return scope;
}

/** Loads remotes as containers of Module Federation: a global variable with `init` and `get`. */
export function createContainers({ page, hashes, shareScope, federation }: ContainersOptions): LoadRemote {
  const attempts = new Map<string, number>();
  const containers = new Map<string, Promise<Get>>();

  /** Each retry has another address, because the browser's cache may contain damaged bytes or a pending request. */
  function nextAddress(entry: string): string {
    const attempt = (attempts.get(entry) ?? 0) + 1;
    attempts.set(entry, attempt);
    return attempt === 1 ? entry : `${entry}?attempt=${attempt}`;
  }

  async function start({ entry, scripts, globalName, selfContained }: RemoteRelease): Promise<Get> {
    // They arrive with the entry, instead of after it.
    for (const script of scripts ?? []) preload(page.document, script);
    if (!selfContained) Object.assign(page, { _FEDERATION_RUNTIME_CORE: await federation() });
    await runScript(page.document, nextAddress(entry));
    const container: unknown = Reflect.get(page, globalName);
    if (!isContainer(container)) throw new Error(`${entry} defines no container ${globalName}.`);
    await container.init(await shareScope());
    return (module) => container.get(module);
  }

  return async (release) => {
    const { name, version, globalName } = release;
    hashes.add(release);
    let container = containers.get(globalName);
    if (!container) {
      container = start(release);
      containers.set(globalName, container);
      container.catch(() => containers.delete(globalName));
    }
    const get = await container;
    const factory = await get('./remote');
    const exposed = isFunction(factory) ? factory() : undefined;
    if (isModuleOf(exposed, name)) return exposed.default;
    throw new InvalidRemote(`The release ${name}@${version} exposes no remote of that name.`);
  };
}

type Get = (module: string) => unknown;

/** The container is checked at run time, as all that follows, because a release is code of another team. */
function isContainer(value: unknown): value is { init(scope: ShareScope): unknown; get: Get } {
  return isRecord(value) && isFunction(value.init) && isFunction(value.get);
}

function isFunction(value: unknown): value is () => unknown {
  return typeof value === 'function';
}

function isModuleOf(exposed: unknown, name: string): exposed is { readonly default: Remote } {
  if (!isRecord(exposed) || !isRecord(exposed.default)) return false;
  return exposed.default.name === name && Array.isArray(exposed.default.routes);
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

/** @throws ScriptNetworkError */
function runScript(document: Document, address: string): Promise<void> {
  const script = document.createElement('script');
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<void>((resolve, reject) => {
    const fail = (what: string) => reject(new ScriptNetworkError(`${address} ${what}.`));
    timer = setTimeout(() => fail(`did not arrive within ${ENTRY_TIMEOUT} ms`), ENTRY_TIMEOUT);
    script.onload = () => resolve();
    script.onerror = () => fail('could not be loaded');
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.src = address;
    document.head.append(script);
  }).finally(() => {
    clearTimeout(timer);
    script.remove();
  });
}
