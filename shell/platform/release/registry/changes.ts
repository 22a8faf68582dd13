import { unservedCalls } from '@isa/api-contract/schemas';
import { userInfo } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Registry, Rollout } from '../../formats/registry';
import type { SiteOptions } from '../../prerender/build-site';
import { contentHash } from '../../store/integrity';
import { REGISTRY_OWNER, requireTrustedKey } from '../../store/keys/local-keys';
import {
  chainEntries,
  prepareEntry,
  readHead,
  recordEntry,
  type StoredEntry,
} from '../../store/registry-history';
import type { Author, RegistryChange } from '../../formats/history';
import { commandTarget, nameOf, type ReleaseName, type ReleaseSet } from '../../formats/release-set';
import { isPullRequest } from '../../store/release-file';
import { releasesInService, releasesOf } from '../../store/registry-status';
import { markReleaseInUse } from '../../store/release-uses';
import type { Storage } from '../../store/storage/storage';
import { UserError } from '../../../packages/node/user-error';
import { readApiContract } from '../checks/api-calls';
import { type Checked, requireChecked } from '../checks/require-checked';
import { requireNoConflict, requireNoShellConflict } from '../checks/route-conflicts';
import { requirePromoted, requirePublished, type StoreAccess, storeOf } from '../../store/require-published';
import { openSite } from './build-change';
import { deadLinks } from './links';
import {
  endBrokenSets,
  endCanary,
  makeCanary,
  makeLive,
  restorePrevious,
  type Update,
  withCanariesLive,
  withoutUnusedContents,
  withSince,
} from './next-registry';
import { requireNotWithdrawn } from './withdrawn';

export interface ChangeOptions extends StoreAccess {
  readonly who?: string;
  readonly why?: string;
  /** Rejects the change when the registry has another revision. */
  readonly ifRevision?: number;
  readonly dryRun?: boolean;
  /** The site whose pages show the change; absent for a store from which none is built. */
  readonly site?: SiteOptions;
}

interface PromotionOptions extends ChangeOptions {
  /** The share of visitors, above 0 and up to 100; 100 by default. */
  readonly percent?: number;
  readonly rollout?: Rollout;
  /** Promotes a release that was aborted or rolled back, which somebody wants to have back. */
  readonly again?: boolean;
  /** Promotes in spite of a failing or missing check. Needs `why`; the history records both. */
  readonly force?: boolean;
  /** Records what had to be checked also in a dry run. */
  readonly records?: boolean;
  /** Rejects a release whose gates would have to be run. */
  readonly onlyRecorded?: boolean;
}

export interface ChangeResult {
  readonly registry: Registry;
  readonly changes: readonly RegistryChange[];
  /** `false` when the registry already had the wanted content, and in a dry run. */
  readonly changed: boolean;
  /** Whether the site was built with the change; `false` before the first site build. */
  readonly hasSite: boolean;
}

type History = (app: string) => AsyncIterable<StoredEntry>;

/** Each attempt fails only because another change succeeded. */
const ATTEMPTS = 200;

/**
 * Makes a release live, or the canary for some visitors.
 * @throws UserError when it is missing, not signed by its team, has a failed gate, claims an address of
 * another remote, or has not passed every gate and is for all visitors.
 */
export function promoteRelease({
  app,
  version,
  ...options
}: PromotionOptions & ReleaseName): Promise<ChangeResult> {
  return promoteSet({ ...options, set: { releases: [{ app, version }] } });
}

