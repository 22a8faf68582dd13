import { isPageRoute, type PageRoute } from '@isa/contract/host';
import { matchPath, type RouteObject } from 'react-router-dom';

export interface FoundPage {
  readonly route: PageRoute;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns a function that finds the page of a path. React Router's own search sorts all routes on each call, which is
 * too slow for every link of a page.
 */
export function createPageIndex(routes: readonly RouteObject[]): (pathname: string) => FoundPage | undefined {
  const byPath = new Map<string, FoundPage>();
  const patterns: PageRoute[] = [];
  for (const route of routes.flatMap((parent) => [parent, ...(parent.children ?? [])]).filter(isPageRoute)) {
    if (route.path?.includes(':')) patterns.push(route);
    else if (route.path) byPath.set(route.path, { route, params: {} });
  }
  return (pathname) => {
    const found = byPath.get(pathname);
    if (found) return found;
    for (const route of patterns) {
      const match = matchPath(route.path ?? '', pathname);
      if (match) return { route, params: match.params };
    }
    return undefined;
  };
}
