/** The response header that names the release of a file, or the releases of the shell and of the remote of a page. */
export const RELEASE_HEADER = 'x-isa-release';

const RELEASED_FILE = /^\/([a-z][a-z0-9-]*)\/((?:\d|pr-)[\w.+-]*)\/./;

/** @param pathname the address of a file, on the site or on the CDN. @returns the header of a file of a release. */
export function releaseHeader(pathname: string): Readonly<Record<string, string>> {
  const [, app, version] = RELEASED_FILE.exec(pathname) ?? [];
  return app && version ? { [RELEASE_HEADER]: `${app}@${version}` } : {};
}
