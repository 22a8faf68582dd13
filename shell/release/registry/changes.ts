import { userInfo } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Registry, Rollout } from '../../formats/registry';
import { contentHash } from '../../store/integrity';
import { localKeys, REGISTRY_OWNER, requireTrustedKey } from '../../store/keys/local-keys';
import { appendEntry, readHead, type StoredEntry, walkChain } from '../../store/registry-history';
import type { Author, Change } from '../../formats/history';
import { isPullRequest } from '../../store/release-file';
import { defaultStorage } from '../../store/storage/default-storage';
import { UserError } from '../../tools/user-error';
import { requireChecked } from '../checks/require-checked';
import { requireNoConflict, requireNoShellConflict } from '../checks/route-conflicts';
import { requirePromoted, requirePublished, type StoreAccess } from '../../store/require-published';
import {
  endCanary,
  makeCanary,
  makeLive,
  restorePrevious,
  type Update,
  withoutUnusedContents,
  withSince,
} from './next-registry';

export interface ChangeOptions extends StoreAccess {
  /** The author; the user of this machine by default. */
  readonly who?: string;
  readonly why?: string;
  /** Rejects the change when the registry has another revision. */
  readonly ifRevision?: number;
  /** Computes the change without writing it. */
  readonly dryRun?: boolean;
}

export interface PromoteOptions extends ChangeOptions {
  readonly app: string;
  readonly version: string;
  /** Share of visitors, above 0 and up to 100; 100 by default. */
  readonly percent?: number;
  /** The steps with which the watcher continues. */
  readonly rollout?: Rollout;
  /** Promotes in spite of a failing or missing check. Needs `why`; the history records both. */
  readonly force?: boolean;
  /** Records what had to be checked also in a dry run. */
  readonly records?: boolean;
  /** Rejects a release whose gates would have to be run. */
  readonly onlyRecorded?: boolean;
}

export interface ChangeResult {
  readonly registry: Registry;
  readonly changes: readonly Change[];
  /** `false` when the registry already had the wanted content, and in a dry run. */
  readonly changed: boolean;
}

/** Enough for many concurrent changes: each attempt fails only because another change succeeded. */
const ATTEMPTS = 200;

/**
 * Makes a release live for all visitors, or the canary for some of them.
 * @throws UserError when the release is not in the store, is not signed by its team, has a failed gate, claims an
 * address of another remote, or has not passed every gate and is promoted for all visitors.
 */
export async function promoteRelease({
  app,
  version,
  percent = 100,
  rollout,
  force = false,
  records = false,
  onlyRecorded = false,
  ...options
}: PromoteOptions): Promise<ChangeResult> {
  if (!(percent > 0 && percent <= 100)) {
    throw new UserError(
      `The share of visitors must be more than 0 and at most 100 %, and ${percent} % is not.`,
    );
  }
  if (isPullRequest(version)) {
    throw new UserError(
      `${app}@${version} is the release of a pull request, for previews only. Merge it and promote the release of the main branch.`,
    );
  }
  if (force && !options.why) throw new UserError('A forced promotion needs a reason. Add --reason.');
  const { storage = defaultStorage(), keys = localKeys } = options;
  const release = await requirePublished(app, version, { storage, keys });
  // Before the gates, which take long.
  if (!force && !options.dryRun) await requireTrustedKey(REGISTRY_OWNER, keys);
  // The watcher, which takes the last step, runs no gates.
  const goal = rollout?.steps.at(-1) ?? percent;
  const requirement = { percent: goal, onlyRecorded, records: records || !options.dryRun };
  const check = () => requireChecked(release, { ...requirement, storage, keys });
  let checked = force ? undefined : await check();
  const isCanary = percent < 100;
  const apply = isCanary ? makeCanary(release, percent, rollout) : makeLive(release);
  const update = async (registry: Registry) => {
    // Another app may have changed after the gates were run.
    if (checked && checked.revision !== registry.revision) checked = await check();
    if (checked && checked.release !== contentHash(release)) {
      throw new UserError(
        `${app}@${version} was replaced while it was being checked. Run npm run release -- check ${app}@${version} again.`,
      );
    }
    const next = apply(registry);
    requireNoConflict(next);
    // The registry does not contain the shell's addresses.
    if (app !== 'shell' && registry.shell.live) {
      const shell = await requirePromoted(registry, 'shell', registry.shell.live, { storage, keys });
      requireNoShellConflict(release, shell);
    }
    return next;
  };
  return changeRegistry(options, update, (registry) => [
    {
      what: isCanary ? 'canary' : 'promote',
      part: app,
      version,
      ...(isCanary && { percent }),
      ...(rollout && { rollout }),
      ...replacedVersion(registry, app),
      ...(checked && checked.unchecked.length > 0 && { unchecked: checked.unchecked }),
      ...(force && { forced: true }),
    },
  ]);
}

