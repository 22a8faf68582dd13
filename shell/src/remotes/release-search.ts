import type { PageModule, RemoteRoute } from '@isa/contract';
import type { RemoteRelease } from '../../formats/registry';
import { ReleaseFailure, type ReleaseLoader } from './release-loader';

export interface ReleaseSearch {
  /** In the order of preference; may name a release twice. */
  readonly candidates: AsyncIterable<RemoteRelease>;
  /** The route that is wanted. */
  readonly path: string;
  readonly loader: ReleaseLoader;
  /** Releases that are taken only when nothing else is left. */
  isBad(release: RemoteRelease): boolean;
  onFound(release: RemoteRelease): void;
  onFailure(failure: ReleaseFailure): void;
  /** Makes the error for when nothing is left. */
  unavailable(failures: readonly ReleaseFailure[]): Error;
}

interface Found {
  readonly release: RemoteRelease;
  readonly route: RemoteRoute;
}

/**
 * Finds the first release that has a route and can be loaded. Its code and data still load side by side; when the
 * page's code fails, the search goes on, and both come from the release that is found next.
 */
export async function searchRelease(search: ReleaseSearch): Promise<RemoteRoute> {
  const { loader, onFound, onFailure, unavailable } = search;
  const failures: ReleaseFailure[] = [];
  const releases = inOrder(search);
  const first = await next();
  let opening: Promise<Found & { readonly module: PageModule<unknown> }> | undefined;

  async function next(): Promise<Found> {
    for (;;) {
      const { value: release } = await releases.next();
      if (!release) throw unavailable(failures);
      const route = await guarded(release, () => routeOf(loader, release, search.path));
      if (route) return { release, route };
    }
  }

  async function open() {
    for (let current = first; ; current = await next()) {
      const { release, route } = current;
      const module = await guarded(release, () => loader.page(release, route));
      if (!module) continue;
      onFound(release);
      return { release, route, module };
    }
  }

  /** @returns `undefined` when it failed, which has been taken note of. */
  async function guarded<T>(release: RemoteRelease, run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await run();
    } catch (error) {
      const failure = error instanceof ReleaseFailure ? error : new ReleaseFailure(release, 'load', error);
      failures.push(failure);
      onFailure(failure);
      return undefined;
    }
  }

  const opened = () => (opening ??= open());
  return {
    ...first.route,
    page: async () => (await opened()).module,
    async load(context) {
      const [{ route }, data] = await Promise.all([opened(), first.route.load?.(context)]);
      return route === first.route ? data : route.load?.(context);
    },
  };
}

/** Each release once, those that have shown themselves to be bad last, and none that never promised the route. */
async function* inOrder({
  candidates,
  path,
  isBad,
}: ReleaseSearch): AsyncGenerator<RemoteRelease, undefined> {
  const seen = new Set<string>();
  const bad: RemoteRelease[] = [];
  for await (const release of candidates) {
    if (seen.has(release.globalName) || !release.routes.some((route) => route.path === path)) continue;
    seen.add(release.globalName);
    if (isBad(release)) bad.push(release);
    else yield release;
  }
  yield* bad;
  return undefined;
}

/** @throws ReleaseFailure when the release has not what it promised. */
async function routeOf(loader: ReleaseLoader, release: RemoteRelease, path: string): Promise<RemoteRoute> {
  const { routes } = await loader.code(release);
  const route = routes.find((candidate) => candidate.path === path);
  if (!route) throw new ReleaseFailure(release, 'load', new Error(`It has no route "${path}".`));
  return route;
}
