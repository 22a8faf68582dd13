import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createProxyServer } from 'http-proxy-3';
import sirv from 'sirv';
import { type BareSite, barePage } from './bare-page';
import { LIBRARIES_ADDRESS } from '../formats/page-scripts';
import type { SiteFiles } from './site-files';
import { liesInStore } from '../store/inside-store';
import { survivesLostFiles } from './destroy-on-read-error';
import { securityHeaders, type SecurityOptions } from './security-headers';
import { storeFolder } from '../tools/locations';

export interface SiteOptions extends SecurityOptions {
  /** What is served beside the API, asked for every request. */
  readonly files: () => Promise<SiteFiles>;
  /** Where `/api` and `/dev` are answered. */
  readonly apiOrigin: string;
  /** Answers requests of its own, such as the operators' pages. @returns whether it has. */
  readonly alsoAnswers?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

/** The site's origin: pages, the shell's files and, behind a proxy, the API. */
export function createSiteServer(options: SiteOptions): Server {
  const proxy = createProxyServer({ target: options.apiOrigin, xfwd: true });
  proxy.on('error', (_error, _request, response) => {
    if (!('writeHead' in response) || response.headersSent) return void response.destroy();
    const body = {
      type: '/problems/busy',
      id: 'busy',
      title: 'We are busy right now. Please try again in a moment.',
      status: 503,
      message: 'We are busy right now. Please try again in a moment.',
      requestId: 'none',
    };
    response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '2' });
    response.end(JSON.stringify(body));
  });
  const headers = Object.entries(securityHeaders(options));
  // Open tabs ask for chunks of shells that no composition holds any more; the store does.
  const formerShells = sirv(storeFolder, {
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders: (response) => response.setHeader('Cache-Control', 'public, max-age=31536000, immutable'),
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (/^\/(?:api|dev)(?:\/|$)/.test(pathname)) return proxy.web(request, response);
    survivesLostFiles(response);
    for (const [name, value] of headers) response.setHeader(name, value);
    if (await options.alsoAnswers?.(request, response)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    const files = await options.files();
    files.file(request, response, () => {
      if (isShellChunk(pathname)) {
        const absent = () => notFound(response);
        return void liesInStore(storeFolder, pathname).then((inside) =>
          inside ? formerShells(request, response, absent) : absent(),
        );
      }
      files.page(pathname, request, response).catch((error: unknown) => failed(error, response));
    });
  }

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => failed(error, response));
  });
}

/**
 * Serves pages without their content, and static files from a folder: for development.
 * @param site asked for every page.
 */
export function servesBarePages(folder: string, site: () => BareSite): () => Promise<SiteFiles> {
  const serve = sirv(folder, { dev: true, etag: true, extensions: [] });
  const files: SiteFiles = {
    file: (request, response, absent) => serve(request, response, absent),
    async page(pathname, request, response) {
      const { html, status } = barePage(site(), pathname);
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      response.end(request.method === 'HEAD' ? undefined : html);
    },
  };
  return async () => files;
}

/** Scripts and fonts of the shell's browser build; nothing below another folder of a release. */
function isShellChunk(pathname: string): boolean {
  return /^\/shell\/[^/]+\/(?:assets\/)?[^/]+$/.test(pathname) && !pathname.startsWith(LIBRARIES_ADDRESS);
}

function notFound(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(404).end();
}

function failed(error: unknown, response: ServerResponse): void {
  process.stderr.write(
    `The site could not answer: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  if (response.headersSent) response.destroy();
  else response.writeHead(500, { 'content-type': 'text/plain' }).end('Oops! Something went wrong.');
}
