import {
  acceptsDifferences,
  acceptsPageDifferences,
  availableDictionary,
  differenceName,
  PAGE_AS_DICTIONARY,
  PAGE_FILES,
  useAsDictionary,
  usePageAsDictionary,
  VARY_BY_DICTIONARY,
} from '../../formats/differences';
import { FILE_CACHE, FILES, HIDDEN_FILES, REVALIDATED, SHELL_FILES } from '../../formats/host-rules';
import { createRouteFinder } from '../../formats/route-finder';
import type { RouteEntry } from '../../formats/route-table';
import type { SiteManifest } from '../../formats/site-manifest';
import { requestPath } from '../request-path';

export interface EdgeOptions {
  /** Where the objects of the site are read, with a slash at the end. */
  readonly bucket: string;
  /** Of every response. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How long the pointer to the current composition is used, in milliseconds. */
const POINTER_MS = 2_000;
const POINTER = 'current.json';

const HIDDEN = new RegExp(HIDDEN_FILES);
const SHELL_FILE = new RegExp(SHELL_FILES);
const FILE = new RegExp(FILES);
const CACHE = FILE_CACHE.map(([path, value]) => [new RegExp(path), value] as const);

interface CurrentSite extends SiteManifest {
  readonly id: string;
  readonly find: (pathname: string) => RouteEntry | undefined;
}

/**
 * Serves the current composition of a bucket: the handler of a CDN that runs JavaScript with the Fetch standard. It keeps
 * serving the last composition that it has read while the bucket does not name one.
 */
export function createEdgeHandler({ bucket, headers }: EdgeOptions): (request: Request) => Promise<Response> {
  let site: Promise<CurrentSite> | undefined;
  let readAt = 0;

  async function object(name: string, init?: RequestInit): Promise<Response> {
    const response = await fetch(bucket + name, init);
    if (response.status >= 500) throw new Error(`The bucket responded with ${response.status}.`);
    return response;
  }

  /** The project's composers wrote these objects, so their content is not checked. */
  async function json<T>(name: string): Promise<T> {
    const response = await object(name);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return (await response.json()) as T;
  }

  async function readSite(before: CurrentSite | undefined): Promise<CurrentSite> {
    const { id } = await json<{ readonly id: string }>(POINTER);
    if (before?.id === id) return before;
    const manifest = await json<SiteManifest>(`compositions/${id}.json`);
    return { ...manifest, id, find: createRouteFinder(manifest) };
  }

  function currentSite(): Promise<CurrentSite> {
    if (site && Date.now() - readAt < POINTER_MS) return site;
    const before = site;
    readAt = Date.now();
    site = (before ?? Promise.resolve(undefined)).then(async (known) => {
      try {
        return await readSite(known);
      } catch (error) {
        if (known) return known;
        throw error;
      }
    });
    site.catch(() => (site = undefined));
    return site;
  }

  function answer(status: number, more: Readonly<Record<string, string>>, body: BodyInit | null = null) {
    // Cloudflare would compress a body with an encoding once more; others ignore the setting.
    const settings = { status, headers: { ...headers, ...more }, encodeBody: 'manual' };
    return new Response(body, settings);
  }

  /** Passes on an object of the bucket. @returns `undefined` when there is none. */
  async function send(request: Request, name: string, status: number, more: Record<string, string>) {
    const range = request.headers.get('range');
    const tag = tagOf(name);
    const isUnchanged = (etag: string | undefined) =>
      status === 200 && sameTag(request.headers.get('if-none-match'), etag);
    if (isUnchanged(tag)) return answer(304, { ...more, etag: tag ?? '' });
    const found = await object(name, status === 200 && range ? { headers: { range } } : {});
    if (found.status === 404 || found.status === 403) return undefined;
    const passed = ['content-type', 'content-range', 'etag', ...(range ? ['accept-ranges'] : [])];
    const sent = { ...more };
    for (const header of passed) {
      const value = found.headers.get(header);
      if (value !== null) sent[header] = value;
    }
    if (tag !== undefined) sent.etag = tag;
    const isRange = found.status === 206 || found.status === 416;
    const result = isUnchanged(sent.etag) ? 304 : isRange ? found.status : status;
    return answer(result, sent, result === 304 || request.method === 'HEAD' ? null : found.body);
  }

  /**
   * Sends a file of the composition, as a difference to what the browser has where there is one (decision 320).
   * @param object of the file.
   */
  async function sendFile(
    request: Request,
    { files }: CurrentSite,
    file: string,
    object: string,
    path: string,
  ) {
    const more = dictionaryHeaders(request, file, path);
    const accepted = request.headers.get('accept-encoding') ?? undefined;
    const isAccepted = 'use-as-dictionary' in more && acceptsDifferences(accepted);
    const hash = availableDictionary(request.headers.get('available-dictionary') ?? undefined);
    const difference = isAccepted && hash !== undefined && files[differenceName(file, hash)];
    const tag = tagOf(object);
    const isKnown = sameTag(request.headers.get('if-none-match'), tag);
    if (difference && !isKnown && !request.headers.has('range')) {
      const sent = await send(request, difference, 200, { ...more, 'content-encoding': 'dcz' });
      // The same file in another encoding; browsers send the tag again with their next request.
      if (tag === undefined) sent?.headers.delete('etag');
      else sent?.headers.set('etag', `W/${tag}`);
      if (sent) return sent;
    }
    return send(request, object, 200, more);
  }

  async function missing(request: Request, { files, missing: { file, status } }: CurrentSite) {
    const page = await send(request, files[file] ?? file, status, { 'cache-control': REVALIDATED });
    return page ?? answer(status, { 'cache-control': REVALIDATED });
  }

  async function respond(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, { allow: 'GET, HEAD' });
    const current = await currentSite();
    const sent = requestPath({ url: new URL(request.url).pathname });
    const path = decoded(sent);
    if (sent === undefined || path === undefined || HIDDEN.test(path)) return missing(request, current);
    if (FILE.test(path)) {
      const file = path.slice(1);
      // Another server may already name scripts of the next composition, and an open tab those of a former one.
      const name = current.files[file] ?? (SHELL_FILE.test(path) ? file : undefined);
      return (name && (await sendFile(request, current, file, name, sent))) || missing(request, current);
    }
    const route = current.find(path);
    if (route?.redirect !== undefined) {
      return answer(302, { location: route.redirect, 'cache-control': REVALIDATED });
    }
    const name = route && current.files[route.file];
    if (!name) return missing(request, current);
    const page =
      route.status === 200
        ? await sendFile(request, current, route.file, name, sent)
        : await send(request, name, route.status, { 'cache-control': REVALIDATED });
    return page ?? missing(request, current);
  }

