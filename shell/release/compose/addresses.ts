import type { RouteData } from '@isa/contract';
import { matchPath } from 'react-router-dom';
import type { Registry } from '../../src/remotes/registry';
import type { ReleasedRoute } from '../store';

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
