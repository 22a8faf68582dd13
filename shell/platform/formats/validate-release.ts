import { patternsOverlap } from './addresses';
import { matches, mismatch, quoted } from './parse-json';
import { hasSharedName, isPublicFile, isShared, RELEASE_FILE, type Release } from './release';
import { releaseSchema } from './release-schema';
import { isReserved } from './reserved-paths';

/** The largest `release.json` in bytes, which is far larger than any real one. */
export const MAX_RELEASE_FILE_BYTES = 4 * 1024 * 1024;
/** Larger than a video poster or a source map, and smaller than a machine's memory. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The most routes and addresses, each of which becomes a page. */
const MAX_PAGES = 20_000;
/** How many characters the routes without their addresses, and the menu may take: every page contains them. */
const MAX_NAVIGATION = 100_000;
/** A page's file and its copies are named after its address, and a file system allows 255 bytes a segment. */
const MAX_SEGMENT = 200;
const MAX_ADDRESS = 500;

/** Folders of the store that are not apps, and the owners of the operators' keys. */
const RESERVED_NAMES = ['history', 'check', 'checks', 'uses', 'registry', 'preview'];

/** No `..`, no hidden file, no character with a meaning in HTML, a shell or a pattern. */
const FILE = /^(?:@?[\w-][\w.+-]*\/)*[\w-][\w.+-]*$/;
/** Matches incomplete files, compressed copies and deltas, which are verified by what they are made from. */
const DERIVED = /\.(?:partial|br|gz)$|\.dcz\//;
const ADDRESS = /^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*)?$/;
/** Matches a pattern in React Router's notation. */
const PATTERN = /^\/(?:(?::\w+|[\w~-][\w.~-]*)\??(?:\/(?::\w+|[\w~-][\w.~-]*)\??)*(?:\/\*)?|\*)?$/;
const GLOBAL_NAME = /^mf_\w+$/;

/**
 * A signature proves who wrote a release, not that it is harmless; a team's key may be stolen.
 * @returns the release, or its first problem without a full stop.
 */
export function validateRelease(value: unknown) {
  if (!matches(value, releaseSchema)) return { problem: mismatch(value, releaseSchema) };
  const problem = nameProblem(value) ?? fileProblem(value) ?? scriptProblem(value) ?? routeProblem(value);
  return problem === undefined ? { release: value } : { problem };
}

function nameProblem({ name, globalName }: Release): string | undefined {
  if (!/^[a-z][a-z0-9-]*$/.test(name) || RESERVED_NAMES.includes(name)) {
    return `${quoted(name)} is not a valid app name`;
  }
  return GLOBAL_NAME.test(globalName) ? undefined : `${quoted(globalName)} is not a valid container name`;
}

function fileProblem({ files }: Release): string | undefined {
  for (const [name, { bytes }] of Object.entries(files)) {
    // The name __proto__ is checked here, because zod does not validate an own property of that name.
    if (!FILE.test(name) || name === RELEASE_FILE || name === '__proto__' || DERIVED.test(name)) {
      return `${quoted(name)} is not a valid file name`;
    }
    if (bytes > MAX_FILE_BYTES) return `${name} is too large: ${bytes} bytes`;
  }
  return undefined;
}

function scriptProblem(release: Release): string | undefined {
  const { name: app, entry, files, pages = {}, sharesFiles } = release;
  // The site has the shell's static files at its own addresses.
  const isStatic = (file: string) => app === 'shell' && file.startsWith('public/');
  // Scripts and assets are loaded from the folder of the entry. Only programs read the descriptions in JSON.
  const other = Object.keys(files).find(
    (file) => isPublicFile(file) && !isStatic(file) && !file.endsWith('.json') && !isShared(release, file),
  );
  if (sharesFiles && other !== undefined) {
    return hasSharedName(other)
      ? `${quoted(other)} is not named after its content, which a release that shares its files needs`
      : `${quoted(other)} is not called <name>.<hash>.<extension>, alone or below assets/, in a-z, 0-9, _ and -, with 20 digits of its SHA-384 as <hash>`;
  }
  const missing = [entry, ...Object.values(pages).flat()].find((script) => !Object.hasOwn(files, script));
  return missing === undefined ? undefined : `it refers to ${quoted(missing)}, which is not one of its files`;
}

function routeProblem({ routes, menu }: Release): string | undefined {
  const navigation = JSON.stringify([routes.map(({ addresses: _, ...route }) => route), menu]).length;
  if (navigation > MAX_NAVIGATION)
    return `its routes and menu take ${navigation} characters; ${MAX_NAVIGATION} are allowed`;
  const pages = routes.flatMap(({ path, addresses = [] }) => [path, ...addresses]).length;
  if (pages > MAX_PAGES) return `it has ${pages} routes and addresses; ${MAX_PAGES} are allowed`;
  for (const { path, addresses = [] } of routes) {
    if (!PATTERN.test(path)) return `${quoted(path)} is not a valid route path`;
    const reserved = [path, ...addresses].find(isReserved);
    if (reserved !== undefined) return `${quoted(reserved)} is reserved for the site itself`;
    const foreign = addresses.find((address) => !ADDRESS.test(address) || !patternsOverlap(path, address));
    if (foreign !== undefined) return `${quoted(foreign)} is not an address of its route ${path}`;
    const long = [path, ...addresses].find(isTooLong);
    if (long !== undefined) return `${quoted(long)} is too long`;
  }
  return undefined;
}

function isTooLong(address: string): boolean {
  return address.length > MAX_ADDRESS || address.split('/').some(({ length }) => length > MAX_SEGMENT);
}
