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

export const LIBRARIES_ADDRESS = '/shell/libraries/';

/** The shell's chunks that contain only libraries. */
export function libraryFiles({ files }: Pick<Release, 'files'>): readonly string[] {
  return Object.keys(files).filter((file) => /^libraries\.[^/]*\.js$/.test(file));
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
