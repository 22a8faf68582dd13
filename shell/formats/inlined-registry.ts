import type {
  CompleteRegistry,
  KnownRegistry,
  KnownRemote,
  PageRegistry,
  RegisteredRelease,
  RegisteredRemote,
  ReleaseOutline,
} from './registry';

/** A release that has the routes and the menu of the live one, except for what it says otherwise. */
type Beside<T extends ReleaseOutline> = Omit<T, keyof ReleaseOutline> & Partial<ReleaseOutline>;

interface InlinedRemote {
  readonly name: string;
  readonly live: KnownRemote['live'];
  readonly previous?: Beside<RegisteredRelease>;
  readonly canary?: {
    readonly percent: number;
    readonly release: Beside<NonNullable<KnownRemote['canary']>['release']>;
  };
}

/** The registry as it stands in a page. */
export interface InlinedRegistry extends Omit<PageRegistry, 'registry'> {
  readonly registry: Omit<KnownRegistry, 'remotes'> & { readonly remotes: readonly InlinedRemote[] };
}

/** The id of the JSON script element in the page. */
export const REGISTRY_ELEMENT = 'isa-registry';

/**
 * What a page needs of the registry: all of the remote that draws it, and of the others what every page shows. So its
 * bytes stay the same while others are released (decision 314).
 * @param draws whether a remote draws the page.
 */
export function inlinedRegistry(
  { registry, ...page }: CompleteRegistry,
  draws: (remote: string) => boolean,
): InlinedRegistry {
  const { revision, since, shell, remotes } = registry;
  const parts = ['shell', ...remotes.map(({ name }) => name).filter(draws)];
  return {
    ...page,
    registry: {
      revision: Math.max(...parts.map((part) => since?.[part] ?? revision)),
      shell: { live: shell.live },
      remotes: remotes.map((remote) => (draws(remote.name) ? inFull(remote) : inOutlines(remote))),
    },
  };
}

function inFull({ name, live, previous, canary }: RegisteredRemote): InlinedRemote {
  return {
    name,
    live,
    ...(previous && { previous: beside(live, previous) }),
    ...(canary && { canary: { ...canary, release: beside(live, canary.release) } }),
  };
}

/** A candidate that changes neither pages nor menu is nobody else's business. */
function inOutlines({ name, live, canary }: RegisteredRemote): InlinedRemote {
  const { routes, menu } = live;
  const outline = { name, live: { routes, menu } };
  if (!canary) return outline;
  const { version, ...rest } = canary.release;
  const other = beside(live, { routes: rest.routes, menu: rest.menu });
  if (Object.keys(other).length === 0) return outline;
  return { ...outline, canary: { percent: canary.percent, release: { version, ...other } } };
}

/** Leaves out what is as in the live release. */
function beside<T extends ReleaseOutline>(live: ReleaseOutline, { routes, menu, ...rest }: T): Beside<T> {
  return {
    ...rest,
    ...(!isSame(routes, live.routes) && { routes }),
    ...(!isSame(menu, live.menu) && { menu }),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Reads the registry that was composed into the page. */
export function readRegistry(page: Document): PageRegistry {
  const text = page.getElementById(REGISTRY_ELEMENT)?.textContent;
  if (!text) throw new Error('The page was composed without a registry.');
  const { registry, ...rest } = JSON.parse(text) as InlinedRegistry;
  return { ...rest, registry: { ...registry, remotes: registry.remotes.map(known) } };
}

function known({ live, previous, canary, ...remote }: InlinedRemote): KnownRemote {
  const { routes, menu } = live;
  return {
    ...remote,
    live,
    ...(previous && { previous: { routes, menu, ...previous } }),
    ...(canary && { canary: { ...canary, release: { routes, menu, ...canary.release } } }),
  };
}
