import type { ErrorPhase } from '@isa/api-contract';
import { ApiError, type MenuEntry, type RemoteRoute } from '@isa/contract';
import type { RouteData } from '@isa/contract/host';
import { isRouteErrorResponse } from 'react-router-dom';
import type { BadReleases } from './bad-releases';
import { answers, type Bucket, releasesInOrder } from './choice';
import type { RegistrySource } from './fresh-registry';
import { keepReleases } from './kept-releases';
import type { PageRegistry, RemoteOutline, RemoteRelease } from '../../formats/registry';
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

/** The site does not say which releases there are of a remote whose outlines are all that the page has. */
export class ReleasesUnknown extends Error {
  override readonly name = 'ReleasesUnknown';

  constructor(remote: string) {
    super(`The releases of ${remote} could not be learned.`);
  }
}

/** Every remote of the page, in the releases that this tab keeps until it may move on. */
export interface Remotes {
  /** Every remote with its pages and its menu, whether or not more is known of it yet. */
  readonly outlines: readonly RemoteOutline[];
  /** The chosen releases, of those remotes that are known in full: a page has those that draw it. */
  readonly releases: readonly RemoteRelease[];
  /** Menu entries of all remotes in their order: they come from release data, so a dead remote keeps its links. */
  readonly menu: readonly MenuEntry[];
  /** Calls back when the tab has moved on to other releases. @returns the way to end it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** To be called before a visitor's own retry. */
  readonly forgetFailures: () => Promise<void>;
  /**
   * A page's code: of the chosen release or, when that fails, of the next best one. Its `load` and `page` belong
   * to the same release. A remote of which the page has only outlines is looked up first.
   * @param address where a visitor is going; absent where something is fetched ahead. It is left for as a document when
   * this one cannot learn the remote's releases and another can.
   * @throws RemoteUnavailable when all are exhausted; ReleasesUnknown while the site does not answer.
   */
  route(remote: Pick<RemoteOutline, 'name'>, path: string, address?: URL): Promise<RemoteRoute>;
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
  /** Looks for a newer registry and keeps it for a safe moment. */
  look(): Promise<unknown>;
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
  readonly chosen: readonly RemoteOutline[];
  readonly bucket: Bucket;
  readonly loader: ReleaseLoader;
  readonly source: RegistrySource;
  readonly badReleases: BadReleases;
  /** Looks at what failed, so that the next attempt finds it gone. */
  readonly forgetFailures: () => Promise<unknown>;
  /** The address that this document was loaded for, without its origin. */
  readonly documentAddress: string;
  /** Loads a document. */
  goTo(address: string): void;
  /** Whether a document has not been loaded for this reason before. */
  isFirstTime(reason: string): boolean;
  /** Told of every failure of a release, whether or not the visitor saw it. */
  onFailure(release: RemoteRelease, phase: ErrorPhase, error: unknown): void;
  /** Told when a visitor cannot go on because the site does not hand out its registry. */
  onUnknown(error: ReleasesUnknown): void;
}

export function createRemotes(options: RemotesOptions): MovingRemotes {
  const { bucket, loader, badReleases, onFailure } = options;
  const kept = keepReleases(options);
  const listeners = new Set<() => void>();
  const counted = new WeakSet<Error>();
  /** The releases that worked last, which need not be the chosen ones. */
  const used = new Map<string, RemoteRelease>();
  let leaving = false;
  const releaseOf = (name: string) => kept.releases.find((release) => release.name === name);

  function leave(address: string): void {
    leaving = true;
    options.goTo(address);
  }

  /** A remote's releases in the order of preference; asks the site only when what the page knows has failed. */
  async function* candidates(name: string): AsyncGenerator<RemoteRelease> {
    const chosen = releaseOf(name);
    const last = used.get(name);
    if (last) yield last;
    if (chosen) yield chosen;
    if (chosen?.slot === 'override') return;
    const ours = releasesInOrder(kept.page, name, bucket);
    yield* ours.filter(({ slot }) => slot !== 'previous');
    await kept.look();
    yield* releasesInOrder(kept.newest, name, bucket);
    yield* ours;
  }

  /**
   * The chosen release, looked up where the page has only outlines of its remote.
   * @returns never, when the address is left for.
   * @throws ReleasesUnknown
   */
  async function chosenFor(name: string, path: string, address: URL | undefined): Promise<RemoteRelease> {
    const known = releaseOf(name);
    if (known) return known;
    if (!kept.outlines.some((remote) => remote.name === name)) {
      throw new Error(`Nobody knows a remote called "${name}".`);
    }
    const none = await kept.look(address !== undefined);
    if (leaving) return never();
    const learned = releaseOf(name);
    // A page of that remote has its releases inlined; this document would not become one by being loaded again.
    const elsewhere =
      address && address.pathname + address.search !== options.documentAddress ? address : undefined;
    if (learned && (!elsewhere || learned.routes.some((route) => route.path === path))) return learned;
    if (elsewhere && none !== 'unreachable') {
      leave(elsewhere.pathname + elsewhere.search + elsewhere.hash);
      return never();
    }
    const unknown = new ReleasesUnknown(name);
    if (address) options.onUnknown(unknown);
    throw unknown;
  }

  return {
    get outlines() {
      return kept.outlines;
    },
    get releases() {
      return kept.releases;
    },
    get menu() {
      return kept.menu;
    },
    get isBehind() {
      return kept.isBehind;
    },
    get shellHasMoved() {
      return kept.newest.registry.shell.live !== options.page.registry.shell.live;
    },
    get newestShell() {
      return kept.newest.registry.shell.live;
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
    async route({ name }, path, address) {
      if (leaving) return never();
      const wanted = await chosenFor(name, path, address);
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
        unavailable: (failures) => new RemoteUnavailable(wanted, failures),
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
      return releasesInOrder(kept.newest, name, bucket).some((other) => !badReleases.isBad(other));
    },
    ready: () => (leaving ? never() : Promise.resolve()),
    look: () => kept.look(),
    moveOn() {
      kept.moveOn();
      used.clear();
      for (const listener of listeners) listener();
    },
    owner: (pathname) => kept.outlines.find((remote) => answers(remote, pathname))?.name,
    leave,
    async seek({ pathname, search }) {
      await kept.look();
      const { registry } = kept.newest;
      const known = [kept.outlines, kept.chooseNewest()].flat().some((remote) => answers(remote, pathname));
      const mayBeKnown = registry.shell.live !== options.page.registry.shell.live;
      if (!known && !mayBeKnown) return;
      if (!options.isFirstTime(`${pathname} at ${registry.revision}`)) return;
      leave(pathname + search);
      return never();
    },
  };
}

/** What the API answers and what is nowhere to be found is no fault of the code that asked. */
function isOfTheRelease(error: unknown): error is Error {
  return (
    error instanceof Error &&
    !(error instanceof ApiError || error instanceof RemoteUnavailable || error instanceof ReleasesUnknown) &&
    !isRouteErrorResponse(error)
  );
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** The data of a route as the chosen releases have it, whichever they are at the time. */
export function routeData(remotes: Pick<Remotes, 'outlines'>, initial: RouteData): RouteData {
  const current = () =>
    remotes.outlines.flatMap(({ routes }) => routes).find(({ path }) => path === initial.path) ?? initial;
  return new Proxy(initial, { get: (_, property) => Reflect.get(current(), property) as unknown });
}
