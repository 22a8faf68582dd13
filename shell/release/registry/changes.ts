import { userInfo } from 'node:os';
import { UserError } from '../../tools/user-error';
import type { Registry, SignedRegistry } from '../../formats/registry';
import { requireChecked } from '../checks/may-go-out';
import { requireNoClash } from '../checks/route-ownership';
import { type Keys, ownKeys } from '../../store/keys/keys';
import { readVerifiedRelease } from '../../store/release-file';
import { ownStorage } from '../../store/storage/own';
import type { Storage } from '../../store/storage/storage';
import type { Release } from '../../formats/release';
import { append, type Author, type Change, readHead, readHistory } from '../../store/registry-log';
import { dated, endCanary, makeCanary, makeLive, type Move, takeBack } from './next-registry';

/** Where releases are kept and with which keys; this machine's own unless said otherwise. */
export interface Place {
  readonly storage?: Storage;
  readonly keys?: Keys;
}

interface Wish extends Place {
  /** Who wants it; the user of this machine unless said otherwise. */
  readonly who?: string;
  readonly why?: string;
  /** Refuses when the registry has moved since this revision was looked at. */
  readonly ifRevision?: number;
  /** Says what would be, and leaves everything as it is. */
  readonly dryRun?: boolean;
}

export interface PromoteWish extends Wish {
  readonly part: string;
  readonly version: string;
  /** Of all visitors, above 0 and up to 100; everybody by default. */
  readonly percent?: number;
  /** In spite of a failing or missing check; the reason must be given, and the history keeps both. */
  readonly force?: boolean;
}

/** What became of a wish. */
export interface Changed {
  readonly registry: Registry;
  readonly changes: readonly Change[];
  /** `false` when everything was as wished already, or nothing was to be done in earnest. */
  readonly changed: boolean;
}

/** More colleagues than this do not move the registry at once. */
const ATTEMPTS = 200;

/**
 * Makes a release live for everybody, or the canary for some.
 * @throws UserError when it is not in the store, not signed by its team, has a failing check or, for
 * everybody, one that lacks a gate, or claims what another remote owns.
 */
export async function promoteRelease(promotion: PromoteWish): Promise<Changed> {
  const { part, version, percent = 100, force = false, ...wish } = promotion;
  if (!(percent > 0 && percent <= 100)) {
    throw new UserError(
      `A canary is shown to more than 0 and at most 100 % of the visitors, not to ${percent}.`,
    );
  }
  if (force && !wish.why) throw new UserError('A check is set aside only with a reason.');
  const release = await requireRelease(part, version, wish);
  const { storage = ownStorage(), keys = ownKeys } = wish;
  const unchecked = force ? [] : await requireChecked(part, version, { percent, storage, keys });
  const aside = { ...(unchecked.length > 0 && { unchecked }), ...(force && { forced: true as const }) };
  const move = percent === 100 ? makeLive(release) : makeCanary(release, percent);
  return changeRegistry(wish, move, ({ registry }) => {
    const instead = liveVersion(registry, part);
    return [
      percent === 100
        ? { what: 'promote', part, version, ...(instead && { instead }), ...aside }
        : { what: 'canary', part, version, percent, ...(instead && { instead }), ...aside },
    ];
  });
}

/** Makes several releases live in one step: what a site that is built on this machine begins with. */
export async function promoteTogether(
  wanted: Readonly<Record<string, string>>,
  wish: Wish,
): Promise<Changed> {
  const releases = await Promise.all(
    Object.entries(wanted).map(([part, version]) => requireRelease(part, version, wish)),
  );
  const move: Move = (registry) => releases.reduce((before, release) => makeLive(release)(before), registry);
  return changeRegistry(wish, move, ({ registry }) =>
    releases.flatMap(({ name: part, version }): Change[] => {
      const instead = liveVersion(registry, part);
      return instead === version ? [] : [{ what: 'promote', part, version, ...(instead && { instead }) }];
    }),
  );
}

/**
 * Makes the previous release live again; a canary ends as well.
 * @throws UserError when there is no previous one.
 */
