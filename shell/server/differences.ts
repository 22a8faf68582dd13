import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import {
  acceptsDifferences,
  availableDictionary,
  differenceName,
  stemOf,
  useAsDictionary,
  VARY_BY_DICTIONARY,
} from '../formats/differences';
import { headersOf } from '../store/storage/headers';

/**
 * The name of the response's difference, when the browser has a script of an earlier release (RFC 9842).
 * @param pathname of the requested file.
 */
export function wantedDifference(
  pathname: string,
  { headers }: Pick<IncomingMessage, 'headers'>,
): string | undefined {
  const hash = availableDictionary(headers['available-dictionary']?.toString());
  if (hash === undefined || headers.range !== undefined) return undefined;
  if (!acceptsDifferences(headers['accept-encoding']?.toString())) return undefined;
  return stemOf(path.posix.basename(pathname)) === undefined ? undefined : differenceName(pathname, hash);
}

/** Adds what browsers and caches need to know about a script: later releases can be compressed with it. */
export function setDictionaryHeaders(response: ServerResponse, pathname: string): void {
  const dictionary = useAsDictionary(pathname);
  if (dictionary === undefined) return;
  response.setHeader('Use-As-Dictionary', dictionary);
  response.setHeader('Vary', VARY_BY_DICTIONARY);
}

/**
 * Responds with a difference.
 * @param name as `wantedDifference` returns it.
 * @param pathname of the script.
 * @returns `false`, without a response, when there is none.
 */
export async function sendDifference(
  folder: string,
  name: string,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const file = path.join(folder, name);
  const stats = await stat(file).catch(() => undefined);
  if (!stats?.isFile()) return false;
  setDictionaryHeaders(response, pathname);
  const { 'content-encoding': encoding = '', ...headers } = headersOf(name.slice(1));
  response.writeHead(200, { ...headers, 'content-encoding': encoding, 'content-length': stats.size });
  if (request.method === 'HEAD') response.end();
  else createReadStream(file).pipe(response);
  return true;
}
