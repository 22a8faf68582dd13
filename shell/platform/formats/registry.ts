import type { ContactDetails } from '@isa/api-contract';
import type { Valid } from './parse-json';
import type { registrySchema, signatureSchema, signedRegistrySchema } from './registry-schema';

export const REGISTRY_FILE = 'registry.json';

/** Which releases are live. It is inlined into every page and never built into the shell. */
export type Registry = Valid<typeof registrySchema>;
export type RegisteredRemote = Registry['remotes'][number];
/** A release of a remote, as far as a page needs it before any of its code has run. */
export type RegisteredRelease = NonNullable<RegisteredRemote['live']>;
/** The steps that follow a canary's share. */
export type Rollout = NonNullable<NonNullable<RegisteredRemote['canary']>['rollout']>;
export type SignedRegistry = Valid<typeof signedRegistrySchema>;
export type Signature = Valid<typeof signatureSchema>;

export interface PublicKey {
  /** The key's id: the first 16 hexadecimal digits of its SHA-256. */
  readonly id: string;
  /** The 32 bytes of an Ed25519 public key (RFC 8032 §5.1.5), base64: what WebCrypto imports as `raw`. */
  readonly key: string;
}

/** The source of menus, titles and the remote of each address. */
export type Navigation = Pick<RegisteredRelease, 'routes' | 'menu'>;

/** What every page contains of every remote. */
export interface RemoteNavigation extends Navigation {
  readonly name: string;
}

/** A remote in a page that another app renders: navigation, and no release that could be loaded. */
export interface UnresolvedRemote {
  readonly name: string;
  readonly live?: Navigation;
  readonly previous?: never;
  readonly canary?: {
    readonly percent: number;
    readonly set?: string;
    readonly release: Navigation & Pick<RegisteredRelease, 'version'>;
  };
}

/** A remote in a page: with its releases where the page contains them, otherwise with its navigation. */
export type PageRemote = RegisteredRemote | UnresolvedRemote;

export interface PageRegistry<Remote = PageRemote> {
  /** The store's address, without a slash at the end. */
  readonly cdn: string;
  /** The only origin on which preview links are followed; none in development. */
  readonly previewOrigin?: string;
  /** The provider's address that the newsletter's form is sent to; the API without it. */
  readonly newsletterUrl?: string;
  /** How the academy is reached; the sample of the shell without it. */
  readonly contact?: ContactDetails;
  readonly registry: {
    /** The revision that this page was built from; older registries are rejected. */
    readonly revision: number;
    readonly shell: { readonly live: string };
    readonly remotes: readonly Remote[];
    /** Retired remotes, which the site's registry has and pages do not. */
    readonly retired?: Registry['retired'];
  };
}

export interface CompleteRegistry extends PageRegistry<RegisteredRemote> {
  readonly registry: Registry;
}

/** Why a page uses this release of a remote. */
export type Slot = 'live' | 'canary' | 'previous' | 'override';

export interface RemoteRelease extends RemoteNavigation, Omit<RegisteredRelease, 'scripts'> {
  readonly slot: Slot;
  /** What the entry always requests next, by full addresses; absent for a development server. */
  readonly scripts?: readonly { readonly address: string; readonly integrity: string }[];
}

export function isRemoteRelease(remote: RemoteNavigation): remote is RemoteRelease {
  return 'entry' in remote;
}

/**
 * Whether an address is that of a script of a release. Releases of a remote share the folder and the scripts that have not
 * changed; `hashes` lists a release's own.
 */
export function isScriptOf({ entry, hashes }: RemoteRelease, address: string): boolean {
  const script = address.replace(/[?#].*$/, '');
  const folder = new URL('.', entry).href;
  if (!script.startsWith(folder)) return false;
  return script === entry || !hashes || Object.hasOwn(hashes, script.slice(folder.length));
}

/** A registered release with full addresses of its scripts. */
export function pageRelease(
  { cdn }: Pick<PageRegistry, 'cdn'>,
  name: string,
  slot: Slot,
  release: RegisteredRelease,
): RemoteRelease {
  const addressOf = (path: string) => new URL(path, `${cdn}/`).href;
  const scripts = release.scripts.map(({ path, integrity }) => ({ address: addressOf(path), integrity }));
  return { ...release, name, slot, entry: addressOf(release.entry), scripts };
}

/** The live release of every remote. Pages are built with these, independent of the visitor. */
export function liveReleases(page: CompleteRegistry): readonly RemoteRelease[] {
  return page.registry.remotes.flatMap(({ name, live }) =>
    live ? [pageRelease(page, name, 'live', live)] : [],
  );
}

export function liveNavigation({ registry }: PageRegistry): readonly RemoteNavigation[] {
  return registry.remotes.flatMap(({ name, live }) =>
    live ? [{ name, routes: live.routes, menu: live.menu }] : [],
  );
}

/** Whether an address is on this machine (RFC 6761 §6.3, RFC 5735 §3). */
export function isLoopback(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return /(?:^|\.)localhost$/.test(host) || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
