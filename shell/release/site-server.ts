import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createProxyServer } from 'http-proxy-3';
import sirv from 'sirv';
import { composePage, type Composition, LIBRARIES_ADDRESS, ownerOf } from './compose';
import { robots, siteMap } from './search-engines';
import { releaseFolder, storeFolder } from './store';

export interface SiteOptions {
  /** Asked for every page, so that a moved registry is seen at once. */
  readonly composition: () => Promise<Composition>;
  /** The shell's live version, whose static files are the site's. Absent in development. */
  readonly publicFolder: () => Promise<string>;
  /** Where `/api` and `/dev` are answered. */
  readonly apiOrigin: string;
  /** Scheme and host under which visitors know the site. */
  readonly siteOrigin: string;
  /** Origins that scripts, frames and calls may come from beside the site itself. */
  readonly scriptOrigins: readonly string[];
  /** Lets a page of this site run scripts of a development server on the visitor's own machine. */
  readonly overrides?: boolean;
  /** Hot updates of development servers need evaluation. */
  readonly development?: boolean;
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
  const shellFiles = sirv(storeFolder, {
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders: (response) => response.setHeader('Cache-Control', 'public, max-age=31536000, immutable'),
  });
  const publicFiles = new Map<string, ReturnType<typeof sirv>>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (/^\/(?:api|dev)(?:\/|$)/.test(pathname)) return proxy.web(request, response);
    secure(response, options);
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    if (pathname.startsWith(LIBRARIES_ADDRESS)) {
      const { registry } = await options.composition();
      request.url = pathname.replace(LIBRARIES_ADDRESS, `/shell/${registry.shell.live}/`);
      return shellFiles(request, response, () => notFound(response));
    }
    if (pathname.startsWith('/shell/')) return shellFiles(request, response, () => notFound(response));
    if (pathname === '/robots.txt') return text(response, 'text/plain', robots(options.siteOrigin));
    if (pathname === '/sitemap.xml') {
      const { publicAddresses } = await options.composition();
      return text(response, 'application/xml', siteMap(publicAddresses, options.siteOrigin));
    }
    const folder = await options.publicFolder();
    const files =
      publicFiles.get(folder) ??
      sirv(folder, { dev: true, etag: true, brotli: true, gzip: true, extensions: [] });
    publicFiles.set(folder, files);
    files(
      request,
      response,
      () => void page(pathname, request, response).catch((error: unknown) => failed(error, response)),
    );
  }

  async function page(pathname: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const composition = await options.composition();
    const html = composePage(composition, pathname);
    response.writeHead(ownerOf(composition, pathname) ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    response.end(request.method === 'HEAD' ? undefined : html);
  }

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => failed(error, response));
  });
}

/** The folder whose files are served at the site's root. */
export function publicFolderOf(shellVersion: string): string {
  return `${releaseFolder('shell', shellVersion)}/public`;
}

function text(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'public, max-age=3600',
  });
  response.end(body);
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

/** Headers of every answer of the site. PayPal's pop-up needs the opener policy (PayPal developer site, "Content Security Policy"). */
function secure(response: ServerResponse, { scriptOrigins, overrides, development }: SiteOptions): void {
  const loopback = ['http://localhost:*', 'http://127.0.0.1:*'];
  const origins = [...scriptOrigins, ...(overrides ? loopback : [])].join(' ');
  const sockets = overrides ? ' ws://localhost:* ws://127.0.0.1:*' : '';
  const policy = [
    `default-src 'self'`,
    `script-src 'self' ${origins}${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: ${origins}`,
    `font-src 'self' ${origins}`,
    `connect-src 'self' ${origins}${sockets}`,
    `frame-src ${origins || "'none'"}`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), picture-in-picture=()');
}
