import { z } from 'zod';
import type { Valid } from './parse-json';

/**
 * A target of a redirect on the same origin, in characters of RFC 3986. Browsers read a backslash as a slash, leave out tabs
 * and line ends, and read what follows two slashes as a host.
 */
export const redirectTargetSchema = z
  .string()
  .max(2048)
  .regex(/^\/(?!\/)[\w.~!$&'()*+,;=:@%/?#-]*$/, 'is not an address of the site');

const routeEntrySchema = z.object({
  /** React Router's notation: an address, or a pattern such as `/isa-books/:bookId`. */
  pattern: z.string(),
  /** Below the site build. */
  file: z.string(),
  /** 410: the page of a retired remote. */
  status: z.union([z.literal(200), z.literal(410)]),
  /** The target of a redirect. The file redirects as well, for hosts that cannot. */
  redirect: redirectTargetSchema.exactOptional(),
});

export const routeTableSchema = z.object({
  /** The first entry that matches an address counts. */
  routes: z.array(routeEntrySchema),
  missing: z.object({ file: z.string(), status: z.literal(404) }),
});

/** `routes.json`: what a host needs to serve a site build. */
export type RouteTable = Valid<typeof routeTableSchema>;
export type RouteEntry = RouteTable['routes'][number];

export const ROUTE_TABLE_FILE = 'routes.json';

export const NOT_FOUND_PAGE: RouteTable['missing'] = { file: '404.html', status: 404 };

/** The file of a page: `/` → `index.html`, `/isa-books/1` → `isa-books/1.html`. */
export function pageFile(address: string): string {
  return address === '/' ? 'index.html' : `${address.slice(1)}.html`;
}

/**
 * The file of a route's frame: that of its address, or with an underscore for each parameter,
 * `/isa-books/:bookId` → `_frames/isa-books/_.html`, so that a server finds it without the table.
 */
export function appShellFile(pattern: string): string {
  if (!pattern.includes(':')) return pageFile(pattern);
  return `_frames/${pageFile(pattern.replaceAll(/:[^/]+/g, '_'))}`;
}

/**
 * The file that marks a route of a retired remote, for servers that read no route table: `/events/:id` →
 * `_frames/events/_.gone`.
 */
export function retiredMarker(pattern: string): string {
  return `_frames/${pageFile(pattern.replaceAll(/:[^/]+/g, '_')).replace(/html$/, 'gone')}`;
}
