import type { RemoteRoute } from '@isa/contract';
import { createStore } from 'zustand/vanilla';
import type { RemoteRelease } from '../../formats/registry';
import { siteNavigation } from './navigation';
import type { Remotes } from './remotes';

/** Remotes for prerendering, which never change and whose code is already loaded. */
export function staticRemotes(
  releases: readonly RemoteRelease[],
  findRoute: (release: RemoteRelease, path: string) => RemoteRoute,
): Remotes {
  const inUse = (name: string) => releases.find((release) => release.name === name);
  return {
    navigation: createStore(() => siteNavigation(releases)),
    releases,
    refetchScripts: async () => [],
    async route(name, path) {
      const release = inUse(name);
      if (!release) throw new Error(`Unknown remote: "${name}".`);
      return findRoute(release, path);
    },
    inUse,
    addRenderError: () => false,
    ready: async () => undefined,
    findUnmatched: async () => undefined,
    canOpenDocument: () => false,
    openDocument: async () => undefined,
  };
}
