/**
 * Deltas: copies of a script that are compressed with a script of an earlier release as dictionary (RFC 9842,
 * content encoding `dcz`), and copies of a page or the registry that are compressed with those of an earlier site build.
 * They are stored as `<file>.dcz/<hash of the dictionary>`.
 */

/** Matches a script whose name contains a hash of its content: `604.0123456789ab.js`. */
const HASHED_SCRIPT = /^(?<stem>[\w-]+)\.[\da-f]+\.js$/;

const EXTENSION = '.dcz';

/** The part of a script's name that stays the same from release to release. */
export function stemOf(name: string): string | undefined {
  return HASHED_SCRIPT.exec(name)?.groups?.stem;
}

/** @param hash the dictionary's, in base64. Slashes become folders, because nginx cannot replace them. */
export function deltaName(name: string, hash: string): string {
  return `${name}${EXTENSION}/${hash.replace(/=$/, '').replaceAll(/\/+/g, '/').replace(/^\//, '')}`;
}

/** The script of a delta; `undefined` for the name of any other file. */
export function scriptOfDelta(name: string): string | undefined {
  const end = name.indexOf(`${EXTENSION}/`);
  return end < 0 ? undefined : name.slice(0, end);
}

/** @param name of a release's file, without its folder. */
export function isDelta(name: string): boolean {
  return stemOf(scriptOfDelta(name) ?? '') !== undefined;
}

/** Matches pages and the registry, which browsers request again after each site build. */
export const PAGE_FILES = /\.html$|^registry\.json$/;
