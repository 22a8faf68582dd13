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
  /** Offers the body as a dictionary for later responses (RFC 9842). */
  readonly useAsDictionary?: string;
  /** Whether the body is a difference to a dictionary, in the content encoding `dcz`. */
  readonly isDifference?: boolean;
}

/**
 * Reads the resource at a path.
 * @param dictionary the browser's `Available-Dictionary`.
 * @returns `undefined` where there is none.
 */
export type Origin = (pathname: string, dictionary?: string) => Promise<Resource | undefined>;

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

/** What Chromium sends to a server that may respond with differences. */
const CHROMIUM = { 'accept-encoding': 'dcz', 'sec-ch-ua': '"Chromium"' };

/** A running server. */
export function serverOrigin(base: string): Origin {
  return async (pathname, dictionary) => {
    const response = await fetch(`${base}${pathname}`, {
      redirect: 'manual',
      headers: { ...CHROMIUM, ...(dictionary && { 'available-dictionary': dictionary }) },
    });
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    const body = Buffer.from(await response.arrayBuffer());
    const link = response.headers.get('link');
    const useAsDictionary = response.headers.get('use-as-dictionary');
    return {
      status: response.status,
      type,
      body,
      ...(link && { link }),
      ...(useAsDictionary && { useAsDictionary }),
      isDifference: response.headers.get('content-encoding') === 'dcz',
    };
  };
}

/** An origin for browsers without support of dictionaries. */
export function withoutDictionaries(origin: Origin): Origin {
  return async (pathname) => {
    const resource = await origin(pathname);
    if (!resource) return undefined;
    const { status, type, body, link } = resource;
    return { status, type, body, ...(link && { link }) };
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
