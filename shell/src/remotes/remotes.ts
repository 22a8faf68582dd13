import type { ErrorPhase } from '@isa/api-contract';
import { ApiError, type ReadonlyStore, type RemoteRoute } from '@isa/contract';
import { isRouteErrorResponse } from 'react-router-dom';
import type { RemoteRelease } from '../../formats/registry';
import type { BrokenReleases } from './broken-releases';
import { type DocumentExit, never } from './leave-document';
import { loadRoute } from './load-route';
import { routeOwner, type SiteNavigation } from './navigation';
import type { PinnedReleases } from './pinned-releases';
import { ReleaseFailure, type ReleaseLoader } from './release-loader';

/** No release of a remote could be loaded. Contains the preferred one, to which reports are attributed. */
export class RemoteUnavailable extends Error {
  override readonly name = 'RemoteUnavailable';

  constructor(
    readonly remote: RemoteRelease,
    readonly failures: readonly unknown[],
  ) {
    super(`The release ${remote.name}@${remote.version} could not be loaded.`, { cause: failures[0] });
  }

  /** Whether another attempt in this document can succeed. */
  get canBeRetried(): boolean {
    return this.failures.some((failure) => !(failure instanceof ReleaseFailure && failure.isPermanent));
  }
}

/** The page contains only a remote's navigation, and the registry is unavailable. */
export class ReleasesUnknown extends Error {
  override readonly name = 'ReleasesUnknown';

  constructor(remote: string) {
    super(`The releases of ${remote} are unknown, because the registry is unavailable.`);
  }
}

/** All remotes of the page. */
export interface Remotes {
  /** Changes when the tab is updated to other releases. */
  readonly navigation: ReadonlyStore<SiteNavigation>;
  /** The chosen releases: at first of the remote that renders this page, and later of those that were visited. */
  readonly releases: readonly RemoteRelease[];
  /** Call before a visitor's own retry. */
  readonly clearFailures: () => Promise<void>;
  /**
   * A page's code, from the preferred release that can be loaded. Its `load` and `page` belong to one release.
   * @param address of a visit; absent for a prefetch. Becomes a document navigation when this document cannot find the
   * remote's releases and another can.
   * @throws RemoteUnavailable when no release can be loaded; ReleasesUnknown while the registry is unavailable.
   */
  route(name: string, path: string, address?: URL): Promise<RemoteRoute>;
  /** The release that renders the remote's pages, which is another than the chosen one after a failure. */
  inUse(name: string): RemoteRelease | undefined;
  /** @returns whether the next attempt uses another release. */
  addRenderError(name: string, error: unknown): boolean;
  /** Resolves at once; never when the document is being left. */
  ready(): Promise<void>;
  /**
   * Refreshes the registry for an unmatched URL.
   * @returns when no remote has the URL; never when the document is left for it.
   */
  findUnmatched(address: URL): Promise<void>;
}

export interface RemotesOptions {
  readonly pinned: PinnedReleases;
  readonly exit: DocumentExit;
  readonly loader: ReleaseLoader;
  readonly brokenReleases: BrokenReleases;
  /** Fetches failed scripts again, so that the next attempt does not read them from the browser's cache. */
  readonly refetchScripts: () => Promise<unknown>;
  /** The address that this document was loaded for, without its origin. */
  readonly documentAddress: string;
  /** Receives every failure of a release, whether or not the visitor sees it. */
  onFailure(release: RemoteRelease, phase: ErrorPhase, error: unknown): void;
  /** Receives failures that a visitor sees. */
  onUnknown(error: ReleasesUnknown): void;
}

export function createRemotes({
  pinned,
  exit,
  loader,
  brokenReleases,
  refetchScripts,
  documentAddress,
  onFailure,
  onUnknown,
}: RemotesOptions): Remotes {
  const { navigation } = pinned;
  const countedErrors = new WeakSet<Error>();
  const used = new Map<string, RemoteRelease>();
  navigation.subscribe(() => used.clear());

  /** Refreshes the registry only after every release that the page contains has failed, except the previous one. */
  async function* candidates(name: string, chosen: RemoteRelease): AsyncGenerator<RemoteRelease> {
    const last = used.get(name);
    if (last) yield last;
    yield chosen;
    if (chosen.slot === 'override') return;
    const known = pinned.inOrder(name, 'pinned');
    yield* known.filter(({ slot }) => slot !== 'previous');
    await pinned.refresh();
    yield* pinned.inOrder(name, 'newest');
    yield* known;
  }

  /** @throws ReleasesUnknown */
  async function chosenRelease(name: string, path: string, address?: URL): Promise<RemoteRelease> {
    const find = () => pinned.releases.find((release) => release.name === name);
    const chosen = find();
    if (chosen) return chosen;
    if (!navigation.getState().remotes.some((remote) => remote.name === name)) {
      throw new Error(`Unknown remote: "${name}".`);
    }
    const failure = await pinned.refresh(address !== undefined);
    if (exit.isLeaving) return never();
    const found = find();
    // Loading this document again would bring the same page; any other page of the remote contains its releases.
    const other = address && address.pathname + address.search !== documentAddress ? address : undefined;
    if (found && (!other || found.routes.some((route) => route.path === path))) return found;
    if (other && failure !== 'unreachable') return exit.leave(other.pathname + other.search + other.hash);
    const unknown = new ReleasesUnknown(name);
    if (address) onUnknown(unknown);
    throw unknown;
  }

  return {
    navigation,
    get releases() {
      return pinned.releases;
    },
    async clearFailures() {
      await refetchScripts();
    },
    async route(name, path, address) {
      if (exit.isLeaving) return never();
      const chosen = await chosenRelease(name, path, address);
      return loadRoute({
        candidates: candidates(name, chosen),
        path,
        loader,
        isBroken: brokenReleases.isBroken,
        onLoaded: (release) => used.set(name, release),
        onFailure({ release, phase, cause }) {
          if (used.get(name) === release) used.delete(name);
          onFailure(release, phase, cause);
        },
        unavailable: (failures) => new RemoteUnavailable(chosen, failures),
      });
    },
    inUse: (name) => used.get(name),
    addRenderError(name, error) {
      const release = used.get(name);
      if (!release || !isReleaseError(error) || countedErrors.has(error)) return false;
      countedErrors.add(error);
      onFailure(release, 'render', error);
      brokenReleases.addRenderError(release);
      if (!brokenReleases.isBroken(release)) return false;
      used.delete(name);
      return pinned.inOrder(name, 'newest').some((other) => !brokenReleases.isBroken(other));
    },
    ready: () => (exit.isLeaving ? never() : Promise.resolve()),
    async findUnmatched({ pathname, search }) {
      await pinned.refresh();
      const remotes = [...navigation.getState().remotes, ...pinned.newestNavigation()];
      // A newer shell may have the page itself.
      if (routeOwner(remotes, pathname) === undefined && pinned.newShell === undefined) return;
      if (!exit.isFirstTime(`${pathname} at ${pinned.newestRevision}`)) return;
      return exit.leave(pathname + search);
    },
  };
}

/** Errors of the API and missing pages are no fault of the release. */
function isReleaseError(error: unknown): error is Error {
  return (
    error instanceof Error &&
    !(error instanceof ApiError || error instanceof RemoteUnavailable || error instanceof ReleasesUnknown) &&
    !isRouteErrorResponse(error)
  );
}
