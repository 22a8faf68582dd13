import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv, { type Options } from 'sirv';
import { scriptOfDifference } from '../formats/differences';
import { isInsideStore } from '../store/inside-store';
import { IMMUTABLE } from '../store/storage/headers';
import { storeFolder } from '../tools/locations';
import { sendDifference, setDictionaryHeaders, wantedDifference } from './differences';
import { filePath } from './request-path';

/** Headers of every CDN response: pages of any origin may load and time the store's files, none may frame them. */
export const CDN_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Serves files of releases with their compressed copies and differences, and answers 404 for others.
 * @param folder this machine's store by default.
 * @param setHeaders for a file that was found; immutable caching by default.
 */
export function createStoreFiles(
  folder: string = storeFolder,
  setHeaders: NonNullable<Options['setHeaders']> = (response) =>
    response.setHeader('Cache-Control', IMMUTABLE),
) {
  const serve = sirv(folder, {
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders(response, pathname, stats) {
      setHeaders(response, pathname, stats);
      setDictionaryHeaders(response, pathname);
    },
  });
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pathname = filePath(request);
    if (pathname === undefined || scriptOfDifference(pathname) !== undefined) return notFound(response);
    if (!(await isInsideStore(folder, pathname))) return notFound(response);
    const difference = wantedDifference(pathname, request);
    const isSent =
      difference !== undefined &&
      (await isInsideStore(folder, difference)) &&
      (await sendDifference(folder, difference, pathname, request, response));
    if (!isSent) serve(request, response, () => notFound(response));
  };
}

/** Not cached: the file may be published later. */
export function notFound(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(404).end();
}