/** Makes several releases live in one change, without checks: for a site that is built on this machine. */
export async function promoteTogether(
  versions: Readonly<Record<string, string>>,
  options: ChangeOptions,
): Promise<ChangeResult> {
  const releases = await Promise.all(
    Object.entries(versions).map(([app, version]) => requirePublished(app, version, options)),
  );
  const update: Update = (registry) =>
    releases.reduce((before, release) => makeLive(release)(before), registry);
  return changeRegistry(options, update, (registry) =>
    releases
      .filter(({ name, version }) => liveVersion(registry, name) !== version)
      .map(({ name, version }) => ({
        what: 'promote',
        part: name,
        version,
        ...replacedVersion(registry, name),
      })),
  );
}

/**
 * Makes the previous release of an app live again and ends its canary.
 * @param ifLive rejects the change when another version is live.
 * @throws UserError when there is no previous release.
 */
export async function rollbackApp({
  app,
  ifLive,
  ...options
}: ChangeOptions & { readonly app: string; readonly ifLive?: string }): Promise<ChangeResult> {
  return changeRegistry(
    options,
    async (registry, history) => {
      const live = liveVersion(registry, app);
      if (ifLive && live !== ifLive) throw new UserError(`${app}@${live} is live, and no longer ${ifLive}.`);
      const target = previousVersion(registry, app);
      for await (const { entry } of history) {
        const earlier = entry.registry.registry;
        if (!target || liveVersion(earlier, app) === target) return restorePrevious(app, earlier)(registry);
      }
      return restorePrevious(app, undefined)(registry);
    },
    (registry, next) => [
      {
        what: 'rollback',
        part: app,
        version: liveVersion(next, app) ?? '',
        ...replacedVersion(registry, app),
      },
    ],
  );
}

/**
 * Ends the canary of a remote; its live release stays.
 * @param ifCanary rejects the change when another version is the canary.
 * @throws UserError when there is no canary.
 */
export async function abortCanary({
  app,
  ifCanary,
  ...options
}: ChangeOptions & { readonly app: string; readonly ifCanary?: string }): Promise<ChangeResult> {
  const canaryOf = ({ remotes }: Registry) =>
    remotes.find(({ name }) => name === app)?.canary?.release.version;
  return changeRegistry(
    options,
    (registry) => {
      const version = canaryOf(registry);
      if (version && ifCanary && version !== ifCanary) {
        throw new UserError(`The canary of ${app} is ${version}, and no longer ${ifCanary}.`);
      }
      return endCanary(app)(registry);
    },
    (registry) => {
      const version = liveVersion(registry, app) ?? '';
      const instead = canaryOf(registry);
      return [{ what: 'abort', part: app, version, ...(instead && { instead, percent: 0 }) }];
    },
  );
}

/** The version that visitors outside of a canary have. */
export function liveVersion({ shell, remotes }: Registry, app: string): string | undefined {
  return app === 'shell' ? shell.live || undefined : remotes.find(({ name }) => name === app)?.live.version;
}

function previousVersion({ shell, remotes }: Registry, app: string): string | undefined {
  return app === 'shell' ? shell.previous : remotes.find(({ name }) => name === app)?.previous?.version;
}

export function replacedVersion(registry: Registry, app: string): Pick<Change, 'instead'> {
  const instead = liveVersion(registry, app);
  return instead ? { instead } : {};
}

/** Applies an update to the newest registry, and applies it again when another process has changed the registry first. */
export async function changeRegistry(
  options: ChangeOptions,
  update: (registry: Registry, history: AsyncIterable<StoredEntry>) => Registry | Promise<Registry>,
  describe: (registry: Registry, next: Registry) => readonly Change[],
): Promise<ChangeResult> {
  const { storage = defaultStorage(), keys = localKeys, ifRevision, dryRun } = options;
  const author: Author = { who: options.who ?? userName(), ...(options.why && { why: options.why }) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const head = await readHead(storage, keys);
    const registry = head?.entry.registry.registry ?? EMPTY;
    if (ifRevision !== undefined && ifRevision !== registry.revision) {
      throw new UserError(
        `The registry is at revision ${registry.revision} and no longer at ${ifRevision}. Check its status and try again.`,
      );
    }
    const updated = withoutUnusedContents(await update(registry, walkChain(storage, keys)));
    if (!updated.shell.live) throw new UserError('Promote a shell first: the registry is empty.');
    const isSame = isDeepStrictEqual(updated, registry);
    const next = withSince({ ...updated, revision: registry.revision + 1 }, registry);
    const changes = describe(registry, next);
    requireNoConflict(next);
    if (isSame || dryRun) return { registry: isSame ? registry : next, changes, changed: false };
    const done = await appendEntry(storage, keys, head, next, changes, author);
    if (done) return { registry: done.registry, changes, changed: true };
    // A random delay keeps concurrent processes from colliding again.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * (attempt + 1)));
  }
  throw new UserError('Other processes keep changing the registry. Nothing was changed; try again later.');
}

const EMPTY: Registry = { revision: 0, shell: { live: '' }, remotes: [] };

/** The author of changes who is not named: `RELEASE_BY`, or this machine's user. */
export function userName(): string {
  if (process.env.RELEASE_BY) return process.env.RELEASE_BY;
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
