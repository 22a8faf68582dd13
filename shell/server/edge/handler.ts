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
    return new Response(body, { status, headers: { ...headers, ...more } });
  }

  /** Passes on an object of the bucket. @returns `undefined` when there is none. */
  async function send(request: Request, name: string, status: number, cache: string) {
    const range = request.headers.get('range');
    const found = await object(name, status === 200 && range ? { headers: { range } } : {});
    if (found.status === 404 || found.status === 403) return undefined;
    const more: Record<string, string> = { 'cache-control': cache };
    const passed = ['content-type', 'content-range', 'etag', ...(range ? ['accept-ranges'] : [])];
    for (const header of passed) {
      const value = found.headers.get(header);
      if (value !== null) more[header] = value;
    }
    const isKnown = status === 200 && sameTag(request.headers.get('if-none-match'), more.etag);
    const isRange = found.status === 206 || found.status === 416;
    const result = isKnown ? 304 : isRange ? found.status : status;
    return answer(result, more, isKnown || request.method === 'HEAD' ? null : found.body);
  }

  async function missing(request: Request, { files, missing: { file, status } }: CurrentSite) {
    const page = await send(request, files[file] ?? file, status, REVALIDATED);
    return page ?? answer(status, { 'cache-control': REVALIDATED });
  }

  async function respond(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, { allow: 'GET, HEAD' });
    const current = await currentSite();
    const path = decoded(requestPath({ url: new URL(request.url).pathname }));
    if (path === undefined || HIDDEN.test(path)) return missing(request, current);
    if (FILE.test(path)) {
      // Another server may already name scripts of the next composition, and an open tab those of a former one.
      const name = current.files[path.slice(1)] ?? (SHELL_FILE.test(path) ? path.slice(1) : undefined);
      const cache = CACHE.find(([expression]) => expression.test(path))?.[1] ?? REVALIDATED;
      return (name && (await send(request, name, 200, cache))) || missing(request, current);
    }
    const route = current.find(path);
    if (route?.redirect !== undefined) {
      return answer(302, { location: route.redirect, 'cache-control': REVALIDATED });
    }
    const name = route && current.files[route.file];
    return (name && (await send(request, name, route.status, REVALIDATED))) || missing(request, current);
  }

  return async (request) => {
    try {
      return await respond(request);
    } catch {
      return answer(503, { 'cache-control': 'no-store', 'retry-after': '2' });
    }
  };
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
