import type { PageModule, RemoteRoute } from '@isa/contract';
import type { RemoteRelease } from '../../formats/registry';
import { ReleaseFailure, type ReleaseLoader } from './release-loader';

export interface RouteRequest {
  /** In order of preference; may contain a release twice. */
  readonly candidates: AsyncIterable<RemoteRelease>;
  readonly path: string;
  readonly loader: ReleaseLoader;
  /** Broken releases are tried last. */
  isBroken(release: RemoteRelease): boolean;
  onLoaded(release: RemoteRelease): void;
  onFailure(failure: ReleaseFailure): void;
  /** Creates the error for the case that no candidate can be loaded. */
  unavailable(failures: readonly ReleaseFailure[]): Error;
}

/**
 * Loads a route from the first candidate that has it and can be loaded. The page's code and data load in parallel; when
 * the code fails, both come from the next candidate.
 */
export async function loadRoute(request: RouteRequest): Promise<RemoteRoute> {
  const { loader, path, onLoaded, onFailure, unavailable } = request;
  const failures: ReleaseFailure[] = [];
  const releases = inOrder(request);
  const first = await nextRoute();
  let page: ReturnType<typeof loadPage> | undefined;

  async function nextRoute(): Promise<{ readonly release: RemoteRelease; readonly route: RemoteRoute }> {
    for (;;) {
      const { value: release } = await releases.next();
      if (!release) throw unavailable(failures);
      const route = await attempt(release, () => findRoute(loader, release, path));
      if (route) return { release, route };
    }
  }

  async function loadPage(): Promise<{ readonly route: RemoteRoute; readonly module: PageModule<unknown> }> {
    for (let current = first; ; current = await nextRoute()) {
      const { release, route } = current;
      const module = await attempt(release, () => loader.page(release, route));
      if (!module) continue;
      onLoaded(release);
      return { route, module };
    }
  }

  /** @returns `undefined` after a failure, which is recorded. */
  async function attempt<T>(release: RemoteRelease, load: () => Promise<T>): Promise<T | undefined> {
    try {
      return await load();
    } catch (error) {
      const failure = error instanceof ReleaseFailure ? error : new ReleaseFailure(release, 'load', error);
      failures.push(failure);
      onFailure(failure);
      return undefined;
    }
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

/** Each release that has the route once, broken ones last. */
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
