import { isAnswered } from './addresses';

/** What an address is answered with. */
export interface TableEntry {
  /** React Router's notation: an address, or a pattern such as `/isa-books/:bookId`. */
  readonly pattern: string;
  /** Below the composition. */
  readonly file: string;
  readonly status: 200;
  /** Where a server leads instead; the file does it for hosts that cannot. */
  readonly redirect?: string;
}

/** `routes.json`: what a host needs to know to serve a composition. The first entry that answers an address counts. */
export interface SiteTable {
  readonly routes: readonly TableEntry[];
  readonly missing: { readonly file: string; readonly status: 404 };
}

export const TABLE_FILE = 'routes.json';

export const MISSING_PAGE: SiteTable['missing'] = { file: '404.html', status: 404 };

/** Where a page lies: `/` → `index.html`, `/isa-books/1` → `isa-books/1.html`. */
export function fileOf(address: string): string {
  return address === '/' ? 'index.html' : `${address.slice(1)}.html`;
}

/**
 * Where the frame of a route lies. One without parameters has the address' own file; with parameters, each is an
 * underscore, `/isa-books/:bookId` → `_frames/isa-books/_.html`: a server finds it without reading the table.
 */
export function frameFileOf(pattern: string): string {
  if (!pattern.includes(':')) return fileOf(pattern);
  return `_frames/${fileOf(pattern.replaceAll(/:[^/]+/g, '_'))}`;
}

/** Finds what answers an address, as the shell's router would: in any case, with or without a slash at the end. */
export function createLookUp({ routes }: SiteTable): (pathname: string) => TableEntry | undefined {
  const fixed = new Map(
    routes.filter(({ pattern }) => !pattern.includes(':')).map((entry) => [plain(entry.pattern), entry]),
  );
  const patterns = routes.filter(({ pattern }) => pattern.includes(':'));
  return (pathname) =>
    fixed.get(plain(pathname)) ?? patterns.find(({ pattern }) => isAnswered(pattern, pathname));
}

function plain(pathname: string): string {
  return pathname.toLowerCase().replace(/(?<=.)\/+$/, '');
}
