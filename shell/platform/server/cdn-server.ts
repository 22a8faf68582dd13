import type { Server } from 'node:http';
import { scriptOfDelta } from '../formats/deltas';
import { REGISTRY_FILE } from '../formats/registry';
import { PRIVATE_FOLDERS } from '../formats/release';
import { releaseHeader } from '../formats/release-header';
import { IMMUTABLE } from '../formats/host-rules';
import { storeFiles } from './folder-files';
import { dictionaryMatch, VARY_BY_DICTIONARY } from './negotiation';
import { filePath } from './request-path';
import { sendFile } from './site-handler';
import { serveFetch } from './site-server';

/** Pages of any origin may load and time the store's files, and none may frame them. */
const CDN_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
};

/** Files that visitors do not get: history, check reports, Node builds, source maps, type declarations. */
const PRIVATE = new RegExp(`^/(?:(?:history|checks)/|[^/]+/[^/]+/(?:${PRIVATE_FOLDERS.join('|')})/)`);

/**
 * Serves the store from a separate origin. Any web server that can set these headers can replace it.
 * @param open by default opens files of this machine's store.
 */
export function createCdnServer(open = storeFiles()): Server {
  return serveFetch(async (request, { incoming }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: CDN_HEADERS });
    }
    const pathname = filePath(incoming);
    const isPublic =
      pathname !== undefined && !PRIVATE.test(pathname) && scriptOfDelta(pathname) === undefined;
    return (
      (isPublic && (await sendFile(request, open, pathname.slice(1), headersFor(pathname)))) ||
      // The response is not cached, because the file may be published later.
      new Response(null, { status: 404, headers: { ...CDN_HEADERS, 'Cache-Control': 'no-store' } })
    );
  });
}

function headersFor(pathname: string): Readonly<Record<string, string>> {
  const dictionary = dictionaryMatch(pathname);
  return {
    ...CDN_HEADERS,
    ...releaseHeader(pathname),
    'cache-control': pathname.endsWith(`/${REGISTRY_FILE}`) ? 'no-cache' : IMMUTABLE,
    ...(dictionary === undefined
      ? { vary: 'Accept-Encoding' }
      : { 'use-as-dictionary': dictionary, vary: VARY_BY_DICTIONARY }),
  };
}
