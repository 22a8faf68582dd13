import type { SiteBuild, Fallback } from '../formats/site-build';
import type { RegisteredRelease, Registry } from '../formats/registry';
import type { Release } from '../formats/release';
import { releasesOf } from '../store/registry-status';
import { UserError } from '../../packages/node/user-error';

/** A release that cannot be built because of its own content. */
export class UnrenderableRelease extends UserError {
  constructor(
    readonly app: string,
    readonly version: string,
    { message }: Error,
  ) {
    super(message);
  }
}

export async function attributeFailure<T>(
  { name, version }: Pick<Release, 'name' | 'version'>,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof UnrenderableRelease) throw error;
    throw new UnrenderableRelease(name, version, error);
  }
}

/** A release that cannot be rendered, with the release of a remote that is used instead. */
export interface Substitution extends Fallback {
  readonly release?: RegisteredRelease;
}

/** How many characters of a reason are kept: it is served to everybody, so it is one short line. */
const REASON_LENGTH = 300;

/**
 * Replaces the release that failed by the last one that was rendered.
 * @param held what is replaced already.
 * @param current the current site build's record.
 * @returns `undefined` when nothing is left to try.
 */
export function fallBack(
  held: readonly Substitution[],
  { app, version, message }: UnrenderableRelease,
  registry: Registry,
  current: SiteBuild | undefined,
): readonly Substitution[] | undefined {
  const reason = (message.split('\n', 1)[0] ?? '').slice(0, REASON_LENGTH);
  const isHeld = (name: string) => held.some((one) => one.app === name);
  const instead = isHeld(app) ? undefined : substitute(app, version, registry, current);
  if (instead) return [...held, { app, version, reason, ...instead }];
  // The app's last release fails, too: the reason is the shell, which renders every page.
  const { live } = registry.shell;
  const shell = isHeld('shell') ? undefined : substitute('shell', live, registry, current);
  return shell && [{ app: 'shell', version: live, reason, ...shell }];
}

export function stillLive(held: readonly Substitution[], registry: Registry): readonly Substitution[] {
  return held.filter(({ app, version }) => releasesOf(registry, app)?.live === version);
}

function substitute(
  app: string,
  version: string,
  { shell, remotes }: Registry,
  current: SiteBuild | undefined,
): Pick<Substitution, 'used' | 'release'> | undefined {
  const before = current?.fallbacks.find((one) => one.app === app);
  if (app === 'shell') {
    const used = [before?.used, shell.previous].find((one) => one !== undefined && one !== version);
    return used === undefined ? undefined : { used };
  }
  const previous = remotes.find(({ name }) => name === app)?.previous;
  const release = [before?.release, previous].find((one) => one && one.version !== version);
  if (release) return { used: release.version, release };
  // A new remote has no pages yet, so it is left out.
  return current && !Object.hasOwn(current.versions, app) ? {} : undefined;
}

/** The registry as the pages are built from it. */
export function withSubstitutions(registry: Registry, held: readonly Substitution[]): Registry {
  const find = (app: string) => held.find((one) => one.app === app);
  return {
    ...registry,
    shell: { ...registry.shell, live: find('shell')?.used ?? registry.shell.live },
    remotes: registry.remotes.flatMap(({ previous, ...remote }) => {
      const substitution = find(remote.name);
      const { live, ...others } = remote;
      const used = substitution ? substitution.release : live;
      // A remote whose first release is a canary has no pages.
      if (!used) return substitution ? [] : [others];
      return [{ ...others, live: used, ...(previous && previous.version !== used.version && { previous }) }];
    }),
  };
}
