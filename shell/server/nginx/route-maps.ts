import type { RouteTable, RouteEntry } from '../../formats/route-table';

/** Letters that stand for themselves in an address, in one of nginx's patterns and within its quotes. */
const PLAIN = /^\/(?:[\w~.-]+(?:\/[\w~.-]+)*)?$/;
/** The same with parameters, as routes are written: `/isa-books/:bookId`. */
const PATTERN = /^\/:?[\w~.-]+(?:\/:?[\w~.-]+)*$/;
/** Where a redirect may lead: on this site, and without breaking out of its quotes. */
const TARGET = /^\/(?!\/)[\w~.\-/?=&#%]*$/;

/** Lines of nginx's maps: from an address, in any case and without a slash at its end, to what answers it. */
export interface RouteMaps {
  /** Where the address leads (RFC 9110 §15.4.3). */
  readonly redirects: string;
  /** The file of an address, without its ending. */
  readonly pages: string;
  /** The file of a route with parameters. */
  readonly frames: string;
}

/**
 * What a composition's table says, for nginx to look up: it cannot put an address into lower case by itself. Pages that
 * come into the table later are found in their own case, and redirects of later are pages that lead on. Entries that
 * nginx could misread are left to the same ways.
 */
export function routeMaps({ routes }: Pick<RouteTable, 'routes'>): RouteMaps {
  const fixed = routes.filter(({ pattern }) => PLAIN.test(pattern) && pattern !== '/');
  const patterns = routes.filter(({ pattern }) => pattern.includes(':') && PATTERN.test(pattern));
  const pages = fixed.filter(({ redirect }) => redirect === undefined);
  return {
    redirects: fixed
      .flatMap(({ pattern, redirect }) =>
        redirect !== undefined && TARGET.test(redirect) ? [`${expression(pattern)} "${redirect}";`] : [],
      )
      .join('\n'),
    pages: pages.map(line).join('\n'),
    frames: patterns.map(line).join('\n'),
  };
}

function line({ pattern, file }: RouteEntry): string {
  return `${expression(pattern)} "/${file.replace(/\.html$/, '')}";`;
}

function expression(pattern: string): string {
  const parts = pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll('.', '\\.')));
  return `"~*^${parts.join('/')}$"`;
}
