import { getInstance } from '@module-federation/enhanced/runtime';
import type { MenuEntry, Remote } from '@isa/contract';
import type { RouteData } from '@isa/contract/host';
import type { PageSource } from './pages';
import { start } from './start';

interface NaiveRegistry {
  readonly remotes: readonly {
    readonly name: string;
    /** Address of the remote's `mf-manifest.json`. */
    readonly manifest: string;
    readonly routes: readonly RouteData[];
    readonly menu: readonly MenuEntry[];
  }[];
}

/**
 * Federation as its documentation shows it: the registry is fetched, a remote's manifest when one of its pages
 * is visited, then its entry, then the chunk that it exposes, then the page's own.
 */
async function startNaive(): Promise<void> {
  const response = await fetch('/registry.json');
  const registry = (await response.json()) as NaiveRegistry;
  const federation = getInstance();
  if (!federation) throw new Error('The build has no federation runtime.');
  federation.registerRemotes(registry.remotes.map(({ name, manifest }) => ({ name, entry: manifest })));
  start(
    registry.remotes.map(({ name, routes, menu }): PageSource => ({
      routes,
      menu,
      async find(path) {
        const remote = await federation.loadRemote<{ default: Remote }>(`${name}/remote`);
        const route = remote?.default.routes.find((candidate) => candidate.path === path);
        if (!route) throw new Error(`${name} has no route "${path}".`);
        return route;
      },
    })),
  );
}

void startNaive();
