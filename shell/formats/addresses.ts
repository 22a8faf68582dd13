import type { RouteData } from '@isa/contract/host';
import { matchPath } from 'react-router-dom';
import type { Registry } from './registry';
import type { ReleasedRoute } from './release';

/** The addresses of a route that every visitor may open and search engines may index. */
export function publicAddresses({ path, access = 'anyone', addresses }: ReleasedRoute): readonly string[] {
  if (access !== 'anyone') return [];
  return addresses ?? (path.includes(':') ? [] : [path]);
}

/** The remote that serves an address, or `shell`; `undefined` for an unknown address. */
export function routeOwner(
  registry: Registry,
  shellRoutes: readonly RouteData[],
  pathname: string,
): string | undefined {
  const isServed = ({ path }: RouteData) => matchesPattern(path, pathname);
  if (shellRoutes.some(isServed)) return 'shell';
  return registry.remotes.find(({ live }) => live.routes.some(isServed))?.name;
}

/** @param pattern in React Router's notation. */
export function matchesPattern(pattern: string, pathname: string): boolean {
  return matchPath({ path: pattern, end: true }, pathname) !== null;
}

/** An address that matches a pattern: `/isa-books/:bookId` → `/isa-books/bookId`. */
export function exampleAddress(pattern: string): string {
  return pattern.replaceAll(':', '');
}

/**
 * Whether some address matches both patterns. React Router's notation: `:name` matches one segment, `?` makes a segment
 * optional, `*` at the end matches any number of segments; case does not count.
 */
export function patternsOverlap(one: string, other: string): boolean {
  return variants(one).some((a) => variants(other).some((b) => segmentsOverlap(a, b)));
}

/** The pattern with and without each of its optional segments. */
function variants(pattern: string): string[][] {
  const segments = pattern.toLowerCase().split('/').filter(Boolean);
  return segments.reduce<string[][]>(
    (variants, segment) =>
      segment.endsWith('?')
        ? variants.flatMap((before) => [before, [...before, segment.slice(0, -1)]])
        : variants.map((before) => [...before, segment]),
    [[]],
  );
}

function segmentsOverlap([a, ...restA]: readonly string[], [b, ...restB]: readonly string[]): boolean {
  if (a === '*' || b === '*') return true;
  if (a === undefined || b === undefined) return a === b;
  return (a === b || a.startsWith(':') || b.startsWith(':')) && segmentsOverlap(restA, restB);
}
