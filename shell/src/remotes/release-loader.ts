import type { ErrorPhase } from '@isa/api-contract';
import { isRecord, type PageModule, type Remote, type RemoteRoute } from '@isa/contract';
import { isScriptOf, type RemoteRelease } from '../../platform/formats/registry';
import { InvalidRemote, type LoadRemote, type Recover } from './federation';
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

/** Retries once after a dropped connection, and not after a time-out, an altered script or an exception. */
export function createRecovery(refetchScripts: RefetchScripts, pause = PAUSE): Recover {
  return async (release, phase, error, again) => {
    if (!isLoadingError(error)) throw failureOf(release, phase, error);
    await new Promise((resolve) => setTimeout(resolve, pause));
    let states = await refetchScripts(release);
    if (states.length > 0 && states.every((state) => state === 'available')) {
      try {
        return await again();
      } catch (failure) {
        if (!isLoadingError(failure)) throw failureOf(release, phase, failure);
        states = await refetchScripts(release);
      }
    }
    throw new ReleaseFailure(release, states.includes('altered') ? 'integrity' : phase, error);
  };
}

function failureOf(release: RemoteRelease, phase: 'fetch' | 'chunk', error: unknown): ReleaseFailure {
  if (error instanceof ReleaseFailure) return error;
  if (error instanceof InvalidRemote) return new ReleaseFailure(release, 'load', error);
  const isFetching = error instanceof TimedOut || isLoadingError(error);
  return new ReleaseFailure(release, isFetching ? phase : 'evaluate', error);
}

export type ReleaseLoader = ReturnType<typeof createReleaseLoader>;

export interface ReleaseLoaderOptions {
  readonly loadRemote: LoadRemote;
  readonly recover: Recover;
  onLoaded?(release: RemoteRelease): void;
  readonly timeout?: number;
}

export function createReleaseLoader({
  loadRemote,
  recover,
  onLoaded,
  timeout = TIMEOUT,
}: ReleaseLoaderOptions) {
  const loading = new Map<string, Promise<Remote>>();
  const attempts = new Map<Promise<unknown>, string>();

  function track<T>(remote: string, attempt: Promise<T>): Promise<T> {
    attempts.set(attempt, remote);
    const forget = () => void attempts.delete(attempt);
    attempt.then(forget, forget);
    return attempt;
  }

  return {
    /** Loads the code of a release. @throws ReleaseFailure */
    code(release: RemoteRelease): Promise<Remote> {
      const present = loading.get(release.globalName);
      if (present) return present;
      const code = track(
        release.name,
        withTimeout(loadRemote(release), timeout, release).catch((error: unknown) => {
          throw failureOf(release, 'fetch', error);
        }),
      );
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
      const load = () => withTimeout(route.page(), timeout, release);
      const module: unknown = await track(
        release.name,
        load().catch((error: unknown) => recover(release, 'chunk', error, load)),
      );
      if (isPageModule(module)) return module;
      throw new ReleaseFailure(release, 'load', new Error(`The page of ${route.path} has no component.`));
    },
    /** Resolves when every attempt to load code of the remote that is under way has ended. */
    async ended(remote: string): Promise<void> {
      await Promise.allSettled([...attempts].flatMap(([attempt, name]) => (name === remote ? attempt : [])));
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

function withTimeout<T>(promise: Promise<T>, milliseconds: number, release: RemoteRelease): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const what = hangingScript(release) ?? release.entry;
      reject(new TimedOut(`Loading ${what} timed out after ${milliseconds} ms.`));
    }, milliseconds);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/** A release's script element whose response has not ended, for the error screen (specification §9). */
function hangingScript(release: RemoteRelease): string | undefined {
  return [...document.scripts]
    .map(({ src }) => src)
    .find((src) => isScriptOf(release, src) && performance.getEntriesByName(src).length === 0);
}
