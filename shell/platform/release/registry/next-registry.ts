import type { RegisteredRelease, RegisteredRemote, Registry, Rollout } from '../../formats/registry';
import { type Release, scriptHashes, storedAt } from '../../formats/release';
import { contentHash } from '../../store/integrity';
import { releasesInService } from '../../store/registry-status';
import { requireSameContent } from '../../store/releases';
import { UserError } from '../../../packages/node/user-error';

/** The live and the previous release: versions of the shell, registry data of a remote. */
interface Slots<T> {
  readonly live?: T;
  readonly previous?: T;
}

/** Changes one app in a registry. The caller sets the revision. */
export type Update = (registry: Registry) => Registry;

/** The data of a release that pages need. */
export function registeredRelease(release: Release): RegisteredRelease {
  const { name, version, entry, globalName, routes, menu, files } = release;
  const script = (file: string) => {
    const integrity = files[file]?.integrity;
    if (!integrity) throw new UserError(`${name}@${version} has no hash for its script ${file}.`);
    return { path: storedAt(release, file), integrity };
  };
  const { path, integrity } = script(entry);
  const exposed = Object.keys(files).filter((file) => /^remote\.[^/]*\.js$/.test(file));
  return {
    version,
    entry: path,
    globalName,
    integrity,
    hashes: scriptHashes({ entry, files }),
    scripts: exposed.map(script),
    // The registry lacks the addresses, which only search engines need.
    routes: routes.map(({ addresses: _, ...route }) => route),
    menu,
  };
}

/**
 * Makes a release live; the live one becomes the previous one, and a canary ends.
 * @param set with which it becomes live.
 * @throws UserError when it is the canary of another set, or is live without this one: a rollback would take it back, too.
 */
export function makeLive(release: Release, set?: string): Update {
  const { name, version } = release;
  const replace = replaceLive(release, set);
  return (registry) => {
    const remote = registry.remotes.find((one) => one.name === name);
    requireSet(remote, version, set);
    const { live, set: before } = name === 'shell' ? registry.shell : (remote ?? {});
    if (set !== undefined && before !== set && versionOf(live) === version) {
      throw new UserError(`${name}@${version} is live already. Leave it out of the set ${set}.`);
    }
    return replace(registry);
  };
}

export function withReleases(registry: Registry, releases: readonly Release[]): Registry {
  return releases.reduce((before, release) => replaceLive(release)(before), registry);
}

function replaceLive(release: Release, set?: string): Update {
  const { name, version } = release;
  const inSet = set === undefined ? {} : { set };
  if (name === 'shell') {
    return (registry) => {
      const before = registry.shell.live ? registry.shell : undefined;
      return withContent({ ...registry, shell: { ...withLive(before, version), ...inSet } }, release);
    };
  }
  const next = registeredRelease(release);
  return (registry) => {
    const served = withRetired(registry, name);
    const change = (remote?: RegisteredRemote) => ({ name, ...withLive(remote, next), ...inSet });
    return withContent(withRemote(served, name, change), release);
  };
}

/** @throws UserError when the release is a canary of another set, or of one at all. */
function requireSet(remote: RegisteredRemote | undefined, version: string, set: string | undefined): void {
  const canary = remote?.canary;
  if (canary?.release.version !== version || canary.set === undefined || canary.set === set) return;
  throw new UserError(
    `${remote?.name}@${version} is a canary of the set ${canary.set}, whose releases go together. Promote the set with --set, or abort it.`,
  );
}

/**
 * Takes a remote out of service.
 * @param to where its addresses lead.
 * @throws UserError when the remote is not live.
 */
export function retire(name: string, to: string | undefined): Update {
  return (registry) => {
    const remote = registry.remotes.find((one) => one.name === name);
    if (!remote) throw new UserError(`${name} is not live.`);
    if (!remote.live) throw new UserError(`${name} is not live for all visitors yet. Abort its canary.`);
    const routes = remote.live.routes.map(({ path }) => path);
    const remotes = registry.remotes.filter((one) => one !== remote);
    return withRetired({ ...registry, remotes }, name, { name, routes, ...(to !== undefined && { to }) });
  };
}

function withRetired(
  { retired = [], ...registry }: Registry,
  name: string,
  entry?: (typeof retired)[number],
): Registry {
  const next = [...retired.filter((one) => one.name !== name), ...(entry ? [entry] : [])];
  return { ...registry, ...(next.length > 0 && { retired: next }) };
}

/**
 * Makes a release the canary for a share of visitors.
 * @param rollout its further steps, with which it takes the place of another canary that has steps.
 * @param set the set, of whose canaries a visitor gets all or none.
 * @throws UserError when that is not possible.
 */
export function makeCanary(release: Release, percent: number, rollout?: Rollout, set?: string): Update {
  const { name, version } = release;
  if (name === 'shell') {
    throw new UserError(
      'The shell has no canary: its script is part of every page. Promote it without --percent and --staff.',
    );
  }
  const next = registeredRelease(release);
  return (before) => {
    const registry = withRemote(before, name, (remote) => {
      if (remote?.live?.version === version)
        throw new UserError(`${name}@${version} is live for all visitors already.`);
      const running = remote?.canary;
      const other = running?.release.version;
      // A team's next release takes over the plan of the one before, which would otherwise hold it up for hours.
      const takesOver = rollout && set === undefined && running?.rollout && running.set === undefined;
      if (other && other !== version && !takesOver) {
        throw new UserError(
          `${name}@${other} is the canary already. Abort it, or promote it for all visitors, first.`,
        );
      }
      requireSet(remote, version, set);
      const inSet = set === undefined ? {} : { set };
      // A new remote is not in menus before all visitors get its pages.
      const canary = remote?.live ? next : { ...next, menu: [] };
      return { ...remote, name, canary: { percent, release: canary, ...(rollout && { rollout }), ...inSet } };
    });
    return withContent(registry, release);
  };
}

