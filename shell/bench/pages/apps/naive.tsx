import { getInstance } from '@module-federation/enhanced/runtime';
import type { MenuEntry, Remote } from '@isa/contract';
import type { RouteData } from '@isa/contract/host';
import { requireRoute } from './local';
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

/** @returns whether it is a registry, which is a file of the same build. */
function isRegistry(value: unknown): value is NaiveRegistry {
  return value instanceof Object && 'remotes' in value && Array.isArray(value.remotes);
}

/** Starts federation as documented: registry, manifest, entry, exposed chunk and page one after another. */
async function startNaive(): Promise<void> {
  const response = await fetch('/registry.json');
  const registry: unknown = await response.json();
  const federation = getInstance();
  if (!federation || !isRegistry(registry))
    throw new Error('The registry or the federation runtime is missing.');
  federation.registerRemotes(registry.remotes.map(({ name, manifest }) => ({ name, entry: manifest })));
  await start(
    registry.remotes.map(({ name, routes, menu }) => ({
      routes,
      menu,
      async find(path) {
        const remote = await federation.loadRemote<{ default: Remote }>(`${name}/remote`);
        return requireRoute(name, remote?.default.routes, path);
      },
    })),
  );
}

void startNaive();
