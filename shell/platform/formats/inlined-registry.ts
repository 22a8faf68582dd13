import { readJsonElement } from './page-data';
import type {
  CompleteRegistry,
  Navigation,
  PageRegistry,
  PageRemote,
  RegisteredRelease,
  RegisteredRemote,
  UnresolvedRemote,
} from './registry';

/** A release without the routes and the menu that it shares with the live release. */
type Difference<T extends Navigation> = Omit<T, keyof Navigation> & Partial<Navigation>;

interface Inlined<Live extends Navigation, Candidate extends Navigation> {
  readonly name: string;
  readonly live?: Live;
  readonly previous?: Difference<RegisteredRelease>;
  readonly canary?: {
    readonly percent: number;
    readonly set?: string;
    readonly release: Difference<Candidate>;
  };
}

type InlinedReleases = Inlined<RegisteredRelease, RegisteredRelease>;
type InlinedRemote =
  | InlinedReleases
  | Inlined<Navigation, NonNullable<UnresolvedRemote['canary']>['release']>;

/** The navigation of a remote whose first release is a canary. */
const NOT_LIVE: Navigation = { routes: [], menu: [] };

export type InlinedRegistry = PageRegistry<InlinedRemote>;

/** The id of the JSON script element in the page. */
export const REGISTRY_ELEMENT = 'isa-registry';

/**
 * Reduces the registry to what a page needs, whose bytes stay the same while other remotes are
 * released.
 * @param renders whether a remote renders the page.
 */
export function inlinedRegistry(
  { registry, ...page }: CompleteRegistry,
  renders: (remote: string) => boolean,
): InlinedRegistry {
  const { revision, since, shell, remotes } = registry;
  const apps = ['shell', ...remotes.map(({ name }) => name).filter(renders)];
  return {
    ...page,
    registry: {
      revision: Math.max(...apps.map((app) => since?.[app] ?? revision)),
      shell: { live: shell.live },
      remotes: remotes.map((remote) =>
        renders(remote.name) ? inlineReleases(remote) : inlineNavigation(remote),
      ),
    },
  };
}

function inlineReleases({ name, live, previous, canary }: RegisteredRemote): InlinedRemote {
  return {
    name,
    ...(live && { live }),
    ...(previous && { previous: difference(live, previous) }),
    // The canary's plan is left out, so that pages stay the same while only the plan changes.
    ...(canary && { canary: { ...shareOf(canary), release: difference(live, canary.release) } }),
  };
}

/** A canary with the live navigation is left out: it makes no difference to other remotes' pages. */
function inlineNavigation({ name, live, canary }: RegisteredRemote): InlinedRemote {
  const remote = { name, ...(live && { live: { routes: live.routes, menu: live.menu } }) };
  if (!canary) return remote;
  const { version, ...release } = canary.release;
  const changed = difference(live, { routes: release.routes, menu: release.menu });
  if (Object.keys(changed).length === 0) return remote;
  return { ...remote, canary: { ...shareOf(canary), release: { version, ...changed } } };
}

/** The properties that say which visitors get a canary. */
function shareOf({ percent, set }: NonNullable<RegisteredRemote['canary']>) {
  return { percent, ...(set !== undefined && { set }) };
}

function difference<T extends Navigation>(
  live: Navigation | undefined,
  { routes, menu, ...rest }: T,
): Difference<T> {
  return {
    ...rest,
    ...(!isSame(routes, live?.routes) && { routes }),
    ...(!isSame(menu, live?.menu) && { menu }),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Reads the registry that was built into the page. @throws Error when the page has none. */
export function readRegistry(page: Document): PageRegistry {
  const inlined = readJsonElement(page, REGISTRY_ELEMENT);
  if (!isInlinedRegistry(inlined)) throw new Error('The page was built without a registry.');
  const { registry, ...rest } = inlined;
  return { ...rest, registry: { ...registry, remotes: registry.remotes.map(expand) } };
}

/** Only the kind is checked: the site builder wrote the element into the same document. */
function isInlinedRegistry(value: unknown): value is InlinedRegistry {
  return typeof value === 'object' && value !== null && 'cdn' in value && 'registry' in value;
}

function expand(remote: InlinedRemote): PageRemote {
  const { routes, menu } = remote.live ?? NOT_LIVE;
  if (!hasReleases(remote)) {
    const { name, live, canary } = remote;
    return {
      name,
      ...(live && { live }),
      ...(canary && { canary: { ...canary, release: { routes, menu, ...canary.release } } }),
    };
  }
  const { previous, canary, ...rest } = remote;
  return {
    ...rest,
    ...(previous && { previous: { routes, menu, ...previous } }),
    ...(canary && { canary: { ...canary, release: { routes, menu, ...canary.release } } }),
  };
}

function hasReleases(remote: InlinedRemote): remote is InlinedReleases {
  return 'entry' in (remote.live ?? remote.canary?.release ?? {});
}
