import { userInfo } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Author, RegistryChange } from '../../formats/history';
import type { Registry } from '../../formats/registry';
import type { Release } from '../../formats/release';
import { nameOf } from '../../formats/release-set';
import { type ApiAnswersKnown, createApiAnswers } from '../../prerender/api-answers';
import { type BuiltSite, buildSite, type SiteOptions } from '../../prerender/build-site';
import { hasFailed, readCurrentSite } from '../../prerender/cache-invalidation';
import { cachedReleases, readLiveReleases } from '../../prerender/live-releases';
import {
  chainEntries,
  type PreparedEntry,
  prepareEntry,
  readEntryInForce,
  readHead,
  recordEntry,
  type StoredEntry,
} from '../../store/registry-history';
import { releasesInService, releasesOf } from '../../store/registry-status';
import { markReleaseInUse } from '../../store/release-uses';
import { type StoreAccess, storeOf } from '../../store/releases';
import type { Storage } from '../../store/storage/storage';
import { UserError } from '../../../packages/node/user-error';
import { requireNoConflict } from '../checks/route-conflicts';
import { endBrokenSets, withCanariesLive, withoutUnusedContents, withSince } from './next-registry';

export interface ChangeOptions extends StoreAccess {
  readonly who?: string;
  readonly why?: string;
  /** Rejects the change when the registry has another revision. */
  readonly ifRevision?: number;
  readonly dryRun?: boolean;
  /** The site whose pages show the change; absent for a store from which none is built. */
  readonly site?: SiteOptions;
  /** Rejects the change while no site has been built, because nothing would be rendered before visitors get it. */
  readonly needsSite?: boolean;
}

export interface ChangeResult {
  readonly registry: Registry;
  /** The registry before the change. */
  readonly before: Registry;
  readonly changes: readonly RegistryChange[];
  /** `false` when the registry already had the wanted content, and in a dry run. */
  readonly changed: boolean;
  /** Whether the site was built with the change; `false` before the first site build. */
  readonly hasSite: boolean;
}

export type History = (app: string) => AsyncIterable<StoredEntry>;

/** Each attempt fails only because another change succeeded. */
const ATTEMPTS = 200;

/** Rejects pages that were rendered for a change. @param pages address → HTML. */
export type VerifyPages = (pages: ReadonlyMap<string, string>, next: Registry, shell: Release) => void;

/**
 * Applies an update to the newest registry, builds its pages, and makes both current at once. Applies it again when
 * another process was faster.
 * @throws UserError when a page cannot be rendered; then nothing has changed.
 */
