import type { ErrorPhase } from '@isa/api-contract';
import { ApiError, type MenuEntry, type RemoteRoute, type RouteData } from '@isa/contract';
import { isRouteErrorResponse } from 'react-router-dom';
import type { BadReleases } from './bad-releases';
import { answers, type Bucket, chooseReleases, releasesInOrder } from './choice';
import type { RegistrySource } from './fresh-registry';
import type { PageRegistry, RemoteRelease } from './registry';
import { ReleaseFailure, type ReleaseLoader } from './release-loader';
import { searchRelease } from './release-search';

/** No release of a remote could be had. Names the one that was wanted, so that a report can be attributed. */
export class RemoteUnavailable extends Error {
  override readonly name = 'RemoteUnavailable';

  constructor(
    readonly remote: RemoteRelease,
    readonly failures: readonly unknown[],
  ) {
    super(`The release ${remote.name}@${remote.version} could not be loaded.`, { cause: failures[0] });
  }

  /** Whether another attempt in this page can end otherwise. */
  get canBeRetried(): boolean {
    return this.failures.some((failure) => !(failure instanceof ReleaseFailure && failure.lasts));
  }
}

/** Every remote of the page, in the releases that this tab keeps until it may move on. */
export interface Remotes {
  /** The chosen release of every remote. */
  readonly releases: readonly RemoteRelease[];
  /** Menu entries of all remotes in their order: they come from release data, so a dead remote keeps its links. */
  readonly menu: readonly MenuEntry[];
  /** Calls back when the tab has moved on to other releases. @returns the way to end it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** To be called before a visitor's own retry. */
  readonly forgetFailures: () => Promise<void>;
  /**
   * A page's code: of the chosen release or, when that fails, of the next best one. Its `load` and `page` belong
   * to the same release.
   * @throws RemoteUnavailable when all are exhausted.
   */
  route(remote: Pick<RemoteRelease, 'name'>, path: string): Promise<RemoteRoute>;
  /** The release that the pages of a remote come from right now, in case they come from any. */
  inUse(name: string): RemoteRelease | undefined;
  /**
   * Takes note of a page that failed in its place.
   * @returns whether the next attempt brings another release.
   */
  threw(name: string, error: unknown): boolean;
  /** Resolves as soon as a navigation may go on; never, when the document is about to be left. */
  ready(): Promise<void>;
  /**
   * Looks once more for somebody who answers an address that no route does.
   * @returns when it is nobody's; never, when the document is left for it.
   */
  seek(address: URL): Promise<void>;
}

/** What moves a tab on; only the navigation's own code needs it. */
export interface MovingRemotes extends Remotes {
  /** Looks for a newer registry and keeps it for a safe moment. @returns the newest one known. */
  look(): Promise<PageRegistry>;
  /** Whether there is something to move on to. */
  readonly isBehind: boolean;
  /** Whether the newest registry has another shell than this page. */
  readonly shellHasMoved: boolean;
  readonly newestShell: string;
  /** Takes the newest releases from here on. Code that is loaded already stays as it is. */
  moveOn(): void;
  /** Which remote's chosen release has a page there. */
  owner(pathname: string): string | undefined;
  /** Leaves the document for an address of this site. Nothing of it is drawn any more. */
  leave(address: string): void;
  readonly isLeaving: boolean;
}

export interface RemotesOptions {
  /** What was composed into the page. */
  readonly page: PageRegistry;
  /** What was chosen from it, overrides included. */
  readonly releases: readonly RemoteRelease[];
  readonly bucket: Bucket;
  readonly loader: ReleaseLoader;
  readonly source: RegistrySource;
  readonly badReleases: BadReleases;
  /** Looks at what failed, so that the next attempt finds it gone. */
  readonly forgetFailures: () => Promise<unknown>;
  /** Loads a document. */
  goTo(address: string): void;
  /** Whether a document has not been loaded for this reason before. */
  isFirstTime(reason: string): boolean;
  /** Told of every failure of a release, whether or not the visitor saw it. */
  onFailure(release: RemoteRelease, phase: ErrorPhase, error: unknown): void;
}

