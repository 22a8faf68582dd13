import { createStore } from 'zustand/vanilla';
import {
  isRemoteRelease,
  type PageRegistry,
  type RemoteNavigation,
  type RemoteRelease,
} from '../../platform/formats/registry';
import type { BrokenReleases } from './broken-releases';
import type { Bucket } from './canary-buckets';
import { chooseReleases, releasesInOrder } from './choose-releases';
import { siteNavigation } from './navigation';
import type { LoadRegistry, RegistryFailure } from './registry-source';

/** The releases that this tab uses until it is updated, and the newest registry that it has loaded. */
export type PinnedReleases = ReturnType<typeof pinReleases>;

interface PinnedReleasesOptions {
  readonly page: PageRegistry;
  /** Releases that replace every other one of their remotes; of one remote the first counts. */
  readonly overrides: readonly RemoteRelease[];
  readonly bucket: Bucket;
  /** Releases, such as `shop@1.5.0`, that a member of staff has chosen instead. */
  readonly chosen?: readonly string[] | undefined;
  readonly brokenReleases: Pick<BrokenReleases, 'isBroken'>;
  readonly loadRegistry: LoadRegistry;
}

export function pinReleases(options: PinnedReleasesOptions) {
  const { page, bucket, chosen, brokenReleases, loadRegistry } = options;
  const overrides = [...new Map([...options.overrides].reverse().map((one) => [one.name, one])).values()];
  const navigation = createStore(() => siteNavigation(choose(page)));
  let releases = choose(page).filter(isRemoteRelease);
  let pinned = page;
  let newest = page;
  let hasUpdate = false;

  function choose(registry: PageRegistry): readonly RemoteNavigation[] {
    const released = chooseReleases(registry, bucket, brokenReleases.isBroken, chosen);
    const others = (release: RemoteNavigation) => overrides.every(({ name }) => name !== release.name);
    return [...released.filter(others), ...overrides];
  }

  /** Adds the releases of remotes that this tab has not rendered yet, so that nothing changes on display. */
  function addMissing(fresh: PageRegistry): void {
    const known = new Set(releases.map(({ name }) => name));
    const remotes = pinned.registry.remotes.map((remote) => {
      const found = fresh.registry.remotes.find(({ name }) => name === remote.name);
      return known.has(remote.name) ? remote : (found ?? remote);
    });
    const shown = new Set(navigation.getState().remotes.map(({ name }) => name));
    const missing = choose(fresh).filter(({ name }) => shown.has(name) && !known.has(name));
    releases = [...releases, ...missing.filter(isRemoteRelease)];
    pinned = { ...pinned, registry: { ...pinned.registry, remotes } };
  }

  return {
    /** The navigation, which changes only with `update`. */
    navigation,
    /** The chosen releases. Remotes of which the page contains only the navigation follow with the first `refresh`. */
    get releases(): readonly RemoteRelease[] {
      return releases;
    },
    inOrder: (name: string, registry: 'pinned' | 'newest') =>
      releasesInOrder(registry === 'pinned' ? pinned : newest, name, bucket),
    get hasUpdate() {
      return hasUpdate;
    },
    get newest() {
      const { revision, shell, retired = [] } = newest.registry;
      /** The shell's version, where this document has another one. */
      const newShell = shell.live === page.registry.shell.live ? undefined : shell.live;
      return { revision, newShell, remotes: choose(newest), retired };
    },
    /** The remotes of the newest registry, with every release that a browser may show. */
    get registered() {
      return newest.registry.remotes;
    },
    /** Adds missing releases; newer ones wait for `update`. @param retry after a recent failure. */
    async refresh(retry?: boolean): Promise<RegistryFailure | undefined> {
      const fresh = await loadRegistry(retry);
      if (typeof fresh === 'string') return fresh;
      // The page's own registry is incomplete, so the first complete one is used even at the same revision.
      if (newest !== page && fresh.registry.revision <= newest.registry.revision) return undefined;
      newest = fresh;
      addMissing(fresh);
      hasUpdate = fingerprint(pinned, navigation.getState().remotes) !== fingerprint(newest, choose(newest));
      return undefined;
    },
    update() {
      const chosen = choose(newest);
      pinned = newest;
      releases = chosen.filter(isRemoteRelease);
      hasUpdate = false;
      navigation.setState(siteNavigation(chosen));
    },
  };
}

/** The text is equal for registries that differ only in what no visitor sees. */
function fingerprint({ registry }: PageRegistry, chosen: readonly RemoteNavigation[]): string {
  const versions = registry.remotes.map(({ name, live, previous, canary }) => [
    name,
    live && 'version' in live && live.version,
    previous?.version,
    canary?.release.version,
    canary?.percent,
  ]);
  const navigation = chosen.map(({ name, routes, menu }) => [name, routes, menu]);
  return JSON.stringify([registry.shell.live, versions, navigation]);
}
