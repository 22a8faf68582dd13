import type { RouteData } from '@isa/contract/host';
import { matchPath } from 'react-router-dom';
import type { Registry } from './registry';
import type { ReleasedRoute } from './release';

/** What a route has for everybody to find. */
export function publicAddresses({ path, access = 'anyone', addresses }: ReleasedRoute): readonly string[] {
  if (access !== 'anyone') return [];
  return addresses ?? (path.includes(':') ? [] : [path]);
}

/** Who answers an address: a remote, the shell itself, or nobody. */
export function ownerOf(
  registry: Registry,
  shellRoutes: readonly RouteData[],
  pathname: string,
): string | undefined {
  const answers = ({ path }: RouteData) => isAnswered(path, pathname);
  if (shellRoutes.some(answers)) return 'shell';
  return registry.remotes.find(({ live }) => live.routes.some(answers))?.name;
}

/** @param pattern in React Router's notation. */
export function isAnswered(pattern: string, pathname: string): boolean {
  return matchPath({ path: pattern, end: true }, pathname) !== null;
}

/** An address that a pattern answers: `/isa-books/:bookId` → `/isa-books/bookId`. */
export function exampleOf(pattern: string): string {
  return pattern.replaceAll(':', '');
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
