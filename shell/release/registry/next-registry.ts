import { UserError } from '../../tools/user-error';
import type { RegisteredRelease, RegisteredRemote, RegisteredScript, Registry } from '../../formats/registry';
import type { Release } from '../../formats/release';

/** Live and previous, whatever a release is known by: the shell's by version, a remote's with its data. */
interface InService<T> {
  readonly live: T;
  readonly previous?: T;
}

/** The registry after one part has been moved. The revision is the caller's business. */
export type Move = (registry: Registry) => Registry;

/** What pages need to know of a release. */
export function registeredRelease({
  name,
  version,
  entry,
  globalName,
  routes,
  menu,
  files,
}: Release): RegisteredRelease {
  const script = (file: string): RegisteredScript => {
    const integrity = files[file]?.integrity;
    if (!integrity) throw new UserError(`${name}@${version} has no hash for its script ${file}.`);
    return { path: `${name}/${version}/${file}`, integrity };
  };
  const { path, integrity } = script(entry);
  const exposed = Object.keys(files).filter((file) => /^remote\.[^/]*\.js$/.test(file));
  return {
    version,
    entry: path,
    globalName,
    integrity,
    scripts: exposed.map(script),
    // Addresses are for search engines; a page does without them.
    routes: routes.map(({ addresses: _, ...route }) => route),
    menu,
  };
}

/** Makes a release live for everybody; what was live becomes the way back, and a canary ends. */
export function makeLive(release: Release): Move {
  if (release.name === 'shell') {
    return (registry) => {
      const before = registry.shell.live ? registry.shell : undefined;
      return { ...registry, shell: moved(before, release.version, (version) => version) };
    };
  }
  const next = registeredRelease(release);
  return (registry) =>
    withRemote(registry, release.name, (remote) => ({
      name: release.name,
      ...moved(remote, next, ({ version }) => version),
    }));
}

/** Shows a release to some of the visitors. @throws UserError where that has no meaning. */
export function makeCanary(release: Release, percent: number): Move {
  const { name, version } = release;
  if (name === 'shell') {
    throw new UserError(
      'The shell has no canary: its script stands in the pages themselves. Promote it whole.',
    );
  }
  const next = registeredRelease(release);
  return (registry) =>
    withRemote(registry, name, (remote) => {
      if (!remote) {
        throw new UserError(
          `${name} is not live yet, so that nothing could stand beside its canary. Promote it whole.`,
        );
      }
      if (remote.live.version === version)
        throw new UserError(`${name}@${version} is live for everybody already.`);
      const other = remote.canary?.release.version;
      if (other && other !== version) {
        throw new UserError(`${name}@${other} is the canary already: abort it, or promote it whole, first.`);
      }
      return { ...remote, canary: { percent, release: next } };
    });
}

/** Ends a canary. @throws UserError when there is none. */
export function endCanary(name: string): Move {
  return (registry) =>
    withRemote(registry, name, (remote) => {
      if (!remote?.canary) throw new UserError(`${name} has no canary.`);
      return withoutCanary(remote);
    });
}

function withoutCanary({ canary: _, ...rest }: RegisteredRemote): RegisteredRemote {
  return rest;
}

/**
 * Makes the previous release live again.
 * @param then the registry of the time when that release was live last. Its way back becomes ours: never the
 * release that is being left.
 */
export function takeBack(name: string, then: Registry | undefined): Move {
  return (registry) => {
    if (name === 'shell') {
      const { live, previous } = registry.shell;
      if (!previous) throw nothingBefore(name);
      const earlier = then?.shell.previous;
      return { ...registry, shell: back(previous, earlier === live ? undefined : earlier) };
    }
    return withRemote(registry, name, (remote) => {
      if (!remote?.previous) throw nothingBefore(name);
      const earlier = then?.remotes.find((candidate) => candidate.name === name)?.previous;
      return {
        name,
        ...back(remote.previous, earlier?.version === remote.live.version ? undefined : earlier),
      };
    });
  };
}

function nothingBefore(name: string): UserError {
  return new UserError(`${name} cannot be rolled back: there is no previous release of it.`);
}

function back<T>(live: T, previous: T | undefined): InService<T> {
  return { live, ...(previous !== undefined && { previous }) };
}

/** Promoting what is live already leaves the way back where it was. */
function moved<T>(
  before: InService<T> | undefined,
  live: T,
  versionOf: (release: T) => string,
): InService<T> {
  if (!before) return { live };
  return back(live, versionOf(before.live) === versionOf(live) ? before.previous : before.live);
}

/** Notes of each part with which revision it came to be as it is. */
export function dated(next: Registry, before: Registry): Registry {
  const parts = ({ shell, remotes }: Registry) =>
    new Map<string, unknown>([['shell', shell], ...remotes.map((remote) => [remote.name, remote] as const)]);
  const earlier = parts(before);
  const since = [...parts(next)].map(([name, part]): [string, number] => {
    const isSame = JSON.stringify(part) === JSON.stringify(earlier.get(name));
    return [name, isSame ? (before.since?.[name] ?? before.revision) : next.revision];
  });
  return { ...next, since: Object.fromEntries(since) };
}

/** Keeps the order of the remotes, so that equal registries are equal texts. */
function withRemote(
  registry: Registry,
  name: string,
  change: (remote: RegisteredRemote | undefined) => RegisteredRemote,
): Registry {
  const next = change(registry.remotes.find((remote) => remote.name === name));
  const others = registry.remotes.filter((remote) => remote.name !== name);
  return { ...registry, remotes: [...others, next].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}
