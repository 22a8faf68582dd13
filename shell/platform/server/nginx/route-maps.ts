import { patternsOverlap } from '../../formats/addresses';
import { ANY_SEGMENT, parameterForm } from '../../formats/canonical-path';
import { retiredMarker, type RouteEntry, type RouteTable } from '../../formats/route-table';

/** Characters without a meaning for nginx, neither in a pattern nor within its quotes. */
const ADDRESS = /^\/(?:[\w~.-]+(?:\/[\w~.-]+)*)?$/;
/** Matches the same with parameters, such as `/isa-books/:bookId`. */
const PATTERN = /^\/:?[\w~.-]+(?:\/:?[\w~.-]+)*$/;
/** Matches targets of redirects that are on this site and cannot end their quotes. */
const TARGET = /^\/(?!\/)[\w~.\-/?=&#%]*$/;

/**
 * Lines of nginx maps, whose keys are addresses in any case without a slash at the end: nginx cannot convert
 * an address to lower case. Pages of later site builds are served in their own case, and later redirects as
 * pages. The same applies to entries that nginx could misread.
 */
export function routeMaps({ routes }: Pick<RouteTable, 'routes'>) {
  const readable = routes.filter(
    ({ pattern }) => (ADDRESS.test(pattern) || PATTERN.test(pattern)) && pattern !== '/',
  );
  const targets = readable.filter(({ redirect }) => redirect !== undefined && TARGET.test(redirect));
  const isList = ({ pattern }: RouteEntry) => pattern.endsWith(ANY_SEGMENT);
  const gone = readable.filter(({ status }) => status === 410);
  const pages = readable.filter(({ status, redirect }) => status === 200 && redirect === undefined);
  const withParameters = ({ pattern }: RouteEntry) => pattern.includes(':');
  /** The first matching line counts: a redirect's pattern may match a page as well. */
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
    /** Lines of address and target (RFC 9110 §15.4.3). */
    redirects: lines(
      targets.filter((entry) => !isList(entry)),
      redirectLine,
    ),
    /** Lines of addresses below a list of numbered pages and the list, for those that are no page. */
    lists: targets.filter(isList).map(redirectLine).join('\n'),
    /** Lines of address and file, without the file's extension. */
    pages: pages
      .filter((entry) => !withParameters(entry))
      .map(fileLine)
      .join('\n'),
    /** Lines of an address in any case and the address in the letters of its pattern. */
    canonical: [...pages, ...gone].map(({ pattern }) => canonicalLine(pattern)).join('\n'),
    /** Lines of a route with parameters and a file, without its extension. */
    frames: pages.filter(withParameters).map(fileLine).join('\n'),
    /** Lines of an address or route of a retired remote and the file that marks it, without its extension. */
    gone: gone
      .map(({ pattern }) => `${expression(pattern)} "/${retiredMarker(pattern).replace(/\.gone$/, '')}";`)
      .join('\n'),
  };
}

function redirectLine({ pattern, redirect }: RouteEntry): string {
  return `${expression(pattern)} "${redirect}";`;
}

function fileLine({ pattern, file }: RouteEntry): string {
  return `${expression(pattern)} "/${file.replace(/\.html$/, '')}";`;
}

function canonicalLine(pattern: string): string {
  const segments = pattern
    .split('/')
    .map((segment, index) =>
      segment.startsWith(':')
        ? { matched: `(?<isa_segment_${index}>${parameterForm(segment)})`, written: `$isa_segment_${index}` }
        : { matched: segment.replaceAll('.', '\\.'), written: segment },
    );
  const join = (part: 'matched' | 'written') => segments.map((segment) => segment[part]).join('/');
  return `"~*^${join('matched')}$" "${join('written')}";`;
}

function expression(pattern: string): string {
  const segments = pattern
    .split('/')
    .map((segment) => (segment.startsWith(':') ? parameterForm(segment) : segment.replaceAll('.', '\\.')));
  return `"~*^${segments.join('/')}$"`;
}