export async function changeRegistry(
  options: ChangeOptions,
  update: (
    registry: Registry,
    head: StoredEntry | undefined,
    history: History,
  ) => Registry | Promise<Registry>,
  describe: (registry: Registry, next: Registry) => readonly RegistryChange[],
  verify: VerifyPages = () => undefined,
): Promise<ChangeResult> {
  const { ifRevision, dryRun } = options;
  const { storage, keys } = storeOf(options);
  const author: Author = { who: options.who ?? userName(), ...(options.why && { why: options.why }) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const site = options.site && (await openSite(options.site, { storage, keys }));
    const head = site ? site.head : await readHead(storage, keys);
    const pages = site?.pages;
    const registry = head?.entry.registry.registry ?? EMPTY;
    if (ifRevision !== undefined && ifRevision !== registry.revision) {
      throw new UserError(
        `The registry is at revision ${registry.revision} and no longer at ${ifRevision}. Check its status and try again.`,
      );
    }
    const wanted = await update(registry, head, (app) =>
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
    if (options.needsSite && options.site && !hasSite) {
      throw new UserError(
        `No site is built in ${options.site.site.address} yet, so no page would be rendered before visitors get it. Nothing was changed: start the role prerender first, or add --force with a --reason.`,
      );
    }
    if (isSame) return { registry, before: registry, changes, changed: false, hasSite };
    const trial = withCanariesLive(next, registry);
    if (pages && (dryRun || trial !== next)) {
      const tried = await pages.tryRegistry(trial);
      verify(tried.texts, trial, tried.shell);
    }
    if (dryRun) return { registry: next, before: registry, changes, changed: false, hasSite };
    if (await useReleases(registry, next, storage)) {
      const entry = await prepareEntry(keys, head, next, changes, author, hasSite);
      const built = await pages?.build(entry);
      if (built) verify(built.texts, next, built.shell);
      const isDone =
        pages && built ? await pages.swap(built, entry) : await recordEntry(storage, keys, entry);
      if (isDone) return { registry: next, before: registry, changes, changed: true, hasSite };
    }
    // A random delay keeps concurrent processes from colliding again.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * (attempt + 1)));
  }
  throw new UserError('Other processes keep changing the registry. Nothing was changed; try again later.');
}

/**
 * Opens a site for a change of its registry. First completes what a process has begun that died in the middle: the
 * switch of visitors, and the history's entry of the site build that they get.
 * @returns the newest entry of the history, on which the change is based, and how its pages are built, unless no site
 * was ever built from the store.
 * @throws UserError when this site was not built from the store, and another one was.
 */
async function openSite(options: SiteOptions, { storage, keys }: Required<StoreAccess>) {
  const { site } = options;
  await site.complete();
  const current = await readCurrentSite(site);
  const { before, current: shown } = current;
  const inForce = await readEntryInForce(storage, keys, shown?.entry);
  if (inForce && !inForce.isRecorded) await recordEntry(storage, keys, inForce);
  const head = await readHead(storage, keys);
  if (head?.entry.hasSite && !shown) {
    throw new UserError(
      `No site is built in ${site.address}. Name the site of this store with SITE_URL or SITE_FOLDER, or start the role prerender, which builds a lost one again.`,
    );
  }
  // The role prerender makes the first site build.
  if (!shown) return { head };

  // The settings are those of the current site build: only the role prerender changes them.
  const build = async (entry: PreparedEntry, isTrial: boolean) => {
    const releases = await readLiveReleases(
      entry.registry.registry,
      { storage, keys },
      cachedReleases(options.siteFolder),
    );
    // Unchanged pages keep their data, so that a rollback needs no API.
    for (let known: ApiAnswersKnown = shown.answers; ; known = 'nothing') {
      const built = await buildSite({
        ...{ entry, releases, settings: shown, target: options, current, isTrial },
        apiAnswers: createApiAnswers(options.apiOrigin, known),
        keepsPage: (failed) => hasFailed(shown, failed),
      });
      if (built) return { ...built, shell: releases.shell };
    }
  };

  const pages = {
    /** Renders a registry without consequences. @throws UserError that names a page that cannot be rendered. */
    tryRegistry: (registry: Registry) =>
      build({ registry: { registry, signature: '', key: '' }, text: '' }, true),
    /** Builds the pages of a change, before visitors get them. @throws UserError that names a page that cannot be rendered. */
    build: (entry: PreparedEntry) => build(entry, false),
    /**
     * Makes registry and pages current, both at once. The history follows.
     * @returns `false`, and changes nothing, when another process has switched visitors meanwhile.
     */
    async swap(built: BuiltSite, entry: PreparedEntry): Promise<boolean> {
      if (!(await site.swap(built.id, before))) return false;
      const isRecorded = await recordEntry(storage, keys, entry);
      if (isRecorded) await site.sweep();
      return isRecorded;
    },
  };
  return { head, pages };
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
    if (outcome === 'used' || release.slot === 'previous') continue;
    throw new UserError(
      outcome === 'incomplete'
        ? `${nameOf(release)} lacks files that prune has removed, or is removing. Publish it again.`
        : `${nameOf(release)} is being removed from the store by prune. Publish it under a new version.`,
    );
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

export function abortOf(registry: Registry, app: string): RegistryChange {
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
