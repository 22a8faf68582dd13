import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { FILE_CACHE, FILES, HIDDEN_FILES, REVALIDATED } from '../formats/host-rules';
import { requireJson } from '../formats/parse-json';
import { REGISTRY_FILE } from '../formats/registry';
import { createRouteFinder, ROUTE_TABLE_FILE, routeTableSchema } from '../formats/route-table';
import { siteFolderAt } from '../store/site-folder';
import { headersOf } from '../store/storage/headers';
import {
  acceptsPageDifferences,
  availableDictionary,
  differenceName,
  PAGE_AS_DICTIONARY,
  usePageAsDictionary,
  VARY_BY_DICTIONARY,
} from '../formats/differences';
import { sendDifference, setDictionaryHeaders, wantedDifference } from './differences';
import { filePath } from './request-path';

/** Static files and pages of the site server. */
export interface SiteContent {
  /** @param absent is called when there is no such file. */
  file(request: IncomingMessage, response: ServerResponse, absent: () => void): void;
  /** @param pathname `undefined` for the error page. */
  page(pathname: string | undefined, request: IncomingMessage, response: ServerResponse): Promise<void>;
}

const HIDDEN = new RegExp(HIDDEN_FILES);
const NO_PAGE = new RegExp(`${HIDDEN_FILES}|${FILES}`);
const CACHE = FILE_CACHE.map(([path, value]) => [new RegExp(path), value] as const);
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
      response.setHeader('Content-Type', headersOf(pathname)['content-type']);
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

  /** Responds with a page or the registry, compressed with the browser's former one where it has that. */
  async function send(
    file: string,
    status: number,
    pathname: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const [encoding, extension = ''] = ENCODINGS.find(([name]) => accepted.includes(name)) ?? [];
    const { bytes, tag } = await read(file + extension);
    const dictionary =
      status === 200 && acceptsPageDifferences(request.headers)
        ? usePageAsDictionary(pathname ?? '')
        : undefined;
    response.setHeader('ETag', tag);
    response.setHeader('Vary', dictionary ? VARY_BY_DICTIONARY : 'Accept-Encoding');
    response.setHeader('Cache-Control', dictionary ? PAGE_AS_DICTIONARY : REVALIDATED);
    if (dictionary) response.setHeader('Use-As-Dictionary', dictionary);
    if (status === 200 && request.headers['if-none-match']?.replace(/^W\//, '') === tag) {
      return void response.writeHead(304).end();
    }
    const hash = dictionary && availableDictionary(request.headers['available-dictionary']?.toString());
    const difference = hash && (await read(differenceName(file, hash)).catch(() => undefined));
    // The same page in another encoding.
    if (difference) response.setHeader('ETag', `W/${tag}`);
    const body = difference ? difference.bytes : bytes;
    response.writeHead(status, {
      'content-type': headersOf(file)['content-type'],
      'content-length': body.length,
      ...(difference ? { 'content-encoding': 'dcz' } : encoding && { 'content-encoding': encoding }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  return {
    file(request, response, absent) {
      const pathname = filePath(request);
      if (pathname === undefined || pathname.endsWith('/') || HIDDEN.test(pathname)) return absent();
      if (pathname === `/${REGISTRY_FILE}`) {
        return void send(REGISTRY_FILE, 200, pathname, request, response).catch(absent);
      }
      const difference = wantedDifference(pathname, request);
      if (difference === undefined) return files(request, response, absent);
      sendDifference(folder, difference, pathname, request, response).then(
        (isSent) => isSent || files(request, response, absent),
        () => response.destroy(),
      );
    },
    async page(pathname, request, response) {
      const route = pathname === undefined || NO_PAGE.test(pathname) ? undefined : findRoute(pathname);
      if (route?.redirect !== undefined) {
        return void response.writeHead(302, { location: route.redirect, 'cache-control': REVALIDATED }).end();
      }
      const { file, status } = route ?? table.missing;
      await send(file, status, pathname, request, response);
    },
  };
}

function cacheControl(pathname: string): string {
  return CACHE.find(([expression]) => expression.test(pathname))?.[1] ?? REVALIDATED;
}
