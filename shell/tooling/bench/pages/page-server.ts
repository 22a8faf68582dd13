import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createProxyServer } from 'http-proxy-3';
import sirv from 'sirv';
import { listen } from '../../../packages/node/processes';

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export interface HostedSite {
  readonly site: Handler;
  readonly cdn?: Handler;
}

/** Serves files of a folder with their brotli copies. @param fallback is served for every address without a file. */
export function folderHandler(folder: string, fallback?: string): Handler {
  return sirv(folder, {
    brotli: true,
    etag: true,
    single: fallback ?? false,
    setHeaders(response, pathname) {
      const isMutable = !/\.\w+$/.test(pathname) || /\.(?:html|json)$/.test(pathname);
      response.setHeader('cache-control', isMutable ? 'no-cache' : 'public, max-age=31536000, immutable');
    },
  });
}

export function forwardTo(target: string, origin = target): Handler {
  const proxy = createProxyServer({ target });
  return (request, response) => {
    if (request.headers.origin) request.headers.origin = origin;
    proxy.web(request, response, {}, () => response.destroy());
  };
}

interface Options {
  readonly sitePort: number;
  readonly cdnPort: number;
  /** Answers requests below `/api`. */
  readonly api: Handler;
}

/** Serves one site at a time on two origins, in the same way whatever the site is. */
export async function startPageServer({ sitePort, cdnPort, api }: Options) {
  let hosted: HostedSite | undefined;
  const site = createServer((request, response) => {
    const handle = /^\/api(?:\/|$)/.test(request.url ?? '') ? api : hosted?.site;
    respond(handle, request, response);
  });
  const cdn = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    response.setHeader('timing-allow-origin', '*');
    respond(hosted?.cdn, request, response);
  });
  await Promise.all([listen(site, sitePort), listen(cdn, cdnPort)]);
  return {
    host(next: HostedSite) {
      hosted = next;
    },
    async stop() {
      for (const server of [site, cdn]) server.closeAllConnections();
      await Promise.all([site, cdn].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function respond(handle: Handler | undefined, request: IncomingMessage, response: ServerResponse): void {
  const notFound = () => void response.writeHead(404, { 'cache-control': 'no-store' }).end();
  if (handle) handle(request, response, notFound);
  else notFound();
}
