/** The response header that names the release of a file, or the releases of the shell and of the remote of a page. */
export const RELEASE_HEADER = 'x-isa-release';

const RELEASED_FILE = /^\/([a-z][a-z0-9-]*)\/(?:((?:\d|pr-)[\w.+-]*)|files)\/./;

/**
 * @param pathname the address of a file, on the site or on the CDN.
 * @returns the header of a file of a release. A file that releases share has only the name of their app, because it cannot
 * know for which of them it was requested.
 */
export function releaseHeader(pathname: string): Readonly<Record<string, string>> {
  const found = RELEASED_FILE.exec(pathname);
  if (!found) return {};
  const [, app = '', version] = found;
  return { [RELEASE_HEADER]: version ? `${app}@${version}` : app };
}
