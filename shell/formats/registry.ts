import type { MenuEntry } from '@isa/contract';
import type { RouteData } from '@isa/contract/host';

/** A script of a release that its first visit needs beside the entry. */
export interface RegisteredScript {
  /** Below the store, such as `shop/1.5.0/remote.3f2a.js`. */
  readonly path: string;
  /** W3C Subresource Integrity. */
  readonly integrity: string;
}

/** One release of a remote as a page knows it before any of its code has run. */
export interface RegisteredRelease {
  readonly version: string;
  /** The entry script, below the store; a development server's has an address of its own. */
  readonly entry: string;
  /** Where the entry leaves its container; unique for each release. */
  readonly globalName: string;
  /** The entry's hash (W3C Subresource Integrity). The entry itself holds those of its chunks. */
  readonly integrity: string;
  /**
   * A development server's scripts change while one looks at them. Obeyed for loopback addresses only;
   * anywhere else a script without its hash is refused.
   */
  readonly unverified?: boolean;
  /** What the entry always asks for next. */
  readonly scripts: readonly RegisteredScript[];
  readonly routes: readonly RouteData[];
  readonly menu: readonly MenuEntry[];
}

/** What is in service of one remote. */
export interface RegisteredRemote {
  readonly name: string;
  readonly live: RegisteredRelease;
  /** What was live before: the way back, for operators and for a browser that cannot have the live one. */
  readonly previous?: RegisteredRelease;
  /** A candidate for some of the visitors. */
  readonly canary?: {
    /** 0 to 100, of all visitors. */
    readonly percent: number;
    readonly release: RegisteredRelease;
  };
}

/**
 * The one small file that moves: which releases are in service. Composed into every page; nothing of it is
 * built into the shell.
 */
export interface Registry {
  /** Grows by one with each change, so that an older registry can be told from a newer one. */
  readonly revision: number;
  /** The shell's versions. Its script stands in the page itself, so that it has no canary. */
  readonly shell: { readonly live: string; readonly previous?: string };
  readonly remotes: readonly RegisteredRemote[];
  /**
   * With which revision each part came to be as it is now. A page names the one of the parts that draw it, so that it
   * stays as it is when another part moves. Registries that were written before this was noted have none.
   */
  readonly since?: Readonly<Record<string, number>>;
}

/** The registry as it lies in the store and beside the pages: `/registry.json`. */
export interface SignedRegistry {
  readonly registry: Registry;
  /** Ed25519 (RFC 8032) over the UTF-8 of `JSON.stringify(registry)`, base64. */
  readonly signature: string;
  /** The id of the key that it was signed with. */
  readonly key: string;
}

/** A key of the operators that a page believes. */
export interface RegistryKey {
  readonly id: string;
  /** The 32 bytes of an Ed25519 public key, base64. */
  readonly key: string;
}

/** What of a release menus, titles and the owners of addresses come from. */
export type ReleaseOutline = Pick<RegisteredRelease, 'routes' | 'menu'>;

/** A remote as a page knows it: in full where the remote draws the page, in outlines elsewhere. */
export interface KnownRemote {
  readonly name: string;
  readonly live: RegisteredRelease | ReleaseOutline;
  readonly previous?: RegisteredRelease;
  readonly canary?: {
    readonly percent: number;
    readonly release: RegisteredRelease | (ReleaseOutline & Pick<RegisteredRelease, 'version'>);
  };
}

/** What a page knows of the registry. */
export interface KnownRegistry {
  /** Of a page's own: the one that brought it what it says. Nothing older is believed. */
  readonly revision: number;
  readonly shell: { readonly live: string };
  readonly remotes: readonly KnownRemote[];
}

/** The registry that a page goes by, and whom it believes about a fresher one. */
export interface PageRegistry {
  /** Where the store is served, without a slash at the end. */
  readonly cdn: string;
  /** Who may sign a fresher registry. A page without keys, as in development, believes none. */
  readonly keys?: readonly RegistryKey[];
  readonly registry: KnownRegistry;
}

/** One that knows every remote in full. */
export interface CompleteRegistry extends PageRegistry {
  readonly registry: Registry;
}

/** Why a page has this release of a remote and no other. */
export type Slot = 'live' | 'canary' | 'previous' | 'override';

/** A remote whose pages and menu are known, and perhaps nothing else. */
export interface RemoteOutline extends ReleaseOutline {
  readonly name: string;
}

/** The release of a remote that a page has chosen. */
export interface RemoteRelease extends RemoteOutline, Omit<RegisteredRelease, 'scripts'> {
  readonly slot: Slot;
}

/** Whether more than its outlines is known of a remote. */
export function isRelease(remote: RemoteOutline): remote is RemoteRelease {
  return 'entry' in remote;
}

/** A registered release as a page uses it. */
export function pageRelease(
  { cdn }: Pick<PageRegistry, 'cdn'>,
  name: string,
  slot: Slot,
  release: RegisteredRelease,
): RemoteRelease {
  return { ...release, name, slot, entry: new URL(release.entry, `${cdn}/`).href };
}

/** The live release of every remote, whoever is looking: what pages are composed with. */
export function liveReleases(page: CompleteRegistry): readonly RemoteRelease[] {
  return page.registry.remotes.map(({ name, live }) => pageRelease(page, name, 'live', live));
}

/** The same, as far as every page knows it. */
export function liveOutlines({ registry }: PageRegistry): readonly RemoteOutline[] {
  return registry.remotes.map(({ name, live: { routes, menu } }) => ({ name, routes, menu }));
}

/** Whether an address is on this very machine (RFC 6761 §6.3, RFC 5735 §3). */
export function isLoopback(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
