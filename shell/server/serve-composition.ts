import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { SERVED_RELEASES_FILE } from '../formats/composition';
import { requireJson } from '../formats/parse-json';
import { REGISTRY_FILE } from '../formats/registry';
import { createRouteFinder, ROUTE_TABLE_FILE, routeTableSchema } from '../formats/route-table';
import { siteFolderAt } from '../store/site-folder';
import { IMMUTABLE } from '../store/storage/headers';
import { sendDifference, setDictionaryHeaders, wantedDifference } from './differences';
import { filePath } from './request-path';

/** Static files and pages of the site server. */
export interface SiteContent {
  /** @param absent is called when there is no such file. */
  file(request: IncomingMessage, response: ServerResponse, absent: () => void): void;
  /** @param pathname `undefined` for the error page. */
  page(pathname: string | undefined, request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** Files of a composition that only hosts need. Pages are served without their extension. */
const HIDDEN = /^\/(?:routes\.json|composition\.json|_frames\/|.*\.html)(?:\.br|\.gz)?$|\.dcz\//;
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Serves the current composition. @returns its content, to be requested again for each request. */
export function serveCurrentComposition(siteFolder: string): () => Promise<SiteContent> {
  const site = siteFolderAt(siteFolder);
  let open: { readonly id: string; readonly content: Promise<SiteContent> } | undefined;
  return async () => {
    const id = await site.currentId();
    if (id === undefined) throw new Error(`Nothing has been composed in ${siteFolder} yet.`);
    if (open?.id !== id) open = { id, content: openComposition(path.join(site.compositions, id)) };
    return open.content;
  };
}

async function openComposition(folder: string): Promise<SiteContent> {
  const tableFile = path.join(folder, ROUTE_TABLE_FILE);
  const table = requireJson(await readFile(tableFile), routeTableSchema, tableFile);
  const findRoute = createRouteFinder(table);
  const pages = new Map<string, Promise<{ readonly bytes: Buffer; readonly tag: string }>>();
  const files = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders(response, pathname) {
      response.setHeader('Cache-Control', cacheControl(pathname));
      setDictionaryHeaders(response, pathname);
    },
  });

  /** The pages are few and small, so they stay in memory while their composition is current. */
  function read(name: string) {
    const cached = pages.get(name);
    if (cached) return cached;
    const page = readFile(path.join(folder, name)).then((bytes) => ({
      bytes,
      tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    }));
    pages.set(name, page);
    page.catch(() => pages.delete(name));
    return page;
  }

  return {
    file(request, response, absent) {
      const pathname = filePath(request);
      if (pathname === undefined || pathname.endsWith('/') || HIDDEN.test(pathname)) return absent();
      const difference = wantedDifference(pathname, request);
      if (difference === undefined) return files(request, response, absent);
      sendDifference(folder, difference, pathname, request, response).then(
        (isSent) => isSent || files(request, response, absent),
        () => response.destroy(),
      );
    },
    async page(pathname, request, response) {
      const route = pathname === undefined ? undefined : findRoute(pathname);
      if (route?.redirect !== undefined) {
        return void response.writeHead(302, { location: route.redirect, 'cache-control': 'no-cache' }).end();
      }
      const { file, status } = route ?? table.missing;
      const accepted = String(request.headers['accept-encoding'] ?? '');
      const [encoding, extension = ''] = ENCODINGS.find(([name]) => accepted.includes(name)) ?? [];
      const { bytes, tag } = await read(file + extension);
      response.setHeader('ETag', tag);
      response.setHeader('Vary', 'Accept-Encoding');
      // Revalidated for each visit. `no-store` would disable the back/forward cache.
      response.setHeader('Cache-Control', 'no-cache');
      if (status === 200 && request.headers['if-none-match'] === tag) {
        return void response.writeHead(304).end();
      }
      response.writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        'content-length': bytes.length,
        ...(encoding && { 'content-encoding': encoding }),
      });
      response.end(request.method === 'HEAD' ? undefined : bytes);
    },
  };
}

function cacheControl(pathname: string): string {
  if (pathname.startsWith('/shell/')) return IMMUTABLE;
  const isPointer = [REGISTRY_FILE, SERVED_RELEASES_FILE].includes(pathname.slice(1));
  return isPointer ? 'no-cache' : 'public, max-age=3600';
}
