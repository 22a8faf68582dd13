import type { MenuEntry, RouteData } from '@isa/contract';

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

/** What is inlined into every page. */
export interface PageRegistry {
  /** Where the store is served, without a slash at the end. */
  readonly cdn: string;
  /** Who may sign a fresher registry. A page without keys, as in development, believes none. */
  readonly keys?: readonly RegistryKey[];
  readonly registry: Registry;
}

/** Why a page has this release of a remote and no other. */
export type Slot = 'live' | 'canary' | 'previous' | 'override';

/** The release of a remote that a page has chosen. */
export interface RemoteRelease extends Omit<RegisteredRelease, 'scripts'> {
  readonly name: string;
  readonly slot: Slot;
}

/** The id of the JSON script element in the page. */
export const REGISTRY_ELEMENT = 'isa-registry';

/** Reads the registry that was composed into the page. */
export function readRegistry(page: Document): PageRegistry {
  const text = page.getElementById(REGISTRY_ELEMENT)?.textContent;
  if (!text) throw new Error('The page was composed without a registry.');
  return JSON.parse(text) as PageRegistry;
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
export function liveReleases(page: PageRegistry): readonly RemoteRelease[] {
  return page.registry.remotes.map(({ name, live }) => pageRelease(page, name, 'live', live));
}

/** Whether an address is on this very machine (RFC 6761 §6.3, RFC 5735 §3). */
export function isLoopback(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
