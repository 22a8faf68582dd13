import { patternsOverlap } from '../../formats/addresses';
import { retiredMarker, type RouteEntry, type RouteTable } from '../../formats/route-table';

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
  /** Address or route of a retired remote → the file that marks it, without its extension. */
  readonly gone: string;
}

/**
 * Maps of a site build's route table: nginx cannot convert an address to lower case. Pages of later site builds are
 * served in their own case, and later redirects as pages. The same applies to entries that nginx could misread.
 */
export function routeMaps({ routes }: Pick<RouteTable, 'routes'>): RouteMaps {
  const readable = routes.filter(
    ({ pattern }) => (ADDRESS.test(pattern) || PATTERN.test(pattern)) && pattern !== '/',
  );
  const redirects = readable.filter(({ redirect }) => redirect !== undefined && TARGET.test(redirect));
  const gone = readable.filter(({ status }) => status === 410);
  const pages = readable.filter(({ status, redirect }) => status === 200 && redirect === undefined);
  const withParameters = ({ pattern }: RouteEntry) => pattern.includes(':');
  /** The first line of a map counts: a page comes before a redirect's pattern that matches it as well. */
  const lines = (entries: readonly RouteEntry[], lineOf: (entry: RouteEntry) => string) => {
    const patterns = entries.filter(withParameters);
    const exceptions = pages.filter((page) =>
      patterns.some(({ pattern }) => patternsOverlap(page.pattern, pattern)),
    );
    return [
      ...entries.filter((entry) => !withParameters(entry)).map(lineOf),
      ...exceptions.map(({ pattern }) => `${expression(pattern)} "";`),
      ...patterns.map(lineOf),
    ].join('\n');
  };
  return {
    redirects: lines(redirects, ({ pattern, redirect }) => `${expression(pattern)} "${redirect}";`),
    pages: pages
      .filter((entry) => !withParameters(entry))
      .map(fileLine)
      .join('\n'),
    frames: pages.filter(withParameters).map(fileLine).join('\n'),
    gone: gone
      .map(({ pattern }) => `${expression(pattern)} "/${retiredMarker(pattern).replace(/\.gone$/, '')}";`)
      .join('\n'),
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
