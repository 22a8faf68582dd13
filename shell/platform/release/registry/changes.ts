import { unservedCalls } from '@isa/api-contract/schemas';
import type { RegistryChange, Withdrawal } from '../../formats/history';
import type { Registry, Rollout } from '../../formats/registry';
import { contentHash } from '../../store/integrity';
import { REGISTRY_OWNER, requireTrustedKey } from '../../store/keys/local-keys';
import { readHead, type StoredEntry } from '../../store/registry-history';
import { commandTarget, nameOf, type ReleaseName, type ReleaseSet } from '../../formats/release-set';
import { isPullRequest, requirePromoted, requirePublished, storeOf } from '../../store/releases';
import { releasesOf } from '../../store/registry-status';
import { UserError } from '../../../packages/node/user-error';
import { comparedSite, readApiContract } from '../checks/api-calls';
import { type Checked, requireChecked } from '../checks/require-checked';
import { requireNoConflict, requireNoShellConflict } from '../checks/route-conflicts';
import {
  abortOf,
  type ChangeOptions,
  changeRegistry,
  type ChangeResult,
  type History,
  liveVersion,
  replacedVersion,
  type VerifyPages,
} from './change-registry';
import { deadLinks } from './links';
import {
  endBrokenSets,
  endCanary,
  makeCanary,
  makeLive,
  restorePrevious,
  type Update,
  withoutRemote,
} from './next-registry';

interface PromotionOptions extends ChangeOptions {
  /** The share of visitors up to 100, by default 100; 0 for staff only. */
  readonly percent?: number;
  readonly rollout?: Rollout;
  /** Promotes a release again after it was aborted or rolled back. */
  readonly again?: boolean;
  /** Promotes in spite of a failing or missing check. Needs `why`; the history records both. */
  readonly force?: boolean;
  /** Records what had to be checked also in a dry run. */
  readonly records?: boolean;
  /** Rejects a release whose gates would have to be run. */
  readonly onlyRecorded?: boolean;
}

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
  if (!(percent >= 0 && percent <= 100)) {
    throw new UserError(`The share of visitors must be 0 (staff only) to 100%, and ${percent}% is not.`);
  }
  const ofPullRequest = names.find(({ version }) => isPullRequest(version));
  if (ofPullRequest) {
    throw new UserError(
      `${nameOf(ofPullRequest)} is the release of a pull request, for previews only. Merge it and promote the release of the main branch.`,
    );
  }
  if (force && !options.why) throw new UserError('A forced promotion needs a reason. Add --reason.');
  const { storage, keys } = storeOf(options);
  const store = { storage, keys };
  const releases = await Promise.all(names.map(({ app, version }) => requirePublished(app, version, store)));
  const requireWanted = (head: StoredEntry | undefined) => {
    if (!again) for (const one of names) requireNotWithdrawn(one, head?.entry.withdrawn);
  };
  requireWanted(await readHead(storage, keys));
  // A missing key is reported before the gates, which take long.
  if (!force && !options.dryRun) await requireTrustedKey(REGISTRY_OWNER, keys);
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
  const origin = force ? undefined : (await comparedSite(store)).origin;
  const offered = origin === undefined ? undefined : await readApiContract(origin);
  const [unserved] = releases.flatMap(({ name, version, calls = {} }) =>
    offered ? unservedCalls(`${name}@${version}`, calls, offered) : [],
  );
  if (unserved) throw new UserError(`${unserved}. Deploy the API first, or add --force with a --reason.`);
  const isCanary = percent < 100;
  const update = async (registry: Registry, head: StoredEntry | undefined) => {
    // A later change makes this one fail, and the next attempt reads it.
    requireWanted(head);
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
  const verify: VerifyPages = (pages, next, shell) => {
    const authors = names.map(({ app }) => app);
    const [dead] = force ? [] : deadLinks(authors, pages, next, shell);
    if (dead) throw new UserError(`${dead}, which no app serves. Nothing was changed.`);
  };
  return changeRegistry({ ...options, needsSite: !force }, update, describe, verify);
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
 * Makes the previous release of an app live again and ends its canary, also for unchanged apps of its set. A remote that became
 * live with the set for the first time leaves the registry.
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
    async (registry, _, history) => {
      const live = liveVersion(registry, app);
      if (ifLive && live !== ifLive) throw new UserError(`${app}@${live} is live, and no longer ${ifLive}.`);
      let next = registry;
      const previousOf = (name: string) => releasesOf(registry, name)?.previous;
      const members = membersWith(registry, app);
      const goesBack = members.some(previousOf);
      for (const name of members) {
        const previous = previousOf(name);
        next =
          previous === undefined && goesBack
            ? withoutRemote(name)(next)
            : restorePrevious(name, previous ? await lastLive(name, previous, history) : undefined)(next);
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

/**
 * Refuses a release that was aborted or rolled back, and not promoted since: a pipeline would bring it back with the next
 * change of another file.
 * @throws UserError with who withdrew it, when and why.
 */
function requireNotWithdrawn(
  { app, version }: ReleaseName,
  withdrawn: readonly Withdrawal[] | undefined,
): void {
  const found = withdrawn?.findLast((one) => one.app === app && one.version === version);
  if (!found) return;
  const { who, why, at } = found;
  const what = found.what === 'abort' ? 'aborted it' : 'rolled it back';
  throw new UserError(
    `${nameOf({ app, version })} is not promoted: ${who} ${what} at ${at.slice(0, 16).replace('T', ' ')} UTC${why === undefined ? '' : `, because: ${why.replace(/\.$/, '')}`}. To bring it back by hand, add --again, or --force with a --reason.`,
  );
}
