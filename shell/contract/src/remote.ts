import type { ReactNode } from 'react';
import type { Host } from './host';

/** Which header stands over a page (specification §2). */
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
  // A method and not a property, so that a page of any data fits into a remote's list of routes.
  default(props: PageProps<Data>): ReactNode;
}

/**
 * One route of a remote. All but `load` and `page` is plain data, known from the release without
 * running the remote's code.
 */
export interface RemoteRoute<Data = unknown> {
  /** React Router's notation, absolute: `/isa-books/:bookId`. */
  readonly path: string;
  /** The document's title until the page sets its own, and the link's text in site maps. */
  readonly title: string;
  /** `default` unless said otherwise. */
  readonly header?: HeaderVariant;
  /** `dark` unless said otherwise. */
  readonly footer?: FooterVariant;
  /**
   * The addresses of this route that are anybody's to find: the site map names them. The path itself where it has
   * no parameters and everybody may see it; `[]` for baskets and the like, and for second addresses of a page.
   */
  readonly addresses?: readonly string[];
  /** `signed-in` sends visitors to the login page; `signed-out` sends customers home. `anyone` by default. */
  readonly access?: 'anyone' | 'signed-in' | 'signed-out';
  /** Nobody who is on this page gets other releases with the next one: a payment is under way. */
  readonly keepsVersion?: boolean;
  /**
   * Public data that the page needs before it is shown; the same for every visitor, JSON only.
   * May throw `redirect(path)` or `notFound()`. An ApiError shows the failure card with a retry.
   */
  load?(context: LoadContext): Promise<Data>;
  page(): Promise<PageModule<Data>>;
}

export interface MenuEntry {
  /** `main` is the header's menu, `account` the user menu of a signed-in customer. */
  readonly menu: 'main' | 'account';
  readonly label: string;
  readonly path: string;
  /** Entries of all remotes are sorted by this. */
  readonly order: number;
  readonly children?: readonly { readonly label: string; readonly path: string }[];
}

/** What a remote exposes: one object, and nothing else. */
export interface Remote {
  /** The registry's name: `shop`. */
  readonly name: string;
  readonly routes: readonly RemoteRoute[];
  readonly menu: readonly MenuEntry[];
}

/** Checks a remote's shape at compile time and its routes at load time. */
export function defineRemote(remote: Remote): Remote {
  const seen = new Set<string>();
  for (const { path } of remote.routes) {
    if (!path.startsWith('/')) throw new Error(`${remote.name}: the path "${path}" is not absolute.`);
    if (seen.has(path)) throw new Error(`${remote.name}: the path "${path}" is claimed twice.`);
    seen.add(path);
  }
  return remote;
}

/** Lets TypeScript infer a page's data from `load` and hold the page's component to it. */
export function definePage<Data = undefined>(route: RemoteRoute<Data>): RemoteRoute {
  return route;
}
