import type { RouteData } from '@isa/contract/host';
import { useMatches } from 'react-router-dom';

/** The data of the deepest matched route. Routes of React Router's own, such as the one for unknown paths, have none. */
export function useRouteData(): Partial<RouteData> {
  const handle: unknown = useMatches().at(-1)?.handle;
  return typeof handle === 'object' && handle !== null ? handle : {};
}
