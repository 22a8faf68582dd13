import type { PageRoute } from '@isa/contract/host';
import { matchPath, type RouteObject } from 'react-router-dom';

export interface FoundPage {
  readonly route: PageRoute;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the page of an address. React Router's own search sorts all routes anew each time, which is too much for
 * every link of a page.
 */
export function createPageIndex(routes: readonly RouteObject[]): (pathname: string) => FoundPage | undefined {
  const pages = routes.flatMap((route) => [route, ...(route.children ?? [])]).filter(isPage);
  const fixed = new Map<string, FoundPage>();
  const patterns: PageRoute[] = [];
  for (const route of pages) {
    if (route.path?.includes(':')) patterns.push(route);
    else if (route.path) fixed.set(route.path, { route, params: {} });
  }
  return (pathname) => {
    const found = fixed.get(pathname);
    if (found) return found;
    for (const route of patterns) {
      const match = matchPath(route.path ?? '', pathname);
      if (match) return { route, params: match.params };
    }
    return undefined;
  };
}

function isPage(route: RouteObject): route is PageRoute {
  return 'prefetch' in route;
}
