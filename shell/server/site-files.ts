import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { siteFolderAt } from '../store/site-folder';
import { createLookUp, type SiteTable, TABLE_FILE } from '../formats/route-table';

/** Answers requests from a composition. */
export interface SiteFiles {
  /** @param absent asked when the composition has nothing at the address. */
  file(request: IncomingMessage, response: ServerResponse, absent: () => void): void;
  page(pathname: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** What of a composition is for hosts and not for visitors. */
const HIDDEN = /^\/(?:routes\.json|composition\.json|_frames\/|.*\.html)(?:\.br|\.gz)?$/;
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Serves whichever composition is in use, from one request to the next. */
export function servesCurrent(siteFolder: string): () => Promise<SiteFiles> {
  const site = siteFolderAt(siteFolder);
  let open: { readonly id: string; readonly files: Promise<SiteFiles> } | undefined;
  return async () => {
    const id = await site.currentId();
    if (id === undefined) throw new Error(`Nothing has been composed in ${siteFolder} yet.`);
    if (open?.id !== id) open = { id, files: openComposition(path.join(site.compositions, id)) };
    return open.files;
  };
}

async function openComposition(folder: string): Promise<SiteFiles> {
  const table = JSON.parse(await readFile(path.join(folder, TABLE_FILE), 'utf8')) as SiteTable;
  const find = createLookUp(table);
  const kept = new Map<string, Promise<{ readonly bytes: Buffer; readonly tag: string }>>();
  const files = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders: (response, pathname) => response.setHeader('Cache-Control', cacheControl(pathname)),
  });

  /** A site's pages are few and small: they stay in memory while their composition is in use. */
  function read(name: string) {
    const known = kept.get(name);
    if (known) return known;
    const reading = readFile(path.join(folder, name)).then((bytes) => ({
      bytes,
      tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    }));
    kept.set(name, reading);
    reading.catch(() => kept.delete(name));
    return reading;
  }

  return {
    file(request, response, absent) {
      const { pathname } = new URL(request.url ?? '/', 'http://site');
      if (pathname.endsWith('/') || HIDDEN.test(pathname)) return absent();
      files(request, response, absent);
    },
    async page(pathname, request, response) {
      const entry = find(pathname) ?? table.missing;
      if ('redirect' in entry && entry.redirect !== undefined) {
        return void response.writeHead(302, { location: entry.redirect, 'cache-control': 'no-cache' }).end();
      }
      const accepted = String(request.headers['accept-encoding'] ?? '');
      const [encoding, ending = ''] = ENCODINGS.find(([name]) => accepted.includes(name)) ?? [];
      const { bytes, tag } = await read(entry.file + ending);
      response.setHeader('ETag', tag);
      response.setHeader('Vary', 'Accept-Encoding');
      // Asked for each time and seldom sent again. Never `no-store`: that would shut the back/forward cache.
      response.setHeader('Cache-Control', 'no-cache');
      if (entry.status === 200 && request.headers['if-none-match'] === tag) {
        return void response.writeHead(304).end();
      }
      response.writeHead(entry.status, {
        'content-type': 'text/html; charset=utf-8',
        'content-length': bytes.length,
        ...(encoding && { 'content-encoding': encoding }),
      });
      response.end(request.method === 'HEAD' ? undefined : bytes);
    },
  };
}

function cacheControl(pathname: string): string {
  if (pathname.startsWith('/shell/')) return 'public, max-age=31536000, immutable';
  return pathname === '/registry.json' ? 'no-cache' : 'public, max-age=3600';
}