  return async (request) => {
    try {
      return await respond(request);
    } catch {
      return answer(503, { 'cache-control': 'no-store', 'retry-after': '2' });
    }
  };
}

/**
 * Caching, and what browsers may keep as dictionary for the same file of a later composition or release.
 * @param path as the browser has sent it.
 */
function dictionaryHeaders(request: Request, file: string, path: string): Record<string, string> {
  const isPage = PAGE_FILES.test(file);
  const isAccepted = !isPage || acceptsPageDifferences(Object.fromEntries(request.headers));
  const dictionary = isPage ? usePageAsDictionary(path) : useAsDictionary(path);
  const cache = isPage ? REVALIDATED : CACHE.find(([expression]) => expression.test(path))?.[1];
  if (isAccepted && dictionary !== undefined) {
    return {
      'cache-control': isPage ? PAGE_AS_DICTIONARY : (cache ?? REVALIDATED),
      'use-as-dictionary': dictionary,
      vary: VARY_BY_DICTIONARY,
    };
  }
  return { 'cache-control': cache ?? REVALIDATED, ...(isPage && { vary: 'Accept-Encoding' }) };
}

/** Objects are named by the hash of their bytes, except the shell's scripts. */
function tagOf(object: string): string | undefined {
  const [, hash] = /^files\/([\da-f]+)/.exec(object) ?? [];
  return hash && `"${hash}"`;
}

/** @returns `undefined` for a path that is not UTF-8. */
function decoded(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** A CDN that compresses makes a weak tag of a strong one (RFC 9110 §13.1.2). */
function sameTag(wanted: string | null, etag: string | undefined): boolean {
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  return etag !== undefined && (wanted ?? '').split(',').some((tag) => strong(tag) === strong(etag));
}
