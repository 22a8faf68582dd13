import { patternsOverlap } from '../../formats/addresses';
import type { Registry } from '../../formats/registry';
import type { Release } from '../../formats/release';
import { UserError } from '../../tools/user-error';

/** A route's path and the release that contains it. */
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

/** The paths of all remotes in service: live releases and canaries. */
function pathsInService({ remotes }: Registry): readonly ClaimedPath[] {
  return remotes.flatMap(({ name, live, canary }) =>
    [live, ...(canary ? [canary.release] : [])].flatMap(({ version, routes }) =>
      routes.map(({ path }) => ({ app: name, version, path })),
    ),
  );
}

export function describeConflict({ one, other }: Conflict): string {
  return `${one.path} of ${one.app}@${one.version} and ${other.path} of ${other.app}@${other.version} claim the same addresses`;
}

/** The paths of a release. */
export function pathsOf({ name, version, routes }: Release): readonly ClaimedPath[] {
  return routes.map(({ path }) => ({ app: name, version, path }));
}

/** @throws UserError when a remote claims an address of the shell. */
export function requireNoShellConflict(remote: Release, shell: Release): void {
  rejectFirst(findConflicts([...pathsOf(remote), ...pathsOf(shell)]));
}

/** @throws UserError when two remotes of a registry claim the same address. */
export function requireNoConflict(registry: Registry): void {
  rejectFirst(findConflicts(pathsInService(registry)));
}

function rejectFirst([first]: readonly Conflict[]): void {
  if (first) throw new UserError(`The promotion is rejected: ${describeConflict(first)}.`);
}
