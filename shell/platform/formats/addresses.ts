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
export function routeOwner(registry: Registry, shellRoutes: readonly RouteData[], pathname: string) {
  const isServed = ({ path }: RouteData) => matchesPattern(path, pathname);
  if (shellRoutes.some(isServed)) return 'shell';
  return registry.remotes.find(({ live }) => live?.routes.some(isServed))?.name;
}

/** @param pattern in React Router's notation. */
export function matchesPattern(pattern: string, pathname: string): boolean {
  return matchPath({ path: pattern, end: true }, pathname) !== null;
}

/** @returns an address that matches a pattern and has no page: `/reset/token` for `/reset/:token`. */
export function exampleAddress(pattern: string): string {
  return pattern.replaceAll(/:\w+Id\b/g, '9999999999').replaceAll(':', '');
}

/** In React Router's notation `:name` is one segment, `?` optional, `*` any rest, in any case. */
export function patternsOverlap(one: string, other: string): boolean {
  const [a, b] = [segmentsOf(one), segmentsOf(other)];
  const known = new Map<string, boolean>();
  /** Whether the rests of both match some address. Each pair of rests is compared once, however many are optional. */
  function restsOverlap(i: number, j: number): boolean {
    const key = `${i} ${j}`;
    const found = known.get(key) ?? compare(i, j);
    known.set(key, found);
    return found;
  }
  function compare(i: number, j: number): boolean {
    const [first, second] = [a[i], b[j]];
    if (first?.text === '*' || second?.text === '*') return true;
    if (!first && !second) return true;
    if (first?.isOptional && restsOverlap(i + 1, j)) return true;
    if (second?.isOptional && restsOverlap(i, j + 1)) return true;
    return first !== undefined && second !== undefined && isSame(first, second) && restsOverlap(i + 1, j + 1);
  }
  return restsOverlap(0, 0);
}

interface Segment {
  readonly text: string;
  readonly isOptional: boolean;
}

function segmentsOf(pattern: string): readonly Segment[] {
  return pattern
    .toLowerCase()
    .split('/')
    .filter(Boolean)
    .map((segment) => ({ text: segment.replace(/\?$/, ''), isOptional: segment.endsWith('?') }));
}

function isSame({ text: a }: Segment, { text: b }: Segment): boolean {
  return a === b || a.startsWith(':') || b.startsWith(':');
}
