import type { Remote } from '@isa/contract';
import type { PageSource } from './pages';

/** The id of the JSON script element with a prerendered page's loader data. */
export const LOADER_DATA = 'bench-data';

/** A remote of the same build, whose pages are still separate chunks. */
export function local({ name, routes, menu }: Remote): PageSource {
  return { routes, menu, find: async (path) => requireRoute(name, routes, path) };
}

export function requireRoute(
  name: string,
  routes: Remote['routes'] | undefined,
  path: string,
): Remote['routes'][number] {
  const route = routes?.find((candidate) => candidate.path === path);
  if (!route) throw new Error(`${name} has no route "${path}".`);
  return route;
}
