import { type RouteData, routeDataOf } from '@isa/contract/host';
import { useMatches } from 'react-router-dom';

/** The data of the deepest matched route; empty for routes that are not pages, such as the one for unknown paths. */
export function useRouteData(): Partial<RouteData> {
  return routeDataOf(useMatches().at(-1)?.handle) ?? {};
}
