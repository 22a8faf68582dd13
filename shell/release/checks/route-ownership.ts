import { PlainError } from '../../commands/processes';
import type { Registry } from '../../src/remotes/registry';

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

/**
 * Whether some address fits both patterns. React Router's notation: `:name` is any one segment, `?` makes a segment
 * optional, `*` at the end is any number of them; case does not count.
 */
export function overlap(one: string, other: string): boolean {
  return variants(one).some((a) => variants(other).some((b) => segmentsOverlap(a, b)));
}

/** The pattern with and without each of its optional segments. */
function variants(pattern: string): string[][] {
  const segments = pattern.toLowerCase().split('/').filter(Boolean);
  return segments.reduce<string[][]>(
    (so, segment) =>
      segment.endsWith('?')
        ? so.flatMap((before) => [before, [...before, segment.slice(0, -1)]])
        : so.map((before) => [...before, segment]),
    [[]],
  );
}

function segmentsOverlap([a, ...restA]: readonly string[], [b, ...restB]: readonly string[]): boolean {
  if (a === '*' || b === '*') return true;
  if (a === undefined || b === undefined) return a === b;
  return (a === b || a.startsWith(':') || b.startsWith(':')) && segmentsOverlap(restA, restB);
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

/** @throws PlainError when two remotes of a registry claim the same address. */
export function requireNoClash(registry: Registry): void {
  const [first] = clashes(pathsInService(registry));
  if (first) throw new PlainError(`Refused: ${describeClash(first)}.`);
}
