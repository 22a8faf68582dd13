import type { PageModule, RemoteRoute } from '@isa/contract';
import type { RemoteRelease } from '../../platform/formats/registry';
import { ReleaseFailure, type ReleaseLoader } from './release-loader';

export interface RouteRequest {
  /** The releases in order of preference, which may contain a release twice. */
  readonly candidates: AsyncIterable<RemoteRelease>;
  readonly path: string;
  readonly loader: ReleaseLoader;
  isBroken(release: RemoteRelease): boolean;
  onLoaded(release: RemoteRelease): void;
  onFailure(failure: ReleaseFailure): void;
  unavailable(failures: readonly ReleaseFailure[]): Error;
}

/** Milliseconds after which the next release is loaded as well; the first that arrives is shown. */
const NEXT_RELEASE_DELAY = 2_500;

/** Loads code and data in parallel; when the code fails or hangs, both come from the next candidate. */
export async function loadRoute(request: RouteRequest): Promise<RemoteRoute> {
  const { loader, path, onLoaded, onFailure, unavailable } = request;
  const failures: ReleaseFailure[] = [];
  const releases = inOrder(request);
  const known: RemoteRelease[] = [];
  const first = await firstOf(remaining(), routeOf);
  let page: ReturnType<typeof loadPage> | undefined;

  async function routeOf(release: RemoteRelease) {
    return { release, route: await findRoute(loader, release, path) };
  }

  async function loadPage(): Promise<{ readonly route: RemoteRoute; readonly module: PageModule<unknown> }> {
    const { release, route, module } = await firstOf(remaining(first.release), async (candidate) => {
      const found = candidate === first.release ? first : await routeOf(candidate);
      return { ...found, module: await loader.page(candidate, found.route) };
    });
    onLoaded(release);
    return { route, module };
  }

  async function* remaining(begin?: RemoteRelease): AsyncGenerator<RemoteRelease, undefined> {
    if (begin) yield begin;
    for (let index = 0; ; index++) {
      if (index === known.length) {
        const { value } = await releases.next();
        if (value) known.push(value);
      }
      const release = known[index];
      if (!release) return undefined;
      if (release !== begin && failures.every((failure) => failure.release !== release)) yield release;
    }
  }

  /** @returns the first success. The next release is tried as soon as one fails or takes long. */
  function firstOf<T>(
    candidates: AsyncGenerator<RemoteRelease, undefined>,
    load: (release: RemoteRelease) => Promise<T>,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      let running = 0;
      let isDone = false;
      let isLast = false;

      async function start(): Promise<void> {
        const { value: release } = await candidates.next();
        if (isDone) return;
        if (!release) {
          isLast = true;
          if (running === 0) reject(unavailable(failures));
          return;
        }
        running += 1;
        let hasNext = false;
        const startNext = () => {
          if (hasNext || isDone) return;
          hasNext = true;
          start().catch(reject);
        };
        const timer = setTimeout(startNext, NEXT_RELEASE_DELAY);
        try {
          resolve(await load(release));
          isDone = true;
        } catch (error) {
          fail(release, error);
          running -= 1;
          if (isLast && running === 0) reject(unavailable(failures));
          else startNext();
        } finally {
          clearTimeout(timer);
        }
      }

      start().catch(reject);
    });
  }

  function fail(release: RemoteRelease, error: unknown): void {
    const failure = error instanceof ReleaseFailure ? error : new ReleaseFailure(release, 'load', error);
    failures.push(failure);
    onFailure(failure);
  }

  const loadOnce = () => (page ??= loadPage());
  return {
    ...first.route,
    page: async () => (await loadOnce()).module,
    async load(context) {
      const [{ route }, data] = await Promise.all([loadOnce(), first.route.load?.(context)]);
      return route === first.route ? data : route.load?.(context);
    },
  };
}

/** Yields each release that has the route once, broken ones last. */
async function* inOrder({
  candidates,
  path,
  isBroken,
}: RouteRequest): AsyncGenerator<RemoteRelease, undefined> {
  const seen = new Set<string>();
  const broken: RemoteRelease[] = [];
  for await (const release of candidates) {
    if (seen.has(release.globalName) || !release.routes.some((route) => route.path === path)) continue;
    seen.add(release.globalName);
    if (isBroken(release)) broken.push(release);
    else yield release;
  }
  yield* broken;
  return undefined;
}

/** @throws ReleaseFailure when the code lacks a route that the release declares. */
async function findRoute(loader: ReleaseLoader, release: RemoteRelease, path: string): Promise<RemoteRoute> {
  const { routes } = await loader.code(release);
  const route = routes.find((candidate) => candidate.path === path);
  if (!route) throw new ReleaseFailure(release, 'load', new Error(`It has no route "${path}".`));
  return route;
}