export function createRemotes(options: RemotesOptions): MovingRemotes {
  const { bucket, loader, source, badReleases, onFailure } = options;
  const overrides = options.releases.filter(({ slot }) => slot === 'override');
  const listeners = new Set<() => void>();
  const counted = new WeakSet<Error>();
  /** The releases that worked last, which need not be the chosen ones. */
  const used = new Map<string, RemoteRelease>();
  let pinned = pin(options.page, options.releases);
  let newest = options.page;
  let leaving = false;

  async function look(): Promise<PageRegistry> {
    const fresh = await source.fresh();
    if (fresh && fresh.registry.revision > newest.registry.revision) newest = fresh;
    return newest;
  }

  function choose(page: PageRegistry): readonly RemoteRelease[] {
    const overridden = new Set(overrides.map(({ name }) => name));
    return [
      ...chooseReleases(page, bucket, badReleases.isBad).filter(({ name }) => !overridden.has(name)),
      ...overrides,
    ];
  }

  function leave(address: string): void {
    leaving = true;
    options.goTo(address);
  }

  /** A remote's releases in the order of preference; asks the site only when what the page knows has failed. */
  async function* candidates(name: string): AsyncGenerator<RemoteRelease> {
    const chosen = pinned.releases.find((release) => release.name === name);
    const last = used.get(name);
    if (last) yield last;
    if (chosen) yield chosen;
    if (chosen?.slot === 'override') return;
    const ours = releasesInOrder(pinned.page, name, bucket);
    yield* ours.filter(({ slot }) => slot !== 'previous');
    yield* releasesInOrder(await look(), name, bucket);
    yield* ours;
  }

  return {
    get releases() {
      return pinned.releases;
    },
    get menu() {
      return pinned.menu;
    },
    get isBehind() {
      return newest.registry.revision > pinned.page.registry.revision;
    },
    get shellHasMoved() {
      return newest.registry.shell.live !== options.page.registry.shell.live;
    },
    get newestShell() {
      return newest.registry.shell.live;
    },
    get isLeaving() {
      return leaving;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async forgetFailures() {
      await options.forgetFailures();
    },
    async route({ name }, path) {
      if (leaving) return never();
      const wanted = pinned.releases.find((release) => release.name === name);
      return searchRelease({
        candidates: candidates(name),
        path,
        loader,
        isBad: badReleases.isBad,
        onFound: (release) => used.set(name, release),
        onFailure({ release, phase, cause }) {
          if (used.get(name) === release) used.delete(name);
          onFailure(release, phase, cause);
        },
        unavailable(failures) {
          if (!wanted) throw new Error(`Nobody knows a remote called "${name}".`);
          return new RemoteUnavailable(wanted, failures);
        },
      });
    },
    inUse: (name) => used.get(name),
    threw(name, error) {
      const release = used.get(name);
      if (!release || !isOfTheRelease(error) || counted.has(error)) return false;
      counted.add(error);
      onFailure(release, 'render', error);
      badReleases.threw(release);
      if (!badReleases.isBad(release)) return false;
      used.delete(name);
      return releasesInOrder(newest, name, bucket).some((other) => !badReleases.isBad(other));
    },
    ready: () => (leaving ? never() : Promise.resolve()),
    look,
    moveOn() {
      pinned = pin(newest, choose(newest));
      used.clear();
      for (const listener of listeners) listener();
    },
    owner: (pathname) => pinned.releases.find((release) => answers(release, pathname))?.name,
    leave,
    async seek({ pathname, search }) {
      const { registry } = await look();
      const known = [pinned.releases, choose(newest)].flat().some((release) => answers(release, pathname));
      const mayBeKnown = registry.shell.live !== options.page.registry.shell.live;
      if (!known && !mayBeKnown) return;
      if (!options.isFirstTime(`${pathname} at ${registry.revision}`)) return;
      leave(pathname + search);
      return never();
    },
  };
}

function pin(page: PageRegistry, releases: readonly RemoteRelease[]) {
  return {
    page,
    releases,
    menu: menuOf(releases),
  };
}

/** Menu entries of all releases in their order. */
export function menuOf(releases: readonly RemoteRelease[]): readonly MenuEntry[] {
  return releases.flatMap(({ menu }) => menu).sort((a, b) => a.order - b.order);
}

/** What the API answers and what is nowhere to be found is no fault of the code that asked. */
function isOfTheRelease(error: unknown): error is Error {
  return (
    error instanceof Error &&
    !(error instanceof ApiError || error instanceof RemoteUnavailable) &&
    !isRouteErrorResponse(error)
  );
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** The data of a route as the chosen releases have it, whichever they are at the time. */
export function routeData(remotes: Pick<Remotes, 'releases'>, initial: RouteData): RouteData {
  const current = () =>
    remotes.releases.flatMap(({ routes }) => routes).find(({ path }) => path === initial.path) ?? initial;
  return new Proxy(initial, { get: (_, property) => Reflect.get(current(), property) as unknown });
}