/** Each release is checked alongside the others; one without a name stays alone. @throws UserError like `promoteRelease`, for any of them. */
export async function promoteSet(options: PromotionOptions & { readonly set: ReleaseSet }) {
  const { percent = 100, rollout, force = false, records = false, onlyRecorded = false } = options;
  const { again = force } = options;
  const { name: set, releases: names, file: setFile } = options.set;
  if (!(percent > 0 && percent <= 100)) {
    throw new UserError(
      `The share of visitors must be more than 0 and at most 100 %, and ${percent} % is not.`,
    );
  }
  const ofPullRequest = names.find(({ version }) => isPullRequest(version));
  if (ofPullRequest) {
    throw new UserError(
      `${nameOf(ofPullRequest)} is the release of a pull request, for previews only. Merge it and promote the release of the main branch.`,
    );
  }
  if (force && !options.why) throw new UserError('A forced promotion needs a reason. Add --reason.');
  const store = storeOf(options);
  const releases = await Promise.all(names.map(({ app, version }) => requirePublished(app, version, store)));
  const requireWanted = async () => {
    const head = again ? undefined : await readHead(store.storage, store.keys);
    for (const one of names) requireNotWithdrawn(one, head?.entry.withdrawn);
  };
  await requireWanted();
  // A missing key is reported before the gates, which take long.
  if (!force && !options.dryRun) await requireTrustedKey(REGISTRY_OWNER, store.keys);
  // The last step is taken by the watcher, which runs no gates, so the goal is checked now.
  const goal = rollout?.steps.at(-1) ?? percent;
  const requirement = { percent: goal, onlyRecorded, records: records || !options.dryRun };
  const checkAll = async () => {
    const results: Checked[] = [];
    for (const release of releases) {
      const together = releases.filter((other) => other !== release);
      results.push(await requireChecked(release, { ...requirement, together, setFile, ...store }));
    }
    return results;
  };
  let checked = force ? undefined : await checkAll();
  // A recorded check may be older than the deployed API.
  const offered = force ? undefined : await readApiContract();
  const [unserved] = releases.flatMap(({ name, version, calls = {} }) =>
    offered ? unservedCalls(`${name}@${version}`, calls, offered) : [],
  );
  if (unserved) throw new UserError(`${unserved}. Deploy the API first, or add --force with a --reason.`);
  const isCanary = percent < 100;
  const update = async (registry: Registry) => {
    // A later change makes this one fail, and the next attempt reads it.
    await requireWanted();
    // Another app may have changed while the gates ran.
    if (checked?.some(({ revision }) => revision !== registry.revision)) checked = await checkAll();
    releases.forEach((release, index) => {
      if (!checked || checked[index]?.release === contentHash(release)) return;
      const name = `${release.name}@${release.version}`;
      throw new UserError(
        `${name} was replaced while it was being checked. Run npm run release -- check ${commandTarget(options.set)} again.`,
      );
    });
    const next = releases.reduce(
      (before, release) =>
        (isCanary ? makeCanary(release, percent, rollout, set) : makeLive(release, set))(before),
      registry,
    );
    requireNoConflict(endBrokenSets(next, registry));
    // Only remotes are compared, because the registry does not contain the shell's addresses.
    const remotes = releases.filter(({ name }) => name !== 'shell');
    if (next.shell.live && remotes.length > 0) {
      const shell =
        releases.find(({ name }) => name === 'shell') ??
        (await requirePromoted(registry, 'shell', next.shell.live, store));
      for (const remote of remotes) requireNoShellConflict(remote, shell);
    }
    return next;
  };
  const describe = (registry: Registry): readonly RegistryChange[] =>
    releases.map(({ name, version }, index) => {
      const unchecked = checked?.[index]?.unchecked ?? [];
      return {
        what: isCanary ? 'canary' : 'promote',
        app: name,
        version,
        ...(isCanary && { percent }),
        ...(rollout && { rollout }),
        ...replacedVersion(registry, name),
        ...(set !== undefined && { set }),
        ...(unchecked.length > 0 && { unchecked }),
        ...(force && { forced: true }),
      };
    });
  const verify: VerifyPages = async (pages, next) => {
    const authors = names.map(({ app }) => app);
    const [dead] = force ? [] : await deadLinks(authors, pages, next, store);
    if (dead) throw new UserError(`${dead}, which no app serves. Nothing was changed.`);
  };
  return changeRegistry(options, update, describe, verify);
}

/** Makes several releases live in one change, without checks: for a site that is built on this machine. */
export async function promoteTogether(versions: Readonly<Record<string, string>>, options: ChangeOptions) {
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
        app: name,
        version,
        ...replacedVersion(registry, name),
      })),
  );
}

/**
 * Makes the previous release of an app live again and ends its canary, also for unchanged apps of its set.
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
      let next = registry;
      for (const name of membersWith(registry, app)) {
        const { previous } = releasesOf(registry, name) ?? {};
        next = restorePrevious(name, previous ? await lastLive(name, previous, history) : undefined)(next);
      }
      return next;
    },
    (registry, next) =>
      membersWith(registry, app).map((name) => ({
        what: 'rollback',
        app: name,
        version: liveVersion(next, name) ?? '',
        ...replacedVersion(registry, name),
        ...setOf(registry, name),
      })),
  );
}

async function lastLive(app: string, version: string, history: History): Promise<Registry | undefined> {
  for await (const { entry } of history(app)) {
    if (liveVersion(entry.registry.registry, app) === version) return entry.registry.registry;
  }
  return undefined;
}

function setOf({ shell, remotes }: Registry, app: string): { readonly set?: string } {
  const set = app === 'shell' ? shell.set : remotes.find(({ name }) => name === app)?.set;
  return set === undefined ? {} : { set };
}

/** The app, and all others that went live with it as a set. */
function membersWith(registry: Registry, app: string): readonly string[] {
  const { set } = setOf(registry, app);
  const apps = ['shell', ...registry.remotes.map(({ name }) => name)];
  return set === undefined ? [app] : apps.filter((name) => setOf(registry, name).set === set);
}

/**
 * Ends the canary of a remote, and those of its set.
 * @param ifCanary rejects the change when another version is the canary.
 * @throws UserError when there is no canary.
 */
