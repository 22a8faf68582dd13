import type { MenuEntry } from '@isa/contract';
import type { RouteData } from '@isa/contract/host';
import { matchPath } from 'react-router-dom';
import type { RemoteNavigation } from '../../platform/formats/registry';

/** The routes and menus of all remotes as this tab shows them. */
export interface SiteNavigation {
  readonly remotes: readonly RemoteNavigation[];
  /** The menu of release data, so that a remote whose code is unavailable keeps its links. */
  readonly menu: readonly MenuEntry[];
}

export function siteNavigation(remotes: readonly RemoteNavigation[]): SiteNavigation {
  return { remotes, menu: menuOf(remotes) };
}

export function menuOf(remotes: readonly RemoteNavigation[]): readonly MenuEntry[] {
  return remotes.flatMap(({ menu }) => menu).sort((a, b) => a.order - b.order);
}

/** The first route that matches the address, with the name of its remote. */
export function findRemoteRoute(remotes: readonly RemoteNavigation[], pathname: string) {
  return remotes
    .flatMap(({ name, routes }) => routes.map(({ path }) => ({ remote: name, path })))
    .find(({ path }) => matchPath(path, pathname));
}

/** A route's data in the pinned releases, which may have changed it since the router was created. */
export function currentRouteData({ remotes }: SiteNavigation, route: RouteData): RouteData {
  return remotes.flatMap(({ routes }) => routes).find(({ path }) => path === route.path) ?? route;
}
