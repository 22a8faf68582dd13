import * as paths from '@isa/api-contract/paths';
import { canonicalPath, plainPath } from '../formats/canonical-path';
import { deltaName, PAGE_FILES } from '../formats/deltas';
import {
  COMPRESSED,
  FILE_CACHE,
  FILES,
  HIDDEN_FILES,
  PAGE_AS_DICTIONARY,
  REVALIDATED,
} from '../formats/host-rules';
import { RELEASE_HEADER, releaseHeader } from '../formats/release-header';
import type { RouteEntry, RouteTable } from '../formats/route-table';
import {
  acceptsEncoding,
  availableDictionary,
  isChromium,
  allowsPartialResponse,
  sameTag,
  dictionaryMatch,
  pageDictionaryMatch,
  VARY_BY_DICTIONARY,
} from './negotiation';
import { filePath, requestPath } from './request-path';
import { headersAt, type SiteHeaders } from './headers-at';

type HeaderValues = Readonly<Record<string, string>>;

/** The content of a file, or of a part. */
export interface Content {
  readonly status: 200 | 206 | 416;
  /** The type, and headers that depend on the host: length, range, encoding, entity tag. */
  readonly headers: HeaderValues;
  readonly body: BodyInit | null;
}

export interface StoredFile {
  /** The strong entity tag; `undefined` while only the content tells it. */
  readonly tag?: string | undefined;
  /** @param range the value of the request's `Range`. @returns `undefined` when the file is gone. */
  read(range?: string): Promise<Content | undefined>;
}

/** @param encodings of compressed copies, best first. @returns `undefined` without such a file. */
export type OpenFile = (name: string, encodings: readonly string[]) => Promise<StoredFile | undefined>;

/** What visitors get at the moment. */
export interface ServedSiteBuild {
  readonly find: (pathname: string) => RouteEntry | undefined;
  readonly missing: RouteTable['missing'];
  readonly open: OpenFile;
}

/** Where password managers look for the form that changes a password (W3C, A Well-Known URL for Changing Passwords). */
const CHANGE_PASSWORD = '/.well-known/change-password';
const HIDDEN = new RegExp(HIDDEN_FILES);
const FILE = new RegExp(FILES);
const VARIES = new RegExp(`\\.(?:html|${COMPRESSED.join('|')})$`);
const CACHE = FILE_CACHE.map(([path, value]) => [new RegExp(path), value] as const);
/** Encodings of compressed copies, best first. */
const ENCODINGS = ['br', 'gzip'];

/** The rules of every host that runs JavaScript. It imports nothing of Node. */
export function createSiteHandler(current: () => Promise<ServedSiteBuild>, siteHeaders: SiteHeaders) {
  async function sendMissing(
    request: Request,
    open: OpenFile,
    headers: HeaderValues,
    { file, status }: Pick<RouteEntry, 'file'> & { readonly status: number },
  ) {
    const more = { 'cache-control': REVALIDATED, vary: 'Accept-Encoding' };
    return (
      (await sendFile(request, open, file, { ...headers, ...more }, status)) ??
      answer(status, { ...headers, ...more })
    );
  }

  return async (request: Request) => {
    const { pathname: url, search } = new URL(request.url);
    const sent = requestPath({ url });
    const path = decoded(sent);
    const headers = headersAt(siteHeaders, path);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer(405, { ...headers, allow: 'GET, HEAD' });
    }
    if (sent === CHANGE_PASSWORD)
      return answer(302, { ...headers, location: paths.account, 'cache-control': REVALIDATED });
    const { open, find, missing } = await current();
    const sendUnknown = () => sendMissing(request, open, headers, missing);
    if (sent === undefined || path === undefined || HIDDEN.test(path)) return sendUnknown();
    const send = async (file: string, release: HeaderValues) =>
      (await sendFile(request, open, file, {
        ...headers,
        ...fileHeaders(request, file, sent),
        ...release,
      })) ?? sendUnknown();
    if (FILE.test(path)) {
      const file = filePath({ url });
      return file === undefined ? sendUnknown() : send(file.slice(1), releaseHeader(file));
    }
    const plain = plainPath(sent);
    const route = plain === undefined ? undefined : find(plain);
    if (route?.redirect !== undefined) {
      return answer(302, { ...headers, location: route.redirect, 'cache-control': REVALIDATED });
    }
    const address = route && canonicalPath(route.pattern, sent);
    if (address !== undefined && address !== sent) {
      return answer(301, { ...headers, location: address + search, 'cache-control': REVALIDATED });
    }
    if (route?.status === 200) {
      return send(route.file, route.release === undefined ? {} : { [RELEASE_HEADER]: route.release });
    }
    return sendMissing(request, open, headers, route ?? missing);
  };
}

