import type { RemoteRoute } from '@isa/contract';
import { menuOf } from './kept-releases';
import type { RemoteRelease } from '../../formats/registry';
import type { Remotes } from './remotes';

/**
 * Remotes whose code is here already and that never change: where pages are prerendered, and in tests.
 * @param route finds the code of a route.
 */
export function stillRemotes(
  releases: readonly RemoteRelease[],
  route: (remote: RemoteRelease, path: string) => Promise<RemoteRoute>,
): Remotes {
  const releaseOf = (name: string) => releases.find((release) => release.name === name);
  return {
    outlines: releases,
    releases,
    menu: menuOf(releases),
    subscribe: () => () => undefined,
    forgetFailures: async () => undefined,
    async route({ name }, path) {
      const release = releaseOf(name);
      if (!release) throw new Error(`Nobody knows a remote called "${name}".`);
      return route(release, path);
    },
    inUse: releaseOf,
    threw: () => false,
    ready: async () => undefined,
    seek: async () => undefined,
  };
}
