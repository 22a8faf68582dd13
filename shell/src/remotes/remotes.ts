import type { ErrorPhase } from '@isa/api-contract';
import { ApiError, type RemoteRoute } from '@isa/contract';
import { isRouteErrorResponse, matchPath } from 'react-router-dom';
import type { RemoteRelease } from '../../platform/formats/registry';
import type { BrokenReleases } from './broken-releases';
import type { RefetchScripts } from './failed-scripts';
import { type DocumentExit, never } from './leave-document';
import { loadRoute } from './load-route';
import { findRemoteRoute } from './navigation';
import type { PinnedReleases } from './pinned-releases';
import { ReleaseFailure, type ReleaseLoader } from './release-loader';

/** No release could be loaded. It contains the preferred one, to which reports are attributed. */
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

/** The error when the page contains only a remote's navigation, and the registry is unavailable. */
export class ReleasesUnknown extends Error {
  override readonly name = 'ReleasesUnknown';

  constructor(remote: string) {
    super(`The releases of ${remote} are unknown, because the registry is unavailable.`);
  }
}

export interface ReleaseReports {
  /** A release failed, whether or not the visitor saw it. */
  failed(release: RemoteRelease, phase: ErrorPhase, error: unknown): void;
  loaded(release: RemoteRelease): void;
  /** A visitor's page needs the registry, which is unavailable. */
  unknown(error: ReleasesUnknown): void;
}

export type Remotes = ReturnType<typeof createRemotes>;

type PageAddress = Pick<Location, 'pathname' | 'search' | 'hash'>;

interface RemotesOptions {
  readonly pinned: PinnedReleases;
  readonly exit: DocumentExit;
  readonly loader: ReleaseLoader;
  readonly brokenReleases: BrokenReleases;
  readonly refetchScripts: RefetchScripts;
  readonly documentAddress: string;
  /** Whether this document's policy allows inline styles of third parties (`RemoteRoute.ownDocument`). */
  readonly allowsInlineStyles: boolean;
  readonly reports: Pick<ReleaseReports, 'failed' | 'unknown'>;
}

