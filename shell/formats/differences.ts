/**
 * Differences: copies of a script that are compressed with a script of an earlier release as dictionary (RFC 9842,
 * content encoding `dcz`), and copies of a page or the registry that are compressed with those of an earlier composition.
 * They are stored as `<file>.dcz/<hash of the dictionary>`.
 */

/** A script whose name contains a hash of its content: `604.0123456789ab.js`. */
const HASHED_SCRIPT = /^(?<stem>[\w-]+)\.[\da-f]+\.js$/;

const EXTENSION = '.dcz';

/** Base64 of a SHA-256, without the `=` at its end. */
const HASH = '[A-Za-z0-9+/]{43}';

/** The part of a script's name that stays the same from release to release; `undefined` for all other files. */
export function stemOf(name: string): string | undefined {
  return HASHED_SCRIPT.exec(name)?.groups?.stem;
}

/**
 * @param name of a script or page.
 * @param hash the SHA-256 of the dictionary in base64. Its slashes become folders, because nginx cannot replace them.
 */
export function differenceName(name: string, hash: string): string {
  return `${name}${EXTENSION}/${hash.replace(/=$/, '').replaceAll(/\/+/g, '/').replace(/^\//, '')}`;
}

/** The script of a difference; `undefined` for the name of any other file. */
export function scriptOfDifference(name: string): string | undefined {
  const end = name.indexOf(`${EXTENSION}/`);
  return end < 0 ? undefined : name.slice(0, end);
}

/** @param name of a release's file, without its folder. */
export function isDifference(name: string): boolean {
  return stemOf(scriptOfDifference(name) ?? '') !== undefined;
}

/** The hash in `Available-Dictionary` (a byte sequence of RFC 9651); `undefined` for a missing or invalid value. */
export function availableDictionary(header: string | undefined): string | undefined {
  return new RegExp(`^:(${HASH}=):$`).exec(header ?? '')?.[1];
}

/** Whether `Accept-Encoding` contains `dcz` with a quality above 0 (RFC 9110 §12.5.3). */
export function acceptsDifferences(header: string | undefined): boolean {
  return (header ?? '').split(',').some((entry) => /^\s*dcz\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/i.test(entry));
}

/**
 * The value of `Use-As-Dictionary`: the scripts of the same name in all releases of the app.
 * @param pathname `/<app>/<version>/<script>`.
 * @returns `undefined` for other files.
 */
export function useAsDictionary(pathname: string): string | undefined {
  const [, app, version, name = ''] = /^\/([\w-]+)\/([\w.+-]+)\/([^/]+)$/.exec(pathname) ?? [];
  const stem = stemOf(name);
  return stem && `match="/${app}/*/${stem}.*.js", id="${app}@${version}"`;
}

/**
 * `Cache-Control` of a page that is a dictionary: only responses that may be stale for a time can be one (RFC 9842 §2.2).
 * Chromium asks the server for each navigation nevertheless, as with `no-cache`. Firefox would show the stale page, and
 * shared caches send it, so that others must not get this header.
 */
export const PAGE_AS_DICTIONARY = 'private, max-age=0, stale-while-revalidate=2592000';

/** Pages and the registry, which browsers request again after each composition. */
export const PAGE_FILES = /\.html$|^registry\.json$/;

/** `Vary` of a response that may be a difference. */
export const VARY_BY_DICTIONARY = 'Accept-Encoding, Available-Dictionary';

/** Whether a browser gets pages and the registry as differences: Chromium, which is the only one to name itself in `Sec-CH-UA`. */
export function acceptsPageDifferences(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  return (
    /"Chromium"/.test(String(headers['sec-ch-ua'])) &&
    acceptsDifferences(headers['accept-encoding']?.toString())
  );
}

/**
 * The value of `Use-As-Dictionary` for a page, or the registry: the same address.
 * @returns `undefined` for an address with characters that have a meaning in the pattern.
 */
export function usePageAsDictionary(pathname: string): string | undefined {
  return /^[\w/.-]+$/.test(pathname) ? `match="${pathname}"` : undefined;
}
