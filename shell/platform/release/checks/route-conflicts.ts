import { patternsOverlap } from '../../formats/addresses';
import type { Registry } from '../../formats/registry';
import type { Release } from '../../formats/release';
import { UserError } from '../../../packages/node/user-error';

export interface ClaimedPath {
  readonly app: string;
  readonly version: string;
  readonly path: string;
}

/** Two paths of different apps that match the same address. */
export interface Conflict {
  readonly one: ClaimedPath;
  readonly other: ClaimedPath;
}

export function findConflicts(paths: readonly ClaimedPath[]): readonly Conflict[] {
  return paths.flatMap((one, index) =>
    paths
      .slice(index + 1)
      .filter((other) => other.app !== one.app && patternsOverlap(one.path, other.path))
      .map((other) => ({ one, other })),
  );
}

/**
 * The paths that visitors may have at once. A visitor with the canaries of a set has no live release of its
 * apps, so that a page can move from one app to another.
 */
function pathsInService({ remotes }: Registry): readonly (readonly ClaimedPath[])[] {
  const sets = remotes.flatMap(({ canary }) => canary?.set ?? []);
  return [undefined, ...new Set(sets)].map((set) =>
    remotes.flatMap(({ name, live, canary }) => {
      const isChosen = canary?.set === set;
      const releases = isChosen && canary ? [set === undefined ? live : undefined, canary.release] : [live];
      return releases.flatMap((release) =>
        (release?.routes ?? []).map(({ path }) => ({ app: name, version: release?.version ?? '', path })),
      );
    }),
  );
}

export function describeConflict({ one, other }: Conflict): string {
  return `${one.path} of ${one.app}@${one.version} and ${other.path} of ${other.app}@${other.version} claim the same addresses`;
}

export function pathsOf({ name, version, routes }: Release): readonly ClaimedPath[] {
  return routes.map(({ path }) => ({ app: name, version, path }));
}

/** @throws UserError when a remote claims an address of the shell. */
export function requireNoShellConflict(remote: Release, shell: Release): void {
  rejectFirst(findConflicts([...pathsOf(remote), ...pathsOf(shell)]));
}

/** @throws UserError when two remotes of a registry claim the same address. */
export function requireNoConflict(registry: Registry): void {
  for (const paths of pathsInService(registry)) rejectFirst(findConflicts(paths));
}

function rejectFirst([first]: readonly Conflict[]): void {
  if (first) throw new UserError(`The promotion is rejected: ${describeConflict(first)}.`);
}
