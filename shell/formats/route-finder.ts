import type { RouteEntry, RouteTable } from './route-table';

/**
 * Finds the entry of an address as the shell's router does: in any case, with or without a slash at the end. It
 * imports nothing, because functions of CDNs are generated from it.
 */
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

/**
 * @returns the expression of a pattern. In React Router's notation `:name` matches one segment, `?` makes a
 * segment optional, and `*` at the end matches the rest.
 */
export function patternExpression(pattern: string): RegExp {
  const segments = pattern
    .split('/')
    .filter(Boolean)
    .map((segment, index, all) => {
      if (segment === '*' && index === all.length - 1) return '(?:/.*)?';
      const optional = segment.endsWith('?');
      const name = optional ? segment.slice(0, -1) : segment;
      const text = /^:[\w-]+$/.test(name) ? '[^/]+' : name.replaceAll(/[\\.*+^${}|()[\]?]/g, '\\$&');
      return optional ? `(?:/${text})?` : `/${text}`;
    });
  return new RegExp(`^${segments.join('')}/*$`, 'i');
}

function normalized(pathname: string): string {
  return pathname.toLowerCase().replace(/(?<=.)\/+$/, '');
}
