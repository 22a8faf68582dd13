import type { MenuEntry, RemoteRoute } from '@isa/contract';
import type { RouteData } from '@isa/contract/host';

/** The file that makes a folder a release. It is written last, so that a release without it does not exist. */
export const RELEASE_FILE = 'release.json';

export interface ReleasedFile {
  /** W3C Subresource Integrity, SHA-384. */
  readonly integrity: string;
  readonly bytes: number;
  /** Size under brotli; equal to `bytes` for what is compressed already. */
  readonly brotliBytes: number;
}

/** A route as data: what the shell needs to know of it, and what search engines are told. */
export type ReleasedRoute = RouteData & Pick<RemoteRoute, 'addresses'>;

/** `release.json`: what anybody needs to know of a release without running it. */
export interface Release {
  readonly name: string;
  readonly version: string;
  /** Hash of the sources that it was built from. */
  readonly revision: string;
  readonly contract: string;
  /** What it takes from the shell, and in which versions; empty for the shell itself. */
  readonly shared: readonly { readonly request: string; readonly range: string }[];
  /** What the shell gives to remotes; empty for a remote. */
  readonly provides: readonly { readonly request: string; readonly version: string }[];
  /** The script that starts it. */
  readonly entry: string;
  readonly globalName: string;
  readonly routes: readonly ReleasedRoute[];
  readonly menu: readonly MenuEntry[];
  /** The scripts of each route's page, by the route's path: a page that is opened there can name them early. */
  readonly pages?: Readonly<Record<string, readonly string[]>>;
  /** Every file but `release.json` itself and the compressed copies (`.br`, `.gz`) of those that have some. */
  readonly files: Readonly<Record<string, ReleasedFile>>;
}

/**
 * Folders of a release that are for machines and never for visitors: the Node build, source maps, and what
 * types are checked with. Whoever serves a store leaves them out.
 */
export const PRIVATE_FOLDERS = ['node', 'maps', 'types'] as const;
