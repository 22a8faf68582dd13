import type { Valid } from './parse-json';
import type { releaseSchema } from './release-schema';

/** The file that makes a folder a release. It is written last, so an incomplete release has none. */
export const RELEASE_FILE = 'release.json';

/** `release.json`: describes a release without running its code. */
export type Release = Valid<typeof releaseSchema>;

/** @returns a name such as `shop@1.6.0`. */
export const releaseName = ({ name, version }: Pick<Release, 'name' | 'version'>) => `${name}@${version}`;

export type ReleasedRoute = Release['routes'][number];

export type ReleasedFile = Release['files'][string];

const LIBRARIES = /^libraries\.[^/]*\.js$/;

/** The shell's chunks that contain only libraries. */
export function libraryFiles({ files }: Pick<StoredRelease, 'files'>): readonly string[] {
  return Object.keys(files).filter((file) => LIBRARIES.test(file));
}

/** Folders of a release that are never served to visitors: the Node build, source maps and type declarations. */
export const PRIVATE_FOLDERS = ['node', 'maps', 'types'] as const;

/** @param name of a file, below its release. */
export function isPublicFile(name: string): boolean {
  return !PRIVATE_FOLDERS.some((folder) => name.startsWith(`${folder}/`));
}

export function isPublicScript(name: string): boolean {
  return /\.m?js$/.test(name) && isPublicFile(name);
}

/** The folder of an app in the store with the files that its releases share. No version has this name. */
export const SHARED_FOLDER = 'files';

/**
 * Matches the name of a file that releases share: with the first 20 digits of its SHA-384, and in lower case, because some file
 * systems have one file for `a.js` and `A.js`.
 */
const SHARED_NAME = /^(?:assets\/)?[a-z\d_-]+\.(?<hash>[\da-f]{20})\.[a-z\d]+$/;
/** What is added to the name of a file for its compressed copies and deltas. */
const COPY = /(?:\.(?:br|gz)|\.dcz\/.*)$/;

/** What of a release decides where its files are. */
export interface StoredRelease extends Pick<Release, 'name' | 'version' | 'sharesFiles'> {
  readonly files: Readonly<Record<string, Pick<ReleasedFile, 'integrity'>>>;
}

/**
 * Whether all releases of an app share a file, so that browsers download it again only when it changes. The name must
 * be that of the listed bytes.
 */
export function isShared({ sharesFiles, files }: StoredRelease, file: string): boolean {
  const { hash } = SHARED_NAME.exec(file)?.groups ?? {};
  if (!sharesFiles || hash === undefined || !Object.hasOwn(files, file)) return false;
  const [, digest = ''] = /^sha384-([A-Za-z0-9+/]{64})$/.exec(files[file]?.integrity ?? '') ?? [];
  const digits = Array.from(atob(digest), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'));
  return digits.join('').startsWith(hash);
}

export const hasSharedName = (file: string) => SHARED_NAME.test(file);

/** The file that a copy or delta is made from. */
export const originalOf = (file: string) => file.replace(COPY, '');

/** Where the store has a file of a release, or a copy or delta of one. */
export function storedAt(release: StoredRelease, file: string): string {
  const folder = isShared(release, originalOf(file)) ? SHARED_FOLDER : release.version;
  return `${release.name}/${folder}/${file}`;
}

/**
 * Where the site has a file of the shell, or a copy or delta of one. Shells that were built before they shared files refer to
 * fonts in a folder of their own, and open pages to libraries in it.
 */
export function shellAddress(release: StoredRelease, file: string): string {
  const original = originalOf(file);
  const isLibrary = LIBRARIES.test(original) || original.endsWith('.woff2');
  return isLibrary && !release.sharesFiles ? `shell/libraries/${file}` : storedAt(release, file);
}

/** The hashes of a release's public scripts besides its entry, by their paths below the release. */
export function scriptHashes({
  entry,
  files,
}: Pick<Release, 'entry' | 'files'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([name, { integrity }]) =>
      isPublicScript(name) && name !== entry ? [[name, integrity]] : [],
    ),
  );
}