export async function rollbackRemote({ part, ...wish }: Wish & { readonly part: string }): Promise<Changed> {
  return changeRegistry(
    wish,
    async (registry, readEarlier) => {
      const { shell, remotes } = registry;
      const target =
        part === 'shell' ? shell.previous : remotes.find(({ name }) => name === part)?.previous?.version;
      const earlier = (await readEarlier()).find((one) => liveVersion(one, part) === target);
      return takeBack(part, earlier)(registry);
    },
    ({ registry, next }) => {
      const instead = liveVersion(registry, part);
      return [
        { what: 'rollback', part, version: liveVersion(next, part) ?? '', ...(instead && { instead }) },
      ];
    },
  );
}

/**
 * Shows the canary to nobody any more; what is live stays.
 * @param ifCanary refuses when another release is the canary by now.
 * @throws UserError when there is no canary.
 */
export async function abortCanary({
  part,
  ifCanary,
  ...wish
}: Wish & { readonly part: string; readonly ifCanary?: string }): Promise<Changed> {
  const canaryOf = ({ remotes }: Registry) => remotes.find(({ name }) => name === part)?.canary;
  return changeRegistry(
    wish,
    (registry) => {
      const version = canaryOf(registry)?.release.version;
      if (version && ifCanary && version !== ifCanary) {
        throw new UserError(`The canary of ${part} is ${version} by now, and not ${ifCanary}.`);
      }
      return endCanary(part)(registry);
    },
    ({ registry }) => {
      const canary = canaryOf(registry);
      const live = liveVersion(registry, part) ?? '';
      return [
        {
          what: 'abort',
          part,
          version: live,
          ...(canary && { instead: canary.release.version, percent: 0 }),
        },
      ];
    },
  );
}

/** The version of a part that everybody has who is not in a canary. */
export function liveVersion({ shell, remotes }: Registry, part: string): string | undefined {
  return part === 'shell' ? shell.live || undefined : remotes.find(({ name }) => name === part)?.live.version;
}

async function requireRelease(part: string, version: string, place: Place): Promise<Release> {
  const { storage = ownStorage(), keys = ownKeys } = place;
  const release = await readVerifiedRelease(storage, part, version, keys);
  if (release) return release;
  throw new UserError(
    `${part}@${version} is not in the store: npm run release -- publish ${part}@${version} brings it there.`,
  );
}

/**
 * The one way in which the registry changes. Whoever comes second is given the registry that the first has made,
 * and thinks again.
 */
async function changeRegistry(
  wish: Wish,
  move: (registry: Registry, history: () => Promise<readonly Registry[]>) => Registry | Promise<Registry>,
  describe: (change: { readonly registry: Registry; readonly next: Registry }) => readonly Change[],
): Promise<Changed> {
  const { storage = ownStorage(), keys = ownKeys, ifRevision, dryRun } = wish;
  const author: Author = { who: wish.who ?? ownName(), ...(wish.why && { why: wish.why }) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const head = await readHead(storage, keys);
    const registry = head?.entry.registry.registry ?? NOTHING;
    if (ifRevision !== undefined && ifRevision !== registry.revision) {
      throw new UserError(
        `The registry has moved to revision ${registry.revision} since you looked at ${ifRevision}; look again.`,
      );
    }
    const moved = await move(registry, async () =>
      (await readHistory(storage, keys)).map((entry) => entry.registry.registry),
    );
    if (!moved.shell.live) throw new UserError('The first promotion has to bring a shell.');
    const unmoved = JSON.stringify(moved) === JSON.stringify(registry);
    const next = dated({ ...moved, revision: registry.revision + 1 }, registry);
    const changes = describe({ registry, next });
    requireNoClash(next);
    if (unmoved || dryRun) return { registry: unmoved ? registry : next, changes, changed: false };
    const done: SignedRegistry | undefined = await append(storage, keys, head, next, changes, author);
    if (done) return { registry: done.registry, changes, changed: true };
    // Somebody was faster; all of them coming back at once would only meet again.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * (attempt + 1)));
  }
  throw new UserError('The registry was moved by others again and again; nothing was changed.');
}

const NOTHING: Registry = { revision: 0, shell: { live: '' }, remotes: [] };

function ownName(): string {
  if (process.env.RELEASE_BY) return process.env.RELEASE_BY;
  try {
    return userInfo().username;
  } catch {
    // A container may run under an id that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
