import type { Remote } from '@isa/contract';
import type { PageSource } from './pages';

/** A remote that is part of the same build; its pages are still chunks of their own. */
export function local({ name, routes, menu }: Remote): PageSource {
  return {
    routes,
    menu,
    async find(path) {
      const route = routes.find((candidate) => candidate.path === path);
      if (!route) throw new Error(`${name} has no route "${path}".`);
      return route;
    },
  };
}
