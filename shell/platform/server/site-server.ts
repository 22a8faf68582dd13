import type { IncomingMessage, Server } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { maskSecrets } from '@isa/api-contract';
import { endStalledConnections } from '@isa/api-contract/rejected-requests';
import { createWebServer } from '../../packages/node/web-server';
import { messageOf } from '../../packages/node/user-error';
import { forward } from './forward';
import { createPreviewHandler } from './preview-handler';
import { requestPath } from './request-path';
import { securityHeaders, type SecurityOptions } from './security-headers';
import { type ServedSiteBuild, createSiteHandler } from './site-handler';

export interface SiteOptions extends SecurityOptions {
  /** Opens the current site build. It is called for every request. */
  readonly content: () => Promise<ServedSiteBuild>;
  /** The origin that serves `/api` and `/dev`. */
  readonly apiOrigin: string;
  readonly ops?: { readonly origin: string; readonly address: string };
  readonly office?: { readonly origin: string; readonly address: string };
  /** The origin that serves pages without accounts, on which scripts of a development server may run. */
  readonly previewOrigin?: string;
  /**
   * Origins whose hosts are accepted besides the names and the address of this machine, by which balancers probe it; without it
   * any host is the site's.
   */
  readonly ownOrigins?: readonly string[];
  /** How long, in milliseconds, a client may not read its response before the connection ends. */
  readonly stalledMs?: number;
}

const STALLED_MS = 60_000;
/** How long, in milliseconds, a promotion may render pages before it answers, as in nginx.conf. */
const PROMOTION_MS = 300_000;
const FOREIGN_HOST = 'This server does not answer for this host: SITE_ORIGIN names its address.\n';

/** Pages, the shell's files and, forwarded, the API. Hosts tell other origins of this machine apart. */
export function createSiteServer(options: SiteOptions): Server {
  const { content, apiOrigin, ops, office, previewOrigin, ownOrigins, stalledMs = STALLED_MS } = options;
  const handle = createSiteHandler(content, securityHeaders(options));
  const previewHeaders = securityHeaders({ ...options, overrides: true });
  const preview = createPreviewHandler({ content, apiOrigin, headers: previewHeaders });
  const server = serveFetch(async (request, { incoming }) => {
    if (ownOrigins && !isOwnHost(incoming, ownOrigins)) return new Response(FOREIGN_HOST, { status: 421 });
    const host = incoming.headers.host?.toLowerCase();
    const isFor = (origin = '') => URL.canParse(origin) && new URL(origin).host === host;
    if (ops && isFor(ops.origin)) return forward(request, incoming, ops.address, { silentMs: PROMOTION_MS });
    if (office && isFor(office.origin)) return forward(request, incoming, office.address);
    if (isFor(previewOrigin)) return preview(request, incoming);
    const pathname = requestPath(incoming) ?? '';
    return /^\/(?:api|dev)(?:\/|$)/.test(pathname) ? forward(request, incoming, apiOrigin) : handle(request);
  });
  endStalledConnections(server, stalledMs);
  return server;
}

/** A page that no site build has, and a file that no host serves. */
const NO_PAGE = '/.invalid';

/** Paths that browsers never send get the page for unknown addresses. */
export function serveFetch(handle: (request: Request, node: HttpBindings) => Promise<Response>): Server {
  const listen = getRequestListener((request, bindings) => handle(request, bindings as HttpBindings), {
    hostname: 'localhost',
    overrideGlobalObjects: false,
    errorHandler: fail,
  });
  return createWebServer((incoming, outgoing) => {
    if (requestPath(incoming) === undefined) incoming.url = NO_PAGE;
    void listen(incoming, outgoing);
  });
}

function fail(error: unknown): Response {
  const message = maskSecrets(messageOf(error));
  process.stderr.write(`The site server failed to respond: ${message}\n`);
  return new Response('Oops! Something went wrong.', { status: 500 });
}

/**
 * Whether a request names this machine or one of the origins. A site whose name leads here (DNS rebinding)
 * could otherwise read what this server answers.
 */
function isOwnHost({ headers, socket }: IncomingMessage, origins: readonly string[]): boolean {
  const address = `http://${headers.host ?? ''}`;
  if (!URL.canParse(address)) return false;
  const hostname = new URL(address).hostname.replace(/^\[|\]$/g, '');
  return (
    /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|::1)$/.test(hostname) ||
    hostname === socket.localAddress?.replace(/^::ffff:/, '') ||
    origins.some((origin) => new URL(origin).hostname === hostname)
  );
}
