import { overlap } from './addresses';
import { RELEASE_FILE, type Release } from './release';

/** Larger than any `release.json` of ours by far, in bytes. */
export const LARGEST_RELEASE_FILE = 4 * 1024 * 1024;
/** Of one file, in bytes: more than a film's poster or a bundle's map, less than what fills a machine's memory. */
const LARGEST_FILE = 64 * 1024 * 1024;

/** Folders of the store that are no part's. */
const OF_THE_STORE = ['history', 'checks'];
/** What the site answers by itself, and the names that a composition's own files have. */
const OF_THE_SITE = ['api', 'dev', 'ops', 'index', '404', '_frames'];

/** Below the release: no way up or out, no hidden file, nothing that means something in HTML, a shell or a pattern. */
const FILE = /^(?:@?[\w-][\w.+-]*\/)*[\w-][\w.+-]*$/;
const ADDRESS = /^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*)?$/;
/** React Router's notation. */
const PATTERN = /^\/(?:(?::\w+|[\w~-][\w.~-]*)\??(?:\/(?::\w+|[\w~-][\w.~-]*)\??)*(?:\/\*)?|\*)?$/;
const INTEGRITY = /^sha384-[\w+/=-]+$/;
const GLOBAL = /^mf_\w+$/;

/**
 * What of a release would be misused by whoever believes it: names that lead out of its folder, addresses that are not
 * its own. A signature says who has written it, and not that it does no harm; a team's key may be in other hands.
 * @returns the first thing that is wrong, in words without a full stop; `undefined` when nothing is.
 */
export function unsound(release: Release): string | undefined {
  const { name, entry, globalName, files, routes, menu, shared, provides, pages = {} } = release;
  if (!/^[a-z][a-z0-9-]*$/.test(name) || OF_THE_STORE.includes(name))
    return `no part may be called ${shown(name)}`;
  if (![routes, menu, shared, provides].every(Array.isArray) || !isTable(files) || !isTable(pages)) {
    return 'it lacks what every release says of itself';
  }
  return (
    unsoundFile(files) ??
    (Object.hasOwn(files, entry) ? undefined : `its entry ${shown(entry)} is none of its files`) ??
    (GLOBAL.test(globalName) ? undefined : `${shown(globalName)} is no name for a container`) ??
    unsoundPages(pages, files) ??
    unsoundRoute(routes)
  );
}

function unsoundFile(files: Release['files']): string | undefined {
  for (const [name, file] of Object.entries(files)) {
    if (!FILE.test(name) || name === RELEASE_FILE || name.endsWith('.partial')) {
      return `no file of a release may be called ${shown(name)}`;
    }
    if (!isTable(file) || !INTEGRITY.test(String(file.integrity))) return `${name} has no hash`;
    if (!isSize(file.bytes) || !isSize(file.brotliBytes) || file.bytes > LARGEST_FILE) {
      return `${name} cannot be ${shown(file.bytes)} bytes long`;
    }
  }
  return undefined;
}

function unsoundPages(pages: NonNullable<Release['pages']>, files: Release['files']): string | undefined {
  const stray = Object.values(pages)
    .flat()
    .find((script) => !Object.hasOwn(files, script));
  return stray === undefined ? undefined : `its page asks for ${shown(stray)}, which is none of its files`;
}

function unsoundRoute(routes: Release['routes']): string | undefined {
  for (const { path, addresses = [] } of routes) {
    if (!PATTERN.test(path)) return `no route may be called ${shown(path)}`;
    for (const address of [path, ...addresses]) {
      const [first = ''] = address.toLowerCase().split('/').filter(Boolean);
      if (OF_THE_SITE.includes(first)) return `${shown(address)} is the site's own`;
    }
    const foreign = addresses.find((address) => !ADDRESS.test(address) || !overlap(path, address));
    if (foreign !== undefined) return `${shown(foreign)} is no address of its route ${path}`;
  }
  return undefined;
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSize(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** A stranger's text must not fill the terminal, nor steer it. */
function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
}
