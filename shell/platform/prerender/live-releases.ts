import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RegisteredRemote, Registry } from '../formats/registry';
import { type Release, releaseName } from '../formats/release';
import { releasesInService } from '../store/registry-status';
import {
  isSignedHere,
  readVerifiedRelease,
  requirePromoted,
  requireSameContent,
  type StoreAccess,
} from '../store/releases';
import { isUnsandboxed } from '../../packages/node/sandbox';
import { ignoreUserError, UserError } from '../../packages/node/user-error';
import { createReleaseCache, type ReleaseCache } from './release-cache';
import type { NodeBuild } from './renderer';

/** `calls.json` of the site: the calls of the API that releases in service use, by `app@version`. */
export const CALLS_FILE = 'calls.json';

/** Where a site keeps verified copies of released files. */
export const cachedReleases = (siteFolder: string) => path.join(siteFolder, 'cache', 'releases');

const NODE_BUILD = 'node/server.cjs';

/** The releases that pages are built from. */
export interface LiveReleases {
  readonly shell: Release;
  /** Open pages still request its scripts; absent when it was pruned or there was none. */
  readonly previousShell?: Release | undefined;
  readonly remotes: readonly Release[];
  /** Live remotes whose release cannot be used, such as one that its team has replaced in the store. */
  readonly refused: readonly { readonly remote: RegisteredRemote; readonly error: unknown }[];
  readonly calls: Awaited<ReturnType<typeof callsInService>>;
  readonly files: ReleaseCache;
  /** @throws UserError when it is missing or altered, or signed by another machine where there is no sandbox. */
  nodeBuild(release: Release): Promise<NodeBuild & { readonly name: string }>;
}

/**
 * Reads and verifies the live releases of a registry.
 * @param folder gets verified copies of their files.
 * @throws UserError when the shell is missing, not signed, or was replaced after its promotion.
 */
export async function readLiveReleases(
  registry: Registry,
  store: Required<StoreAccess>,
  folder: string,
): Promise<LiveReleases> {
  const shell = await requirePromoted(registry, 'shell', registry.shell.live, store);
  const found = await Promise.all(
    registry.remotes.map(async (remote) => {
      if (!remote.live) return undefined;
      return requirePromoted(registry, remote.name, remote.live.version, store).catch((error: unknown) => ({
        remote,
        error,
      }));
    }),
  );
  const { previous } = registry.shell;
  const previousShell = previous
    ? await readVerifiedRelease(store.storage, 'shell', previous, store.keys)
    : undefined;
  if (previousShell) requireSameContent(registry, previousShell);
  const files = createReleaseCache(store.storage, folder);
  return {
    shell,
    previousShell,
    remotes: found.flatMap((one) => (one === undefined || 'error' in one ? [] : [one])),
    refused: found.flatMap((one) => (one !== undefined && 'error' in one ? [one] : [])),
    calls: await callsInService(registry, store),
    files,
    async nodeBuild(release) {
      const label = releaseName(release);
      if (isUnsandboxed() && !(await isSignedHere(release, store))) {
        throw new UserError(
          `${label} is not rendered: another machine has signed it, and this machine has no sandbox for its code. Install bubblewrap (apt install bubblewrap).`,
        );
      }
      return {
        name: release.name,
        label,
        source: await readFile(await files.file(release, NODE_BUILD), 'utf8'),
      };
    },
  };
}

/**
 * The API's role `prepare` refuses to drop one of these calls. A previous or canary release that the store no
 * longer has cannot be loaded, and needs nothing.
 */
export async function callsInService(
  registry: Registry,
  { storage, keys }: Required<StoreAccess>,
): Promise<Readonly<Record<string, Release['calls']>>> {
  const calls = await Promise.all(
    releasesInService(registry).map(async ({ app, version }) => {
      const release = await readVerifiedRelease(storage, app, version, keys).catch(ignoreUserError);
      return [`${app}@${version}`, release?.calls ?? {}] as const;
    }),
  );
  return Object.fromEntries(calls);
}
