import { createServer, type Server } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { maskSecrets } from '@isa/api-contract';
import { type BareSite, barePage } from './bare-page';
import { siteFiles } from './folder-files';
import { forward } from './forward';
import { requestPath } from './request-path';
import { securityHeaders, type SecurityOptions } from './security-headers';
import { type Composition, createSiteHandler } from './site-handler';

export interface SiteOptions extends SecurityOptions {
  /** Called for every request. */
  readonly content: () => Promise<Composition>;
  /** Serves `/api` and `/dev`. */
  readonly apiOrigin: string;
  /** Serves `/ops`, the operators' pages. */
  readonly opsOrigin?: string;
  /** Time after which a connection ends whose client does not read its response, in milliseconds. */
  readonly stalledMs?: number;
}

const STALLED_MS = 60_000;

/** The site's origin: pages, the shell's files and, forwarded, the API and the operators' pages. */
export function createSiteServer(options: SiteOptions): Server {
  const { content, apiOrigin, opsOrigin, stalledMs = STALLED_MS } = options;
  const headers = securityHeaders(options);
  const handle = createSiteHandler(content, headers);
  const server = serveFetch(async (request, { incoming }) => {
    const pathname = requestPath(incoming) ?? '';
    if (/^\/(?:api|dev)(?:\/|$)/.test(pathname)) return forward(request, incoming, apiOrigin);
    if (opsOrigin && /^\/ops(?:\/|$)/.test(pathname)) {
      const response = await forward(request, incoming, opsOrigin);
      for (const [name, value] of Object.entries(headers)) {
        if (!response.headers.has(name)) response.headers.set(name, value);
      }
      return response;
    }
    return handle(request);
  });
  server.timeout = stalledMs;
  return server;
}

/** No composition has this page, and no host serves this file. */
const NO_PAGE = '/.invalid';

/** Runs a handler in Node. Paths that browsers never send get the page for unknown addresses, as nothing normalises them. */
export function serveFetch(handle: (request: Request, node: HttpBindings) => Promise<Response>): Server {
  const listen = getRequestListener((request, bindings) => handle(request, bindings as HttpBindings), {
    hostname: 'localhost',
    overrideGlobalObjects: false,
    errorHandler: fail,
  });
  return createServer((incoming, outgoing) => {
    if (requestPath(incoming) === undefined) incoming.url = NO_PAGE;
    void listen(incoming, outgoing);
  });
}

/**
 * Serves pages without their content, and static files from a folder: for development.
 * @param site called for every page.
 */
export function serveBarePages(folder: string, site: () => BareSite): () => Promise<Composition> {
  const openFile = siteFiles(folder);
  const fileOf = (pathname: string) => `${pathname}.html`;
  const composition: Composition = {
    find: (pathname) =>
      barePage(site(), pathname).status === 200
        ? { pattern: pathname, file: fileOf(pathname), status: 200 }
        : undefined,
    missing: { file: fileOf(NO_PAGE), status: 404 },
    async open(name) {
      if (!name.endsWith('.html')) return openFile(name, []);
      const { html } = barePage(site(), name.slice(0, -'.html'.length));
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      return { read: async () => ({ status: 200, headers, body: html }) };
    },
  };
  return async () => composition;
}

function fail(error: unknown): Response {
  const message = maskSecrets(error instanceof Error ? error.message : String(error));
  process.stderr.write(`The site server failed to respond: ${message}\n`);
  return new Response('Oops! Something went wrong.', { status: 500 });
}
