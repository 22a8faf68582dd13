import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { lookup } from 'mrmime';

/** A response of an origin, before the page server compresses it and adds cache headers. */
export interface Resource {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  /** The `link` header of the origin's response. */
  readonly link?: string;
}

/** Reads the resource at a path. @returns `undefined` where there is none. */
export type Origin = (pathname: string) => Promise<Resource | undefined>;

/** Files of a folder; pages are `<path>/index.html` or `<path>.html`. */
export function folderOrigin(folder: string): Origin {
  return async (pathname) => {
    const relative = path.posix.normalize(decodeURIComponent(pathname)).replace(/^(?:\.\.\/)+/, '');
    const names = path.extname(relative)
      ? [relative]
      : [path.join(relative, 'index.html'), `${relative}.html`];
    for (const name of names) {
      const body = await readFile(path.join(folder, name)).catch(() => undefined);
      const type = lookup(name) ?? 'application/octet-stream';
      if (body) {
        return { status: 200, type: type.startsWith('text/') ? `${type}; charset=utf-8` : type, body };
      }
    }
    return undefined;
  };
}

/** Responds with one page for every address without a file, as single-page applications are hosted. */
export function withFallback(origin: Origin, page: string): Origin {
  return firstOf(origin, async (pathname) => (path.extname(pathname) ? undefined : origin(page)));
}

/**
 * A running server.
 * @param replacements texts in pages and `link` headers, such as the server's own origin, and their replacements.
 */
export function serverOrigin(base: string, replacements: Readonly<Record<string, string>> = {}): Origin {
  const replaced = (text: string) =>
    Object.entries(replacements).reduce((result, [from, to]) => result.replaceAll(from, to), text);
  return async (pathname) => {
    const response = await fetch(`${base}${pathname}`, { redirect: 'manual' });
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    const body = Buffer.from(await response.arrayBuffer());
    const link = response.headers.get('link');
    return {
      status: response.status,
      type,
      body: type.startsWith('text/html') ? Buffer.from(replaced(body.toString())) : body,
      ...(link && { link: replaced(link) }),
    };
  };
}

/** The first of several origins that has the path. */
export function firstOf(...origins: readonly Origin[]): Origin {
  return async (pathname) => {
    for (const origin of origins) {
      const resource = await origin(pathname);
      if (resource) return resource;
    }
    return undefined;
  };
}

/** Only existing files of an origin, no pages: pictures, icons, videos. */
export function filesOnly(origin: Origin): Origin {
  return async (pathname) => {
    const resource = path.extname(pathname) ? await origin(pathname) : undefined;
    return resource?.status === 200 ? resource : undefined;
  };
}
