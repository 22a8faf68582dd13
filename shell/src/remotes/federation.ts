import type { Remote } from '@isa/contract';
import { isLoopback, type RemoteRelease } from './registry';

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

/** An entry did not arrive, was refused or hangs. */
export class EntryMissing extends Error {
  override readonly name = 'EntryMissing';
}

/** webpack's own: the share scope that this build provides (`shell/webpack/configuration.ts`). */
declare const __webpack_init_sharing__: (scope: 'default') => Promise<void>;
declare const __webpack_share_scopes__: { readonly default: SharedPackages };

/** Takes releases into the page. */
export interface Federation {
  /** Loads and runs a release's entry and hands out what it exposes. */
  load(remote: RemoteRelease): Promise<Remote>;
}

/** What the shell provides: webpack's share scope, by request and version. */
export type SharedPackages = Readonly<Record<string, unknown>>;

/** What a release's entry leaves in the page: a container, as webpack's federation makes it. */
interface Container {
  init(shared: SharedPackages): unknown;
  get(module: string): Promise<() => unknown>;
}

/**
 * @param page what containers are found in.
 * @param share makes ready what the shell provides.
 */
export function createFederation(page: Window, share = shareOfTheBuild): Federation {
  const containers = new Map<string, Promise<Container>>();
  const attempts = new Map<string, number>();

  async function open(remote: RemoteRelease): Promise<Container> {
    const shared = await share();
    await addScript(page.document, remote, attempts);
    const container: unknown = Reflect.get(page, remote.globalName);
    if (!isContainer(container)) {
      throw new Error(`The entry of ${remote.name}@${remote.version} ran and left nothing behind.`);
    }
    await container.init(shared);
    return container;
  }

  return {
    async load(remote) {
      // Under the release's own name, so that two releases of one remote can live in one page.
      const { globalName } = remote;
      const container = containers.get(globalName) ?? open(remote);
      containers.set(globalName, container);
      container.catch(() => containers.delete(globalName));
      const exposed = (await (await container).get('./remote'))();
      if (!isModuleOf(exposed, remote.name)) {
        throw new NotARemote(`The release ${remote.name}@${remote.version} exposes no remote of that name.`);
      }
      return exposed.default;
    },
  };
}

async function shareOfTheBuild(): Promise<SharedPackages> {
  await __webpack_init_sharing__('default');
  return __webpack_share_scopes__.default;
}

/** Runs an entry with the hash from the registry. A script that failed leaves the document. */
function addScript(document: Document, remote: RemoteRelease, attempts: Map<string, number>): Promise<void> {
  const { entry } = remote;
  const attempt = (attempts.get(entry) ?? 0) + 1;
  attempts.set(entry, attempt);
  const script = document.createElement('script');
  // Another address for another attempt: the browser's cache may hold bad bytes under the first one,
  // or still be waiting for it.
  script.src = attempt === 1 ? entry : `${entry}?attempt=${attempt}`;
  script.async = true;
  script.crossOrigin = 'anonymous';
  const hash = hashOf(remote);
  if (hash !== undefined) script.integrity = hash;
  return new Promise((resolve, reject) => {
    const missing = (why: string) => {
      clearTimeout(timer);
      script.remove();
      reject(new EntryMissing(`The script ${script.src} ${why}.`));
    };
    const timer = setTimeout(() => missing(`did not come within ${ENTRY_TIMEOUT} ms`), ENTRY_TIMEOUT);
    script.onerror = () => missing('did not arrive or was refused');
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    document.head.append(script);
  });
}

function isContainer(value: unknown): value is Container {
  return (
    typeof value === 'object' &&
    value !== null &&
    'init' in value &&
    typeof value.init === 'function' &&
    'get' in value &&
    typeof value.get === 'function'
  );
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
