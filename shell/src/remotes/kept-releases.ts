import type { MenuEntry } from '@isa/contract';
import type { BadReleases } from './bad-releases';
import { type Bucket, chooseReleases } from './choice';
import type { NoRegistry, RegistrySource } from './fresh-registry';
import {
  isRelease,
  type KnownRemote,
  type PageRegistry,
  type RemoteOutline,
  type RemoteRelease,
} from '../../formats/registry';

/** The releases that a tab keeps until it may move on, and what it knows of newer ones. */
export interface KeptReleases {
  /** What the tab goes by. Remotes that it has learned of since are in it. */
  readonly page: PageRegistry;
  /** Every remote as the tab shows it, known in full or not. */
  readonly outlines: readonly RemoteOutline[];
  /** The chosen releases, of those remotes that are known in full. */
  readonly releases: readonly RemoteRelease[];
  readonly menu: readonly MenuEntry[];
  /** The newest registry that was seen. */
  readonly newest: PageRegistry;
  /** Whether moving on would change anything. */
  readonly isBehind: boolean;
  /**
   * Asks the site for its registry. Remotes of which the page had only outlines are known from then on; what is newer
   * of the others waits.
   * @param anew does not make do with a failure of a moment ago.
   * @returns why there is none to be had, if there is none.
   */
  look(anew?: boolean): Promise<NoRegistry | undefined>;
  /** What this visitor would get of the newest registry. */
  chooseNewest(): readonly RemoteOutline[];
  moveOn(): void;
}

export interface KeptReleasesOptions {
  /** What was composed into the page. */
  readonly page: PageRegistry;
  /** What was chosen from it, overrides included. */
  readonly chosen: readonly RemoteOutline[];
  readonly bucket: Bucket;
  readonly badReleases: Pick<BadReleases, 'isBad'>;
  readonly source: RegistrySource;
}

export function keepReleases(options: KeptReleasesOptions): KeptReleases {
  const { bucket, badReleases, source } = options;
  const overrides = options.chosen.filter((remote) => isRelease(remote) && remote.slot === 'override');
  let kept = keep(options.page, options.chosen);
  let newest = options.page;
  let isBehind = false;

  /** An override stands for every release of its remote. */
  function choose(page: PageRegistry): readonly RemoteOutline[] {
    const overridden = new Set(overrides.map(({ name }) => name));
    return [
      ...chooseReleases(page, bucket, badReleases.isBad).filter(({ name }) => !overridden.has(name)),
      ...overrides,
    ];
  }

  /** Nothing of these remotes has been drawn yet, so nothing changes underneath the visitor. */
  function learn(fresh: PageRegistry): void {
    const unknown = new Set(kept.outlines.filter((remote) => !isRelease(remote)).map(({ name }) => name));
    for (const { name } of kept.releases) unknown.delete(name);
    if (unknown.size === 0) return;
    const learned = choose(fresh)
      .filter(isRelease)
      .filter(({ name }) => unknown.has(name));
    const remotes = kept.page.registry.remotes.map((remote) =>
      unknown.has(remote.name)
        ? (fresh.registry.remotes.find(({ name }) => name === remote.name) ?? remote)
        : remote,
    );
    kept = {
      ...kept,
      page: { ...kept.page, registry: { ...kept.page.registry, remotes } },
      releases: [...kept.releases, ...learned],
    };
  }

  return {
    get page() {
      return kept.page;
    },
    get outlines() {
      return kept.outlines;
    },
    get releases() {
      return kept.releases;
    },
    get menu() {
      return kept.menu;
    },
    get newest() {
      return newest;
    },
    get isBehind() {
      return isBehind;
    },
    async look(anew) {
      const fresh = await source.fresh(anew);
      if (typeof fresh === 'string') return fresh;
      const isFirst = newest === options.page;
      if (!isFirst && fresh.registry.revision <= newest.registry.revision) return undefined;
      newest = fresh;
      learn(fresh);
      isBehind = stateOf(kept.page, kept.outlines) !== stateOf(newest, choose(newest));
      return undefined;
    },
    chooseNewest: () => choose(newest),
    moveOn() {
      kept = keep(newest, choose(newest));
      isBehind = false;
    },
  };
}

function keep(page: PageRegistry, outlines: readonly RemoteOutline[]) {
  return { page, outlines, releases: outlines.filter(isRelease), menu: menuOf(outlines) };
}

/** Menu entries of all remotes in their order. */
export function menuOf(remotes: readonly RemoteOutline[]): readonly MenuEntry[] {
  return remotes.flatMap(({ menu }) => menu).sort((a, b) => a.order - b.order);
}

/** Equal for what makes no difference to the visitor: the revision alone is none, nor is a page's abridged form. */
function stateOf({ registry }: PageRegistry, outlines: readonly RemoteOutline[]): string {
  const { shell, remotes } = registry;
  return JSON.stringify([
    shell.live,
    remotes.map(({ name, live, previous, canary }) => [
      name,
      [live, previous, canary?.release].map(essence),
      canary?.percent,
    ]),
    outlines.map(({ name, routes, menu }) => [name, routes, menu]),
  ]);
}

/** A release never changes; the parts of its data that are compared are those that a test or a forger might. */
function essence(release: KnownRemote['live'] | undefined) {
  if (!release) return undefined;
  const { routes, menu } = release;
  return 'entry' in release ? [release.version, release.integrity, routes, menu] : [routes, menu];
}
