import type { ErrorPhase } from '@isa/api-contract';
import { isRecord, type PageModule, type Remote, type RemoteRoute } from '@isa/contract';
import type { RemoteRelease } from '../../platform/formats/registry';
import { InvalidRemote, type LoadRemote } from './containers';
import type { RefetchScripts } from './failed-scripts';

const TIMEOUT = 10_000;
/** The delay before a retry, in milliseconds: a dropped connection rarely returns at once. */
const PAUSE = 200;

/** The error for a release that could not be loaded, or whose code does not match its registry entry. */
export class ReleaseFailure extends Error {
  override readonly name = 'ReleaseFailure';

  constructor(
    readonly release: RemoteRelease,
    readonly phase: ErrorPhase,
    cause: unknown,
  ) {
    super(`The release ${release.name}@${release.version} failed (${phase}).`, { cause });
  }

  /** Code that has run and thrown cannot run again in this document. */
  get isPermanent(): boolean {
    return this.phase === 'evaluate' || this.phase === 'load';
  }
}

export type ReleaseLoader = ReturnType<typeof createReleaseLoader>;

export interface ReleaseLoaderOptions {
  readonly loadRemote: LoadRemote;
  readonly refetchScripts: RefetchScripts;
  onLoaded?(release: RemoteRelease): void;
  readonly timeout?: number;
  readonly pause?: number;
}

export function createReleaseLoader({
  loadRemote,
  refetchScripts,
  onLoaded,
  timeout = TIMEOUT,
  pause = PAUSE,
}: ReleaseLoaderOptions) {
  const loading = new Map<string, Promise<Remote>>();

  /** Retries once after a dropped connection, and not after a time-out, an altered script or an exception. */
  async function attempt<T>(
    release: RemoteRelease,
    phase: 'fetch' | 'chunk',
    load: () => Promise<T>,
    retry = true,
  ): Promise<T> {
    const base = new URL('.', release.entry).href;
    try {
      return await withTimeout(load(), timeout, base);
    } catch (error) {
      if (error instanceof InvalidRemote) throw new ReleaseFailure(release, 'load', error);
      if (error instanceof TimedOut) throw new ReleaseFailure(release, phase, error);
      if (!isLoadingError(error)) throw new ReleaseFailure(release, 'evaluate', error);
      if (retry) await new Promise((resolve) => setTimeout(resolve, pause));
      const states = await refetchScripts(base);
      if (retry && states.length > 0 && states.every((state) => state === 'available')) {
        return attempt(release, phase, load, false);
      }
      throw new ReleaseFailure(release, states.includes('altered') ? 'integrity' : phase, error);
    }
  }

  return {
    /** Loads the code of a release. @throws ReleaseFailure */
    code(release: RemoteRelease): Promise<Remote> {
      const present = loading.get(release.globalName);
      if (present) return present;
      const code = attempt(release, 'fetch', () => loadRemote(release));
      loading.set(release.globalName, code);
      code.then(
        () => onLoaded?.(release),
        (error: unknown) => {
          if (!(error instanceof ReleaseFailure && error.isPermanent)) loading.delete(release.globalName);
        },
      );
      return code;
    },
    /** Loads the code of a page. @throws ReleaseFailure */
    async page(release: RemoteRelease, route: RemoteRoute): Promise<PageModule<unknown>> {
      const module: unknown = await attempt(release, 'chunk', () => route.page());
      if (isPageModule(module)) return module;
      throw new ReleaseFailure(release, 'load', new Error(`The page of ${route.path} has no component.`));
    },
  };
}

/** The module is checked at run time, because a release is code of another team. */
function isPageModule(module: unknown): module is PageModule<unknown> {
  return isRecord(module) && Boolean(module.default);
}

/** Whether a script could not be loaded, as opposed to one that ran and threw. */
function isLoadingError(error: unknown): boolean {
  return error instanceof Error && /ScriptNetworkError|ChunkLoadError/.test(`${error.name} ${error.message}`);
}

class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

function withTimeout<T>(promise: Promise<T>, milliseconds: number, base: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const what = hangingScript(base) ?? base;
      reject(new TimedOut(`Loading ${what} timed out after ${milliseconds} ms.`));
    }, milliseconds);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/** A release's script element whose response has not ended, for the error screen (specification §9). */
function hangingScript(base: string): string | undefined {
  return [...document.scripts]
    .map(({ src }) => src)
    .find((src) => src.startsWith(base) && performance.getEntriesByName(src).length === 0);
}
