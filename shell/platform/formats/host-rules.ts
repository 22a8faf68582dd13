/*
 * Nothing is imported, because functions of CDNs are generated from it.
 */

/** The decoded path, in any case, of the checkout, the only document with the provider's scripts. */
export const CHECKOUT = '^/checkout/*$';

/** Matches files for hosts, files that are served under another name, and files that never belong here. */
export const HIDDEN_FILES = [
  '^/(?:_frames/|(?:routes|site-build)\\.json$|(?:404|index)/?$)',
  '/\\.',
  '\\.(?:partial|dcz)/',
  '\\.(?:html|br|gz|map|partial|pem|jsonl)$',
].join('|');

/** Scripts and fonts of a shell's browser build; no other folder of its release. */
export const SHELL_FILES = '^/shell/[^/]+/(?:assets/)?[^/]+$';

/** Extensions of files with compressed copies (`kit/pack/pack.ts`, `store/site-folder.ts`), apart from pages. */
export const COMPRESSED = ['js', 'css', 'svg', 'json', 'txt', 'xml', 'webmanifest', 'vtt'] as const;
/** Extensions of formats that are compressed already. */
const OTHERS = ['avif', 'gif', 'ico', 'jpg', 'jpeg', 'mp4', 'pdf', 'png', 'webm', 'webp', 'woff2'] as const;

/** Matches paths of files; all others belong to pages. */
export const FILES = `\\.(?:${[...COMPRESSED, ...OTHERS].join('|')})$`;

/** The `Cache-Control` of files that never change under their name. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Pages and what names releases. `no-store` would disable the back/forward cache. */
export const REVALIDATED = 'no-cache';
/** The `Cache-Control` of files other than pages, by path; the first that matches counts. */
export const FILE_CACHE = [
  ['^/(?:registry|calls)\\.json$', REVALIDATED],
  ['^/shell/', IMMUTABLE],
  ['', 'public, max-age=3600'],
] as const;

/**
 * Only responses that may be stale can be dictionaries (RFC 9842 §2.2). Chromium asks the server
 * nevertheless. Firefox would show the stale page, and shared caches send it, so others must not get this
 * header.
 */
export const PAGE_AS_DICTIONARY = 'private, max-age=0, stale-while-revalidate=2592000';

/**
 * The import map of the checkout, whose scripts of the provider have no hashes, so that an `Integrity-Policy`
 * cannot refuse imported modules (decision 0341).
 * @param cdn the store's origin.
 */
export function noModulesOf(cdn: string): string {
  return JSON.stringify({ imports: { [`${cdn}/`]: 'about:invalid/' } });
}
