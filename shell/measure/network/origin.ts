import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

/** One answer of an origin, before the server compresses it and says how long it keeps. */
export interface Resource {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  /** A `link` header of the origin's own. */
  readonly link?: string;
}

/** Something that has a site's files: a folder, or a server that is asked. */
export interface Origin {
  /** @returns `undefined` where there is nothing under that path. */
  read(pathname: string): Promise<Resource | undefined>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.vtt': 'text/vtt',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
};

/** Files of folders, the first that has one; pages are `<path>/index.html` or `<path>.html`. */
export function folderOrigin(...folders: readonly string[]): Origin {
  return {
    async read(pathname) {
      const inside = path.posix.normalize(decodeURIComponent(pathname)).replace(/^(?:\.\.\/)+/, '');
      const names = path.extname(inside) ? [inside] : [path.join(inside, 'index.html'), `${inside}.html`];
      for (const folder of folders) {
        for (const name of names) {
          const body = await readFile(path.join(folder, name)).catch(() => undefined);
          const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
          if (body) return { status: 200, type, body };
        }
      }
      return undefined;
    },
  };
}

/** One page for every address that has no file: how a single-page application is hosted. */
export function withFallback(origin: Origin, page: string): Origin {
  return {
    read: async (pathname) =>
      (await origin.read(pathname)) ?? (path.extname(pathname) ? undefined : origin.read(page)),
  };
}

/**
 * A running server, asked once for each path.
 * @param replace texts in pages that name the server's own addresses, and what to say instead.
 */
export function serverOrigin(base: string, replace: Readonly<Record<string, string>> = {}): Origin {
  return {
    async read(pathname) {
      const response = await fetch(`${base}${pathname}`, { redirect: 'manual' });
      const type = response.headers.get('content-type') ?? 'application/octet-stream';
      const bytes = Buffer.from(await response.arrayBuffer());
      const link = response.headers.get('link');
      return {
        status: response.status,
        type,
        body: type.startsWith('text/html') ? Buffer.from(replaceAll(bytes.toString(), replace)) : bytes,
        ...(link && { link: replaceAll(link, replace) }),
      };
    },
  };
}

function replaceAll(text: string, replace: Readonly<Record<string, string>>): string {
  return Object.entries(replace).reduce((sofar, [from, to]) => sofar.replaceAll(from, to), text);
}

/** Compresses as the store does, at brotli's best, before anybody asks. */
export async function compressed({ type, body }: Resource): Promise<Buffer | undefined> {
  if (!/^(?:text\/|application\/(?:json|manifest)|image\/svg)/.test(type)) return undefined;
  return promisify(brotliCompress)(body);
}

/** The first of several that has a path. */
export function layered(...origins: readonly Origin[]): Origin {
  return {
    async read(pathname) {
      for (const origin of origins) {
        const resource = await origin.read(pathname);
        if (resource) return resource;
      }
      return undefined;
    },
  };
}

/** Only what looks like a file and is there: pictures, icons, films. */
export function filesOnly(origin: Origin): Origin {
  return {
    async read(pathname) {
      const resource = path.extname(pathname) ? await origin.read(pathname) : undefined;
      return resource?.status === 200 ? resource : undefined;
    },
  };
}