export async function abortCanary({
  app,
  ifCanary,
  ...options
}: ChangeOptions & { readonly app: string; readonly ifCanary?: string }): Promise<ChangeResult> {
  return changeRegistry(
    options,
    (registry) => {
      const version = releasesOf(registry, app)?.canary?.version;
      if (version && ifCanary && version !== ifCanary) {
        throw new UserError(`The canary of ${app} is ${version}, and no longer ${ifCanary}.`);
      }
      // Another canary of its set has ended it.
      if (ifCanary && !version) return registry;
      return endCanary(app)(registry);
    },
    (registry) => [abortOf(registry, app)],
  );
}

function abortOf(registry: Registry, app: string): RegistryChange {
  const canary = releasesOf(registry, app)?.canary;
  return {
    what: 'abort',
    app,
    version: liveVersion(registry, app) ?? '',
    ...(canary && { instead: canary.version, percent: 0 }),
    ...(canary?.set !== undefined && { set: canary.set }),
  };
}

/** The version that visitors outside of a canary have. */
export function liveVersion(registry: Registry, app: string): string | undefined {
  return releasesOf(registry, app)?.live || undefined;
}

export function replacedVersion(registry: Registry, app: string): Pick<RegistryChange, 'instead'> {
  const instead = liveVersion(registry, app);
  return instead ? { instead } : {};
}

/** Rejects pages that were rendered for a change. @param pages address → HTML. */
type VerifyPages = (pages: ReadonlyMap<string, string>, next: Registry) => Promise<void>;

/**
 * Applies an update to the newest registry, builds its pages, and makes both current at once. Applies it again when
 * another process was faster.
 * @throws UserError when a page cannot be rendered; then nothing has changed.
 */
export async function changeRegistry(
  options: ChangeOptions,
  update: (registry: Registry, history: History) => Registry | Promise<Registry>,
  describe: (registry: Registry, next: Registry) => readonly RegistryChange[],
  verify: VerifyPages = async () => undefined,
): Promise<ChangeResult> {
  const { ifRevision, dryRun } = options;
  const store = storeOf(options);
  const { storage, keys } = store;
  const author: Author = { who: options.who ?? userName(), ...(options.why && { why: options.why }) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const site = options.site && (await openSite(options.site, store));
    const head = site ? site.head : await readHead(storage, keys);
    const pages = site?.pages;
    const registry = head?.entry.registry.registry ?? EMPTY;
    if (ifRevision !== undefined && ifRevision !== registry.revision) {
      throw new UserError(
        `The registry is at revision ${registry.revision} and no longer at ${ifRevision}. Check its status and try again.`,
      );
    }
    const wanted = await update(registry, (app) =>
      chainEntries(storage, keys, { app, ...(head && { head }) }),
    );
    const whole = endBrokenSets(wanted, registry);
    const updated = withoutUnusedContents(whole);
    if (!updated.shell.live) throw new UserError('Promote a shell first: the registry is empty.');
    const isSame = isDeepStrictEqual(updated, registry);
    const next = withSince({ ...updated, revision: registry.revision + 1 }, registry);
    const ended = wanted.remotes.filter(
      ({ name, canary }) => canary && !whole.remotes.some((remote) => remote.name === name && remote.canary),
    );
    const changes = [...describe(registry, next), ...ended.map(({ name }) => abortOf(registry, name))];
    requireNoConflict(next);
    const hasSite = pages !== undefined;
    if (isSame) return { registry, changes, changed: false, hasSite };
    const trial = withCanariesLive(next, registry);
    if (pages && (dryRun || trial !== next)) await verify((await pages.tryRegistry(trial)).texts, trial);
    if (dryRun) return { registry: next, changes, changed: false, hasSite };
    if (await useReleases(registry, next, storage)) {
      const entry = await prepareEntry(storage, keys, head, next, changes, author, hasSite);
      const built = await pages?.build(entry);
      if (built) await verify(built.texts, next);
      const isDone =
        pages && built ? await pages.swap(built, entry) : await recordEntry(storage, keys, entry);
      if (isDone) return { registry: next, changes, changed: true, hasSite };
    }
    // A random delay keeps concurrent processes from colliding again.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * (attempt + 1)));
  }
  throw new UserError('Other processes keep changing the registry. Nothing was changed; try again later.');
}

/**
 * Keeps a concurrent `prune` from removing what comes into service.
 * @returns `false` when the change has to be applied again.
 * @throws UserError when a release is being removed.
 */
async function useReleases(before: Registry, next: Registry, storage: Storage): Promise<boolean> {
  const present = new Set(releasesInService(before).map(nameOf));
  for (const release of releasesInService(next).filter((one) => !present.has(nameOf(one)))) {
    const outcome = await markReleaseInUse(release, storage);
    if (outcome === 'conflict') return false;
    if (outcome === 'removed' && release.slot !== 'previous') {
      throw new UserError(
        `${nameOf(release)} is being removed from the store by prune. Publish it under a new version.`,
      );
    }
  }
  return true;
}

const EMPTY: Registry = { revision: 0, shell: { live: '' }, remotes: [] };

/** The author of changes that name none: `RELEASE_BY`, or this machine's user. */
export function userName(): string {
  if (process.env.RELEASE_BY) return process.env.RELEASE_BY;
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
