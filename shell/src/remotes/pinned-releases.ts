import type { ReadonlyStore } from '@isa/contract';
import { createStore } from 'zustand/vanilla';
import {
  isRelease,
  type PageRegistry,
  type PageRemote,
  type RemoteNavigation,
  type RemoteRelease,
} from '../../formats/registry';
import type { BrokenReleases } from './broken-releases';
import type { Bucket } from './canary-buckets';
import { chooseReleases, releasesInOrder } from './choose-releases';
import { type SiteNavigation, siteNavigation } from './navigation';
import type { RegistryFailure, RegistrySource } from './registry-source';

/** The releases that this tab uses until it is updated, and the newest registry that it has seen. */
export interface PinnedReleases {
  /** Changes only with `update`. */
  readonly navigation: ReadonlyStore<SiteNavigation>;
  /** The chosen releases. Remotes of which the page contains only the navigation follow with the first `refresh`. */
  readonly releases: readonly RemoteRelease[];
  /** The releases of a remote in order of preference: from the pinned registry, or from the newest. */
  inOrder(name: string, registry: 'pinned' | 'newest'): readonly RemoteRelease[];
  /** Whether `update` would change anything. */
  readonly hasUpdate: boolean;
  /** The shell's newest version, where it is not this document's. */
  readonly newShell: string | undefined;
  readonly newestRevision: number;
  /** What `update` would choose. */
  newestNavigation(): readonly RemoteNavigation[];
  /**
   * Fetches the registry. Adds missing releases; newer ones wait for `update`.
   * @param retry requests again after a recent failure.
   * @returns the failure, if any.
   */
  refresh(retry?: boolean): Promise<RegistryFailure | undefined>;
  /** Chooses from the newest registry. */
  update(): void;
}

export interface PinnedReleasesOptions {
  /** The registry in the page. */
  readonly page: PageRegistry;
  /** What was chosen from it, overrides included. */
  readonly chosen: readonly RemoteNavigation[];
  readonly bucket: Bucket;
  readonly brokenReleases: Pick<BrokenReleases, 'isBroken'>;
  readonly source: RegistrySource;
}

export function pinReleases({
  page,
  chosen,
  bucket,
  brokenReleases,
  source,
}: PinnedReleasesOptions): PinnedReleases {
  const navigation = createStore(() => siteNavigation(chosen));
  let releases = chosen.filter(isRelease);
  const overrides = releases.filter(({ slot }) => slot === 'override');
  let pinned = page;
  let newest = page;
  let hasUpdate = false;

  /** An override replaces every release of its remote. */
  function choose(registry: PageRegistry): readonly RemoteNavigation[] {
    const released = chooseReleases(registry, bucket, brokenReleases.isBroken);
    return [
      ...released.filter(({ name }) => !overrides.some((remote) => remote.name === name)),
      ...overrides,
    ];
  }

  /** Adds the releases of remotes that this tab has not rendered yet, so that nothing changes on display. */
  function addMissing(fresh: PageRegistry): void {
    const known = new Set(releases.map(({ name }) => name));
    const missing = navigation.getState().remotes.filter(({ name }) => !known.has(name));
    const isMissing = (remote: { readonly name: string }) => missing.some(({ name }) => name === remote.name);
    releases = [...releases, ...choose(fresh).filter(isRelease).filter(isMissing)];
    const remotes = pinned.registry.remotes.map((remote) =>
      isMissing(remote)
        ? (fresh.registry.remotes.find(({ name }) => name === remote.name) ?? remote)
        : remote,
    );
    pinned = { ...pinned, registry: { ...pinned.registry, remotes } };
  }

  return {
    navigation,
    get releases() {
      return releases;
    },
    inOrder: (name, registry) => releasesInOrder(registry === 'pinned' ? pinned : newest, name, bucket),
    get hasUpdate() {
      return hasUpdate;
    },
    get newShell() {
      const { live } = newest.registry.shell;
      return live === page.registry.shell.live ? undefined : live;
    },
    get newestRevision() {
      return newest.registry.revision;
    },
    newestNavigation: () => choose(newest),
    async refresh(retry) {
      const fresh = await source.load(retry);
      if (typeof fresh === 'string') return fresh;
      // The page's own registry is abridged, so the first one adds to it even at the same revision.
      if (newest !== page && fresh.registry.revision <= newest.registry.revision) return undefined;
      newest = fresh;
      addMissing(fresh);
      hasUpdate = fingerprint(pinned, navigation.getState().remotes) !== fingerprint(newest, choose(newest));
      return undefined;
    },
    update() {
      const updated = choose(newest);
      pinned = newest;
      releases = updated.filter(isRelease);
      hasUpdate = false;
      navigation.setState(siteNavigation(updated));
    },
  };
}

/** Equal for registries that differ only in revision or abridgement, which no visitor can see. */
function fingerprint({ registry }: PageRegistry, chosen: readonly RemoteNavigation[]): string {
  const { shell, remotes } = registry;
  return JSON.stringify([
    shell.live,
    remotes.map(({ name, live, previous, canary }) => [
      name,
      [live, previous, canary?.release].map(identity),
      canary?.percent,
    ]),
    chosen.map(({ name, routes, menu }) => [name, routes, menu]),
  ]);
}

/** A version never changes; routes and menu stand in for it where the page contains only the navigation. */
function identity(release: PageRemote['live'] | undefined) {
  if (!release) return undefined;
  const { routes, menu } = release;
  return 'entry' in release ? [release.version, release.integrity, routes, menu] : [routes, menu];
}
