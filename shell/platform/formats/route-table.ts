import { z } from 'zod';
import type { Valid } from './parse-json';

/** On the same origin (RFC 3986). Browsers read a backslash as a slash, and two slashes as a host. */
export const redirectTargetSchema = z
  .string()
  .max(2048)
  .regex(/^\/(?!\/)[\w.~!$&'()*+,;=:@%/?#-]*$/, 'is not an address of the site');

const routeEntrySchema = z.object({
  /** An address, or a pattern in React Router's notation such as `/isa-books/:bookId`. */
  pattern: z.string(),
  /** The file's path below the site build. */
  file: z.string(),
  /** The status; 410 is that of a retired remote's page. */
  status: z.union([z.literal(200), z.literal(410)]),
  /** The target of a redirect. The file redirects as well, for hosts that cannot. */
  redirect: redirectTargetSchema.exactOptional(),
  /** The releases of the shell and of the remote that have rendered the page; absent in older site builds. */
  release: z.string().exactOptional(),
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

/** @returns the file of a page: `index.html` for `/`, `isa-books/1.html` for `/isa-books/1`. */
export function pageFile(address: string): string {
  return address === '/' ? 'index.html' : `${address.slice(1)}.html`;
}

/** `_frames/isa-books/_.html` for `/isa-books/:bookId`: a server finds it without the table. */
export function appShellFile(pattern: string): string {
  if (!pattern.includes(':')) return pageFile(pattern);
  return `_frames/${pageFile(pattern.replaceAll(/:[^/]+/g, '_'))}`;
}