/**
 * Sends a file: as a delta where there is one (decision 0320), else compressed, else in parts.
 * @param headers with `Use-As-Dictionary` where deltas are possible.
 * @returns `undefined` when there is no such file.
 */
export async function sendFile(
  request: Request,
  open: OpenFile,
  file: string,
  headers: HeaderValues,
  status = 200,
): Promise<Response | undefined> {
  const wanted = request.headers;
  const accepted = wanted.get('accept-encoding');
  const range = status === 200 && request.method === 'GET' ? wanted.get('range') : null;
  // Only whole files are sent compressed: browsers ask for parts of media, which are compressed already.
  const encodings = range === null ? ENCODINGS.filter((encoding) => acceptsEncoding(accepted, encoding)) : [];
  const stored = await open(file, encodings);
  if (!stored) return undefined;
  const isKnown = (tag: string | undefined) => status === 200 && sameTag(wanted.get('if-none-match'), tag);
  const { tag } = stored;
  if (isKnown(tag)) return answer(304, { ...headers, etag: tag ?? '' });

  const send = (content: Content, more: HeaderValues, answered: number) => {
    if (request.method !== 'HEAD') return answer(answered, { ...content.headers, ...more }, content.body);
    if (content.body instanceof ReadableStream) void content.body.cancel();
    return answer(answered, { ...content.headers, ...more });
  };
  const isDictionary = 'use-as-dictionary' in headers && range === null && acceptsEncoding(accepted, 'dcz');
  const hash = isDictionary ? availableDictionary(wanted.get('available-dictionary')) : undefined;
  const delta = hash === undefined ? undefined : await open(deltaName(file, hash), []);
  const compressed = await delta?.read();
  if (compressed) {
    // The tag is that of the same file in another encoding, which browsers send again with their next request.
    const response = send(compressed, { ...headers, 'content-encoding': 'dcz' }, 200);
    if (tag === undefined) response.headers.delete('etag');
    else response.headers.set('etag', `W/${tag}`);
    return response;
  }
  const content = await stored.read(
    range !== null && allowsPartialResponse(wanted.get('if-range'), tag) ? range : undefined,
  );
  if (!content) return undefined;
  if (isKnown(content.headers.etag)) {
    if (content.body instanceof ReadableStream) void content.body.cancel();
    return answer(304, { ...headers, etag: content.headers.etag ?? '' });
  }
  return send(content, headers, content.status === 200 ? status : content.status);
}

function answer(status: number, headers: HeaderValues, body: BodyInit | null = null): Response {
  // Cloudflare would compress a body with an encoding once more; others ignore the setting.
  const settings = { status, headers, encodeBody: 'manual' };
  return new Response(body, settings);
}

/** Headers for caching and for dictionaries. @param path the path as the browser has sent it. */
function fileHeaders({ headers }: Request, file: string, path: string): HeaderValues {
  const isPage = PAGE_FILES.test(file);
  const isAccepted = !isPage || isChromium(headers);
  const dictionary = isPage ? pageDictionaryMatch(path) : dictionaryMatch(path);
  const cache = isPage ? REVALIDATED : CACHE.find(([expression]) => expression.test(path))?.[1];
  if (isAccepted && dictionary !== undefined) {
    return {
      'cache-control': isPage ? PAGE_AS_DICTIONARY : (cache ?? REVALIDATED),
      'use-as-dictionary': dictionary,
      vary: VARY_BY_DICTIONARY,
    };
  }
  return { 'cache-control': cache ?? REVALIDATED, ...(VARIES.test(file) && { vary: 'Accept-Encoding' }) };
}

/** @returns `undefined` for a path that is not UTF-8. */
function decoded(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
