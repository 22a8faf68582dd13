import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { maskSecrets, type Problem, problems } from '@isa/api-contract';
import { createProxyServer } from 'http-proxy-3';
import sirv from 'sirv';
import { SHELL_FILES } from '../formats/host-rules';
import { LIBRARIES_ADDRESS } from '../formats/page-scripts';
import { type BareSite, barePage } from './bare-page';
import { destroyOnReadError } from './destroy-on-read-error';
import { requestPath } from './request-path';
import { securityHeaders, type SecurityOptions } from './security-headers';
import type { SiteContent } from './serve-composition';
import { createStoreFiles } from './store-files';

export interface SiteOptions extends SecurityOptions {
  /** Called for every request. */
  readonly content: () => Promise<SiteContent>;
  /** Serves `/api` and `/dev`. */
  readonly apiOrigin: string;
  /** Serves `/ops`, the operators' pages. */
  readonly opsOrigin?: string;
  /** Contains `shell/<version>/` of former shells: this machine's store by default. */
  readonly formerShells?: string;
  /** Time after which a connection ends whose client does not read its response, in milliseconds. */
  readonly stalledMs?: number;
}

const STALLED_MS = 60_000;

const { status: BUSY_STATUS, title: BUSY } = problems.busy;
const BUSY_PROBLEM: Problem = {
  type: '/problems/busy',
  id: 'busy',
  title: BUSY,
  status: BUSY_STATUS,
  message: BUSY,
  requestId: 'none',
};

/** The site's origin: pages, the shell's files and, through a proxy, the API and the operators' pages. */
export function createSiteServer(options: SiteOptions): Server {
  const proxy = createProxyServer({ target: options.apiOrigin, xfwd: true });
  proxy.on('error', (_error, _request, response) => {
    if (!('writeHead' in response) || response.headersSent) return void response.destroy();
    response.writeHead(BUSY_STATUS, { 'content-type': 'application/problem+json', 'retry-after': '2' });
    response.end(JSON.stringify(BUSY_PROBLEM));
  });
  const headers = Object.entries(securityHeaders(options));
  const storeFiles = createStoreFiles(options.formerShells);

  function prepare(response: ServerResponse): void {
    destroyOnReadError(response);
    for (const [name, value] of headers) response.setHeader(name, value);
  }

  async function notFoundPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    prepare(response);
    await (await options.content()).page(undefined, request, response);
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pathname = requestPath(request);
    if (pathname === undefined) return notFoundPage(request, response);
    if (/^\/(?:api|dev)(?:\/|$)/.test(pathname)) return proxy.web(request, response);
    prepare(response);
    if (options.opsOrigin && /^\/ops(?:\/|$)/.test(pathname)) {
      return proxy.web(request, response, { target: options.opsOrigin });
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    const content = await options.content();
    content.file(request, response, () => {
      // Open tabs request chunks of shells that are no longer part of a composition.
      const responded = isShellChunk(pathname)
        ? storeFiles(request, response)
        : content.page(pathname, request, response);
      responded.catch((error: unknown) => fail(error, response));
    });
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => fail(error, response));
  });
  server.timeout = options.stalledMs ?? STALLED_MS;
  return server;
}

const SHELL_FILE = new RegExp(SHELL_FILES);
/** No app has a route for it. */
const UNKNOWN_PATH = '/-/-/-/-/-/-';

/**
 * Serves pages without their content, and static files from a folder: for development.
 * @param site called for every page.
 */
export function serveBarePages(folder: string, site: () => BareSite): () => Promise<SiteContent> {
  const content: SiteContent = {
    file: sirv(folder, { dev: true, etag: true, extensions: [] }),
    async page(pathname, request, response) {
      const { html, status } = barePage(site(), pathname ?? UNKNOWN_PATH);
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      response.end(request.method === 'HEAD' ? undefined : html);
    },
  };
  return async () => content;
}

/** Libraries have an address that no release has. */
function isShellChunk(pathname: string): boolean {
  return SHELL_FILE.test(pathname) && !pathname.startsWith(LIBRARIES_ADDRESS);
}

function fail(error: unknown, response: ServerResponse): void {
  process.stderr.write(
    `The site server failed to respond: ${maskSecrets(error instanceof Error ? error.message : String(error))}\n`,
  );
  if (response.headersSent) response.destroy();
  else response.writeHead(500, { 'content-type': 'text/plain' }).end('Oops! Something went wrong.');
}
