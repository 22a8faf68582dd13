import type { ErrorPhase } from '@isa/api-contract';
import type { PageModule, Remote, RemoteRoute } from '@isa/contract';
import type { FailedScripts } from './failed-scripts';
import { type Federation, NotARemote } from './federation';
import { isLoadingError } from './loading-error';
import type { RemoteRelease } from '../../formats/registry';

/** How long a release's code may take before it counts as away, in milliseconds. */
const TIMEOUT = 10_000;
/** A dropped connection is seldom back at once; in milliseconds. */
const PAUSE = 200;

/** A release did not become what its registry promised. */
export class ReleaseFailure extends Error {
  override readonly name = 'ReleaseFailure';

  constructor(
    readonly release: RemoteRelease,
    readonly phase: ErrorPhase,
    cause: unknown,
  ) {
    super(`The release ${release.name}@${release.version} failed (${phase}).`, { cause });
  }

  /** What has run and thrown stays half-made in the page: only another release, or another page, helps. */
  get lasts(): boolean {
    return this.phase === 'evaluate' || this.phase === 'load';
  }
}

/** Loads single releases and says what is wrong with them. */
export interface ReleaseLoader {
  /** @throws ReleaseFailure */
  code(release: RemoteRelease): Promise<Remote>;
  /** @throws ReleaseFailure */
  page(release: RemoteRelease, route: RemoteRoute): Promise<PageModule<unknown>>;
}

export interface ReleaseLoaderOptions {
  readonly federation: Federation;
  readonly failedScripts: FailedScripts;
  /** Told once for each release how long it took to be there, in milliseconds. */
  onLoaded?(release: RemoteRelease, milliseconds: number): void;
  readonly timeout?: number;
  readonly pause?: number;
}

export function createReleaseLoader({
  federation,
  failedScripts,
  onLoaded,
  timeout = TIMEOUT,
  pause = PAUSE,
}: ReleaseLoaderOptions): ReleaseLoader {
  const loading = new Map<string, Promise<Remote>>();

  /** A lost packet should not cost a page. What hangs, was altered or has thrown is not asked again by itself. */
  async function attempt<T>(
    release: RemoteRelease,
    missing: ErrorPhase,
    run: () => Promise<T>,
    again = true,
  ): Promise<T> {
    try {
      return await within(timeout, run());
    } catch (error) {
      if (error instanceof NotARemote) throw new ReleaseFailure(release, 'load', error);
      if (error instanceof TookTooLong) throw new ReleaseFailure(release, missing, error);
      if (!isLoadingError(error)) throw new ReleaseFailure(release, 'evaluate', error);
      if (again) await new Promise((resolve) => setTimeout(resolve, pause));
      const faults = await failedScripts.examine(new URL('.', release.entry).href);
      if (again && faults.length > 0 && faults.every((fault) => fault === 'arrives')) {
        return attempt(release, missing, run, false);
      }
      throw new ReleaseFailure(release, faults.includes('altered') ? 'integrity' : missing, error);
    }
  }

  return {
    code(release) {
      const present = loading.get(release.globalName);
      if (present) return present;
      const started = performance.now();
      const code = attempt(release, 'fetch', () => federation.load(release));
      loading.set(release.globalName, code);
      code.then(
        () => onLoaded?.(release, performance.now() - started),
        (error: unknown) => {
          if (!(error instanceof ReleaseFailure && error.lasts)) loading.delete(release.globalName);
        },
      );
      return code;
    },
    async page(release, route) {
      const module: unknown = await attempt(release, 'chunk', () => route.page());
      if (!isPageModule(module)) {
        throw new ReleaseFailure(release, 'load', new Error(`The page of ${route.path} has no component.`));
      }
      return module;
    },
  };
}

/** A release is another team's code: what the types promise is looked at once more. */
function isPageModule(module: unknown): module is PageModule<unknown> {
  return typeof module === 'object' && module !== null && 'default' in module && Boolean(module.default);
}

class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new TookTooLong(`Nothing came within ${milliseconds} ms.`)),
      milliseconds,
    );
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
