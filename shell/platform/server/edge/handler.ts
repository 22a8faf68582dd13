import { SHELL_FILES } from '../../formats/host-rules';
import { createRouteFinder } from '../../formats/route-finder';
import type { SiteManifest } from '../../formats/site-manifest';
import type { SiteHeaders } from '../headers-at';
import { type ServedSiteBuild, createSiteHandler, type StoredFile } from '../site-handler';

export interface EdgeOptions {
  /** The address of the site's objects, with a slash at the end. */
  readonly bucket: string;
  readonly headers: SiteHeaders;
}

/** How long the pointer to the current site build is used, in milliseconds. */
const POINTER_MS = 500;
/** How long reading the pointer or the site build may take, in milliseconds. */
const READ_MS = 5_000;
const POINTER = 'current.json';
const SHELL_FILE = new RegExp(SHELL_FILES);
const PASSED = ['content-type', 'content-range', 'etag', 'accept-ranges'];

/** Serves the bucket's current site build, or the last one that it has read while the bucket names none. */
export function createEdgeHandler({ bucket, headers }: EdgeOptions): (request: Request) => Promise<Response> {
  // This is no promise, because such a runtime drops what a request has begun when its visitor leaves, and
  // others would wait for ever.
  let site: (ServedSiteBuild & { readonly id: string }) | undefined;
  let readAt = 0;

  async function object(name: string, init?: RequestInit): Promise<Response> {
    // The name is encoded, so that it is never a query or a fragment of the bucket's address.
    const path = name.split('/').map(encodeURIComponent).join('/');
    const response = await fetch(bucket + path, init);
    if (response.status >= 500) throw new Error(`The bucket responded with ${response.status}.`);
    return response;
  }

  /** Reads an object as JSON, unchecked, because the project's site builders wrote it. */
  async function json<T>(name: string): Promise<T> {
    const response = await object(name, { signal: AbortSignal.timeout(READ_MS) });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return (await response.json()) as T;
  }

  async function readSite(before: typeof site): Promise<NonNullable<typeof site>> {
    const { id } = await json<{ readonly id: string }>(POINTER);
    if (before?.id === id) return before;
    const manifest = await json<SiteManifest>(`site-builds/${id}.json`);
    return {
      id,
      find: createRouteFinder(manifest),
      missing: manifest.missing,
      open: async (file: string) => {
        // Another server may already name scripts of the next site build, and an open tab those of a former one.
        const known = Object.hasOwn(manifest.files, file) ? manifest.files[file] : undefined;
        const name = known ?? (SHELL_FILE.test(`/${file}`) ? file : undefined);
        return name === undefined ? undefined : storedObject(name);
      },
    };
  }

  async function currentSite() {
    const begun = Date.now();
    if (site && begun - readAt < POINTER_MS) return site;
    try {
      const read = await readSite(site);
      // Another request may have read it meanwhile.
      if (site && readAt > begun) return site;
      site = read;
    } catch (error) {
      if (!site) throw error;
    }
    readAt = Date.now();
    return site;
  }

  function storedObject(name: string): StoredFile {
    const tag = tagOf(name);
    return {
      tag,
      async read(range) {
        const found = await object(name, range === undefined ? {} : { headers: { range } });
        if (found.status === 404 || found.status === 403) return undefined;
        const passed = PASSED.flatMap((header): [string, string][] => {
          const value = found.headers.get(header);
          return value === null ? [] : [[header, value]];
        });
        const status = found.status === 206 || found.status === 416 ? found.status : 200;
        return {
          status,
          headers: { ...Object.fromEntries(passed), ...(tag && { etag: tag }) },
          body: found.body,
        };
      },
    };
  }

  const handle = createSiteHandler(currentSite, headers);
  return async (request) => {
    try {
      return await handle(request);
    } catch {
      const more = { 'cache-control': 'no-store', 'retry-after': '2' };
      return new Response(null, { status: 503, headers: { ...headers.usual, ...more } });
    }
  };
}

/** Objects are named by the hash of their bytes, except the shell's scripts. */
function tagOf(object: string): string | undefined {
  const [, hash] = /^files\/([\da-f]+)/.exec(object) ?? [];
  return hash && `"${hash}"`;
}
