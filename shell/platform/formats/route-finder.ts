import { parameterForm } from './canonical-path';
import type { RouteEntry, RouteTable } from './route-table';

/** Ignores case: the canonical path has the letters of the pattern. It is part of the functions of CDNs. */
export function createRouteFinder({ routes }: RouteTable): (pathname: string) => RouteEntry | undefined {
  const fixed = new Map(
    routes.filter(({ pattern }) => !pattern.includes(':')).map((entry) => [normalized(entry.pattern), entry]),
  );
  const patterns = routes
    .filter(({ pattern }) => pattern.includes(':'))
    .map((entry) => ({ entry, expression: patternExpression(entry.pattern) }));
  return (pathname) =>
    fixed.get(normalized(pathname)) ?? patterns.find(({ expression }) => expression.test(pathname))?.entry;
}

/** In React Router's notation `:name` is a parameter in its form, `?` is optional, `*` matches the rest. */
export function patternExpression(pattern: string): RegExp {
  const segments = pattern
    .split('/')
    .filter(Boolean)
    .map((segment, index, all) => {
      if (segment === '*' && index === all.length - 1) return '(?:/.*)?';
      const optional = segment.endsWith('?');
      const name = optional ? segment.slice(0, -1) : segment;
      const text = /^:[\w-]+$/.test(name)
        ? parameterForm(name)
        : name.replaceAll(/[\\.*+^${}|()[\]?]/g, '\\$&');
      return optional ? `(?:/${text})?` : `/${text}`;
    });
  return new RegExp(`^${segments.join('')}/*$`, 'i');
}

function normalized(pathname: string): string {
  return pathname.toLowerCase().replace(/(?<=.)\/+$/, '');
}
