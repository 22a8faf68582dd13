import { createServer, type Server } from 'node:http';
import { REGISTRY_FILE } from '../formats/registry';
import { PRIVATE_FOLDERS } from '../formats/release';
import { IMMUTABLE } from '../store/storage/headers';
import { destroyOnReadError } from './destroy-on-read-error';
import { filePath } from './request-path';
import { CDN_HEADERS, createStoreFiles, notFound } from './store-files';

/** Not for visitors: history, check reports, Node builds, source maps, type declarations. */
const PRIVATE = new RegExp(`^/(?:(?:history|checks)/|[^/]+/[^/]+/(?:${PRIVATE_FOLDERS.join('|')})/)`);

/**
 * A local CDN: serves the store from a separate origin, immutable, with CORS and precompressed copies. Any web server
 * that can set these headers can replace it.
 */
export function createCdnServer(): Server {
  const serve = createStoreFiles(undefined, (response, pathname) =>
    response.setHeader('Cache-Control', pathname.endsWith(`/${REGISTRY_FILE}`) ? 'no-cache' : IMMUTABLE),
  );
  return createServer((request, response) => {
    destroyOnReadError(response);
    for (const [name, value] of Object.entries(CDN_HEADERS)) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    const pathname = filePath(request);
    if (pathname === undefined || PRIVATE.test(pathname)) return notFound(response);
    void serve(request, response);
  });
}
