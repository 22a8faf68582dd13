import type { MenuEntry, Remote, RemoteRoute } from '@isa/contract';
import type { Federation } from './federation';
import type { FailedScripts } from './failed-scripts';
import { isLoadingError } from './loading-error';
import type { RemoteRelease } from './registry';

/** A remote's code could not be had. Names the release, so that a report can be attributed. */
export class RemoteUnavailable extends Error {
  override readonly name = 'RemoteUnavailable';

  constructor(
    readonly remote: RemoteRelease,
    cause: unknown,
  ) {
    super(`The release ${remote.name}@${remote.version} could not be loaded.`, { cause });
  }
}

/** Every remote of the page, loaded once, and again only after a failure. */
export interface Remotes {
  readonly releases: readonly RemoteRelease[];
  /** Menu entries of all remotes in their order: they come from release data, so a dead remote keeps its links. */
  readonly menu: readonly MenuEntry[];
  /** To be called before a visitor's own retry. */
  readonly forgetFailures: () => Promise<void>;
  /** @throws RemoteUnavailable */
  route(remote: RemoteRelease, path: string): Promise<RemoteRoute>;
}

export function createRemotes(
  releases: readonly RemoteRelease[],
  federation: Federation,
  failedScripts: FailedScripts,
): Remotes {
  const loading = new Map<string, Promise<Remote>>();

  function load(remote: RemoteRelease): Promise<Remote> {
    const present = loading.get(remote.name);
    if (present) return present;
    const attempt = withOneRetry(() => federation.load(remote), failedScripts).catch((cause: unknown) => {
      // The next visit tries again.
      loading.delete(remote.name);
      throw new RemoteUnavailable(remote, cause);
    });
    loading.set(remote.name, attempt);
    return attempt;
  }

  return {
    releases,
    forgetFailures: failedScripts.forget,
    menu: releases.flatMap((remote) => remote.menu).sort((a, b) => a.order - b.order),
    async route(remote, path) {
      const route = (await load(remote)).routes.find((candidate) => candidate.path === path);
      if (!route) throw new RemoteUnavailable(remote, new Error(`It has no route "${path}".`));
      return route;
    },
  };
}

/** A lost packet should not cost a page. What has thrown is not asked again by itself. */
async function withOneRetry<T>(attempt: () => Promise<T>, failedScripts: FailedScripts): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!isLoadingError(error)) throw error;
    await failedScripts.forget();
    return attempt();
  }
}
