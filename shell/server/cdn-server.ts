import { createServer, type Server } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { liesInStore } from '../store/inside-store';
import { survivesLostFiles } from './destroy-on-read-error';
import { PRIVATE_FOLDERS } from '../formats/release';
import { storeFolder } from '../tools/locations';

/** What a store holds for machines: history, records of checks, Node builds, source maps, declarations. */
const PRIVATE = new RegExp(`^/(?:(?:history|checks)/|[^/]+/[^/]+/(?:${PRIVATE_FOLDERS.join('|')})/)`);

/**
 * Plays the CDN: serves the store from an origin of its own, immutable, with CORS and precompressed
 * copies. Any web server that can set these headers does as well.
 */
export function createCdnServer(): Server {
  const serve = sirv(storeFolder, {
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders(response, pathname) {
      const moves = pathname.endsWith('/registry.json');
      response.setHeader('Cache-Control', moves ? 'no-cache' : 'public, max-age=31536000, immutable');
    },
  });
  return createServer((request, response) => {
    survivesLostFiles(response);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.setHeader('Timing-Allow-Origin', '*');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    const absent = () => {
      response.setHeader('Cache-Control', 'no-store');
      response.writeHead(404).end();
    };
    const pathname = decoded(request.url?.split('?')[0] ?? '/');
    if (pathname === undefined || PRIVATE.test(path.posix.normalize(pathname))) return absent();
    void liesInStore(storeFolder, pathname).then((inside) =>
      inside ? serve(request, response, absent) : absent(),
    );
  });
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
