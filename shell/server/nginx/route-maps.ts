import type { RouteEntry, RouteTable } from '../../formats/route-table';

/** Characters that have no special meaning in an address, in an nginx pattern and within its quotes. */
const ADDRESS = /^\/(?:[\w~.-]+(?:\/[\w~.-]+)*)?$/;
/** The same with parameters: `/isa-books/:bookId`. */
const PATTERN = /^\/:?[\w~.-]+(?:\/:?[\w~.-]+)*$/;
/** A redirect's target: on this site, and without ending its quotes. */
const TARGET = /^\/(?!\/)[\w~.\-/?=&#%]*$/;

/** Lines of nginx maps, whose keys are addresses in any case without a slash at the end. */
export interface RouteMaps {
  /** Address → target (RFC 9110 §15.4.3). */
  readonly redirects: string;
  /** Address → file without its extension. */
  readonly pages: string;
  /** Route with parameters → file without its extension. */
  readonly frames: string;
}

/**
 * Maps of a composition's route table: nginx cannot convert an address to lower case. Pages of later compositions are
 * served in their own case, and later redirects as pages. The same applies to entries that nginx could misread.
 */
export function routeMaps({ routes }: Pick<RouteTable, 'routes'>): RouteMaps {
  const fixed = routes.filter(({ pattern }) => ADDRESS.test(pattern) && pattern !== '/');
  const patterns = routes.filter(({ pattern }) => pattern.includes(':') && PATTERN.test(pattern));
  return {
    redirects: fixed
      .flatMap(({ pattern, redirect }) =>
        redirect !== undefined && TARGET.test(redirect) ? [`${expression(pattern)} "${redirect}";`] : [],
      )
      .join('\n'),
    pages: fixed
      .filter(({ redirect }) => redirect === undefined)
      .map(fileLine)
      .join('\n'),
    frames: patterns.map(fileLine).join('\n'),
  };
}

function fileLine({ pattern, file }: RouteEntry): string {
  return `${expression(pattern)} "/${file.replace(/\.html$/, '')}";`;
}

function expression(pattern: string): string {
  const segments = pattern
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replaceAll('.', '\\.')));
  return `"~*^${segments.join('/')}$"`;
}
