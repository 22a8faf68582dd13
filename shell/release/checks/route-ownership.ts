import { UserError } from '../../tools/user-error';
import { overlap } from '../../formats/addresses';
import type { Registry } from '../../formats/registry';

/** A path that somebody answers. */
export interface OwnedPath {
  readonly owner: string;
  readonly version: string;
  readonly path: string;
}

/** Two owners that would both answer some address. */
export interface Clash {
  readonly one: OwnedPath;
  readonly other: OwnedPath;
}

/** Every pair of paths of different owners that some address fits both of. */
export function clashes(paths: readonly OwnedPath[]): readonly Clash[] {
  return paths.flatMap((one, index) =>
    paths
      .slice(index + 1)
      .filter((other) => other.owner !== one.owner && overlap(one.path, other.path))
      .map((other) => ({ one, other })),
  );
}

/** What the remotes in service answer: live releases and canaries, which stand beside each other. */
export function pathsInService({ remotes }: Registry): readonly OwnedPath[] {
  return remotes.flatMap(({ name, live, canary }) =>
    [live, ...(canary ? [canary.release] : [])].flatMap(({ version, routes }) =>
      routes.map(({ path }) => ({ owner: name, version, path })),
    ),
  );
}

export function describeClash({ one, other }: Clash): string {
  return `${one.path} of ${one.owner}@${one.version} and ${other.path} of ${other.owner}@${other.version} claim the same addresses`;
}

/** @throws UserError when two remotes of a registry claim the same address. */
export function requireNoClash(registry: Registry): void {
  const [first] = clashes(pathsInService(registry));
  if (first) throw new UserError(`Refused: ${describeClash(first)}.`);
}