/** A registry in which new canaries are live, so that their pages are rendered before a visitor gets them. */
export function withCanariesLive(next: Registry, before: Registry): Registry {
  const canaryIn = ({ remotes }: Registry, app: string) =>
    remotes.find(({ name }) => name === app)?.canary?.release;
  const isNew = ({ name, canary }: RegisteredRemote) =>
    canary && canary.release.version !== canaryIn(before, name)?.version;
  if (!next.remotes.some(isNew)) return next;
  const remotes = next.remotes.map((remote): RegisteredRemote => {
    const { canary, ...others } = remote;
    return canary && isNew(remote) ? { ...others, live: canary.release } : remote;
  });
  return { ...next, remotes };
}

/** Ends a canary. @throws UserError when there is none. */
export function endCanary(name: string): Update {
  return (registry) => {
    if (!registry.remotes.some((remote) => remote.name === name && remote.canary)) {
      throw new UserError(`${name} has no canary.`);
    }
    return endCanaries(registry, (remote) => remote.name === name);
  };
}

/** A remote that was never live leaves the registry with its canary. */
function endCanaries(registry: Registry, isEnding: (remote: RegisteredRemote) => boolean): Registry {
  const withoutCanary = ({ canary: _, ...rest }: RegisteredRemote): RegisteredRemote => rest;
  const remotes = registry.remotes
    .map((remote) => (isEnding(remote) ? withoutCanary(remote) : remote))
    .filter(({ live, canary }) => live ?? canary);
  return { ...registry, remotes };
}

/** Ends the canaries of sets that have lost a canary: a visitor must get all of them, or none. */
export function endBrokenSets(next: Registry, before: Registry): Registry {
  const membersIn = ({ remotes }: Registry, set: string) =>
    remotes.filter(({ canary }) => canary?.set === set).length;
  const isBroken = ({ canary }: RegisteredRemote) =>
    canary?.set !== undefined && membersIn(next, canary.set) < membersIn(before, canary.set);
  return endCanaries(next, isBroken);
}

/**
 * Makes the previous release live again.
 * @param earlier the registry in which it was live last. Its previous release becomes the previous one,
 * unless it is the one that is rolled back.
 */
export function restorePrevious(app: string, earlier: Registry | undefined): Update {
  return (before) => {
    // The release that becomes the previous one may be known from the earlier registry only.
    const registry = { ...before, contents: { ...earlier?.contents, ...before.contents } };
    if (app === 'shell') {
      return { ...registry, shell: withoutLive(app, registry.shell, earlier?.shell) };
    }
    const former = earlier?.remotes.find(({ name }) => name === app);
    return withRemote(registry, app, (remote) => ({ name: app, ...withoutLive(app, remote, former) }));
  };
}

export function withoutRemote(name: string): Update {
  return (registry) => ({ ...registry, remotes: registry.remotes.filter((one) => one.name !== name) });
}

type Slot = string | RegisteredRelease;

const versionOf = (slot: Slot | undefined) => (typeof slot === 'string' ? slot : slot?.version);

function slots<T>(live: T, previous: T | undefined) {
  return { live, ...(previous !== undefined && { previous }) };
}

/** Promoting the live release again leaves the previous one unchanged. */
function withLive<T extends Slot>(before: Slots<T> | undefined, live: T) {
  return slots(live, versionOf(before?.live) === versionOf(live) ? before?.previous : before?.live);
}

function withoutLive<T extends Slot>(app: string, current?: Slots<T>, earlier?: Slots<T>) {
  if (!current?.previous) throw new UserError(`${app} cannot be rolled back: it has no previous release.`);
  const isRolledBack = versionOf(earlier?.previous) === versionOf(current.live);
  return slots(current.previous, isRolledBack ? undefined : earlier?.previous);
}

/** Records a release's content. @throws UserError when the registry has this version with other content. */
function withContent(registry: Registry, release: Release): Registry {
  requireSameContent(registry, release);
  const name = `${release.name}@${release.version}`;
  return { ...registry, contents: { ...registry.contents, [name]: contentHash(release) } };
}

export function withoutUnusedContents({ contents = {}, ...registry }: Registry): Registry {
  const used = releasesInService(registry)
    .map(({ app, version }) => `${app}@${version}`)
    .sort()
    .flatMap((name): [string, string][] => {
      const hash = Object.hasOwn(contents, name) ? contents[name] : undefined;
      return hash === undefined ? [] : [[name, hash]];
    });
  return { ...registry, ...(used.length > 0 && { contents: Object.fromEntries(used) }) };
}

/** Records for each app the revision of its last change. */
export function withSince(next: Registry, before: Registry): Registry {
  const apps = ({ shell, remotes }: Registry) =>
    new Map<string, unknown>([['shell', shell], ...remotes.map((remote) => [remote.name, remote] as const)]);
  const earlier = apps(before);
  const since = [...apps(next)].map(([name, app]): [string, number] => {
    const isSame = JSON.stringify(app) === JSON.stringify(earlier.get(name));
    return [name, isSame ? (before.since?.[name] ?? before.revision) : next.revision];
  });
  return { ...next, since: Object.fromEntries(since) };
}

function withRemote(
  registry: Registry,
  name: string,
  change: (remote: RegisteredRemote | undefined) => RegisteredRemote,
): Registry {
  const next = change(registry.remotes.find((remote) => remote.name === name));
  const others = registry.remotes.filter((remote) => remote.name !== name);
  return { ...registry, remotes: [...others, next].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}