export function createRemotes(options: RemotesOptions) {
  const { pinned, exit, loader, brokenReleases, refetchScripts, documentAddress, reports } = options;
  const { allowsInlineStyles } = options;
  const { navigation } = pinned;
  exit.forget(documentReason(documentAddress));
  const countedErrors = new WeakSet<Error>();
  const used = new Map<string, RemoteRelease>();
  navigation.subscribe(() => used.clear());

  /** The registry is refreshed once every release in the page has failed, except the previous one. */
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
    // Loading this document again would bring the same page, but any other page of the remote contains its
    // releases.
    const other = address && address.pathname + address.search !== documentAddress ? address : undefined;
    if (!navigation.getState().remotes.some((remote) => remote.name === name)) {
      // The remote was retired while this tab was open, and the site knows where its addresses lead.
      if (other && exit.isFirstTime(documentReason(other.pathname + other.search))) {
        return exit.leave(pathOf(other));
      }
      throw new Error(`Unknown remote: "${name}".`);
    }
    const failure = await pinned.refresh(address !== undefined);
    if (exit.isLeaving) return never();
    const found = find();
    if (found && (!other || found.routes.some((route) => route.path === path))) return found;
    if (other && failure !== 'unreachable') return exit.leave(pathOf(other));
    const unknown = new ReleasesUnknown(name);
    if (address) reports.unknown(unknown);
    throw unknown;
  }

  /** The page that this document was loaded for does not, because the same document would come again. */
  function needsOtherDocument(path: string, { pathname, search }: URL): boolean {
    if (allowsInlineStyles || pathname + search === documentAddress) return false;
    const routes = navigation.getState().remotes.flatMap((remote) => remote.routes);
    return routes.some((route) => route.path === path && route.ownDocument);
  }

  return {
    navigation,
    get releases() {
      return pinned.releases;
    },
    /**
     * Call it before a visitor's own retry. It removes damaged scripts from the browser's cache, and waits for attempts that
     * began earlier, such as a prefetch, because the retry would share their failure.
     */
    async prepareRetry(remote?: string): Promise<void> {
      if (remote !== undefined) await loader.ended(remote);
      await refetchScripts();
    },
    /**
     * Loads a page's code and data from the preferred release that can be loaded. Leaves the document for one
     * that can find the releases, or that the page needs.
     * @param address of a visit; absent for a prefetch.
     * @throws RemoteUnavailable when no release can be loaded; ReleasesUnknown while the registry is
     * unavailable.
     */
    async route(name: string, path: string, address?: URL): Promise<RemoteRoute> {
      if (exit.isLeaving) return never();
      if (address && needsOtherDocument(path, address)) return exit.leave(pathOf(address));
      const chosen = await chosenRelease(name, path, address);
      return loadRoute({
        candidates: candidates(name, chosen),
        path,
        loader,
        isBroken: brokenReleases.isBroken,
        onLoaded: (release) => used.set(name, release),
        onFailure({ release, phase, cause }) {
          if (used.get(name) === release) used.delete(name);
          reports.failed(release, phase, cause);
        },
        unavailable: (failures) => new RemoteUnavailable(chosen, failures),
      });
    },
    /** The release that renders the remote's pages, which is another than the chosen one after a failure. */
    inUse: (name: string) => used.get(name),
    /** Records that a page threw. @returns whether the next attempt uses another release. */
    addRenderError(name: string, error: unknown): boolean {
      const release = used.get(name);
      if (!release || !(error instanceof Error) || countedErrors.has(error)) return false;
      countedErrors.add(error);
      if (isRefusedCall(error)) reports.failed(release, 'data', error);
      if (!isReleaseFailure(error) || error instanceof RemoteUnavailable) return false;
      reports.failed(release, 'render', error);
      brokenReleases.add(release);
      if (!brokenReleases.isBroken(release)) return false;
      used.delete(name);
      return pinned.inOrder(name, 'newest').some((other) => !brokenReleases.isBroken(other));
    },
    /** Resolves at once, and never when the document is being left. */
    ready: (): Promise<void> => (exit.isLeaving ? never() : Promise.resolve()),
    /** Refreshes the registry. Returns when no remote has the URL, never when the document is left for it. */
    async findUnmatched({ pathname, search }: URL): Promise<void> {
      await pinned.refresh();
      const { revision, newShell, remotes, retired } = pinned.newest;
      const isRetired = retired.some(({ routes }) => routes.some((path) => matchPath(path, pathname)));
      // The remote was retired, and the site knows where its addresses lead.
      if (isRetired && pathname + search !== documentAddress) return exit.leave(pathname + search);
      // A newer shell may have the page itself.
      if (!findRemoteRoute([...navigation.getState().remotes, ...remotes], pathname) && !newShell) return;
      if (!exit.isFirstTime(`${pathname} at ${revision}`)) return;
      return exit.leave(pathname + search);
    },
    /** Whether another document may show a page that this one cannot. */
    canOpenDocument({ pathname, search }: PageAddress): boolean {
      // A developer must see the failure in place.
      const isDevelopment = pinned.releases.some(({ slot, unverified }) => slot === 'override' || unverified);
      // The document of this address is this one, so loading it again would not help.
      return !isDevelopment && pathname + search !== documentAddress;
    },
    /** Loads the document of an address, once until it has arrived. Never returns when the document is left. */
    async openDocument(address: PageAddress): Promise<void> {
      // While the site is unreachable, the browser would replace everything by its own error page.
      if ((await pinned.refresh()) === 'unreachable') return;
      if (exit.isFirstTime(documentReason(address.pathname + address.search))) {
        return exit.leave(pathOf(address));
      }
    },
  };
}

function pathOf({ pathname, search, hash }: PageAddress): string {
  return pathname + search + hash;
}

function documentReason(address: string): string {
  return `document ${address}`;
}

/** Whether a page failed because of its remote's code; errors of the API and missing pages are no fault of it. */
export function isReleaseFailure(error: unknown): error is Error {
  return (
    error instanceof Error &&
    !(error instanceof ApiError || error instanceof ReleasesUnknown) &&
    !isRouteErrorResponse(error)
  );
}

/**
 * Whether a loader called what the API lacks or refuses. Another release would be refused for a visitor's
 * mistyped address as well, so only the watcher judges it.
 */
function isRefusedCall(error: Error): boolean {
  return error instanceof ApiError && [400, 404, 405, 422].includes(error.status);
}
