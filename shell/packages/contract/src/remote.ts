import type { ReactNode } from 'react';
import type { Host } from './services/host';

/** The header above a page (specification §2). */
export type HeaderVariant = 'home' | 'about' | 'contact' | 'default';
export type FooterVariant = 'light' | 'dark';

export interface LoadContext {
  readonly host: Host;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly url: URL;
  readonly signal: AbortSignal;
}

export interface PageProps<Data> {
  readonly data: Data;
}

/** A page's module: its component is the default export. */
export interface PageModule<Data> {
  // This is a method and not a property, so that pages of any data fit into a remote's list of routes.
  default(props: PageProps<Data>): ReactNode;
}

/** One route of a remote. All but functions is plain data that a release contains. */
export interface RemoteRoute<Data = unknown> {
  /**
   * The path in React Router's notation, absolute: `/isa-books/:bookId`. A parameter whose name ends in `Id` is a number
   * from 1; others consist of letters, digits, `-` and `_`, with at most one dot between.
   */
  readonly path: string;
  /** The document's title until the page sets its own, and the link's text in site maps. */
  readonly title: string;
  /** The header above the page; `default` when absent. */
  readonly header?: HeaderVariant;
  /** The footer below the page; `dark` when absent. */
  readonly footer?: FooterVariant;
  /**
   * The public addresses of this route, for the site map. By default the path itself, where it has no parameters and
   * everybody may see it; `[]` for baskets and the like, and for second addresses of a page.
   */
  readonly addresses?: readonly string[];
  /** `signed-in` redirects visitors to the login page; `signed-out` redirects customers home. `anyone` by default. */
  readonly access?: 'anyone' | 'signed-in' | 'signed-out';
  /** Whether releases are not exchanged while this page is open, because a payment is in progress. */
  readonly keepsVersion?: boolean;
  /**
   * A visit loads a new document, whose policy allows inline styles: a third party's script inserts some, as the payment
   * buttons do. All other documents allow only their own styles.
   */
  readonly ownDocument?: boolean;
  /**
   * Public data that the page needs before it is shown; the same for every visitor, JSON only.
   * May throw `redirect(path)` or `notFound()`. An ApiError shows the failure card with a retry.
   */
  load?(context: LoadContext): Promise<Data>;
  page(): Promise<PageModule<Data>>;
  /**
   * Public addresses of this remote that the page's data names, such as the posts of a list. They are prerendered and in
   * the site map like those of `addresses`, and may be newer than the release. Others than of this remote do not count.
   */
  addressesIn?(data: Data): readonly string[];
  /**
   * Until when the page is right while its data stays the same, as an ISO 8601 time: a date of a course that is over is
   * no longer the next one. The page is then loaded and prerendered again; every page is, when a day begins in London.
   */
  validUntil?(data: Data): string | undefined;
}

export interface MenuEntry {
  /** `main` is the header's menu, `account` the user menu of a signed-in customer. */
  readonly menu: 'main' | 'account';
  readonly label: string;
  readonly path: string;
  /** Position among the entries of all remotes. */
  readonly order: number;
  readonly children?: readonly {
    readonly label: string;
    readonly path: string;
    /** A few words on what is there, below the label in wide menus. */
    readonly note?: string;
  }[];
}

/** The only thing that a remote exposes. */
export interface Remote {
  /** The remote's name in the registry: `shop`. */
  readonly name: string;
  readonly routes: readonly RemoteRoute[];
  readonly menu: readonly MenuEntry[];
}

/** @throws Error when a path is relative or occurs twice. */
export function defineRemote(remote: Remote): Remote {
  const seen = new Set<string>();
  for (const { path } of remote.routes) {
    if (!path.startsWith('/')) throw new Error(`${remote.name}: the path "${path}" is not absolute.`);
    if (seen.has(path)) throw new Error(`${remote.name}: the path "${path}" is claimed twice.`);
    seen.add(path);
  }
  return remote;
}

/** Infers a page's data from `load`, so that TypeScript checks the page's component against it. */
export function definePage<Data = undefined>(route: RemoteRoute<Data>): RemoteRoute {
  return route;
}
