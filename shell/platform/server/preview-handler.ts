import type { IncomingMessage } from 'node:http';
import { calls } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { matchesPattern } from '../formats/addresses';
import { forward, problemResponse } from './forward';
import { requestPath } from './request-path';
import type { SiteHeaders } from './headers-at';
import { type ServedSiteBuild, createSiteHandler } from './site-handler';

interface PreviewOptions {
  readonly content: () => Promise<ServedSiteBuild>;
  readonly apiOrigin: string;
  readonly headers: SiteHeaders;
}

/** The calls that an unknown visitor needs. The other calls make, use or tell of an account. */
const OPEN_CALLS = [
  calls.listBooks,
  calls.readBook,
  calls.listLessons,
  calls.readLesson,
  calls.listCourses,
  calls.readCourse,
  calls.listPosts,
  calls.readPost,
  calls.readLegalPage,
  calls.readSearchable,
  calls.readSiteLinks,
  calls.readAcademy,
  calls.checkoutSettings,
  calls.priceBasket,
  calls.createOrder,
  calls.contact,
  calls.newsletter,
] as const;
/** What pages show besides. */
const FILES = ['/api/trailers/:file', paths.picture.pattern, paths.syllabus.pattern];
/** Request headers with cookies and tokens that name a visitor. */
const IDENTITY = ['cookie', 'authorization'];

/** Releases run here that were never promoted: the API gets no cookie, and calls for accounts are refused. */
export function createPreviewHandler({ content, apiOrigin, headers }: PreviewOptions) {
  const handle = createSiteHandler(content, headers);

  async function respond(request: Request, incoming: IncomingMessage): Promise<Response> {
    const pathname = requestPath(incoming) ?? '';
    if (!/^\/api(?:\/|$)/.test(pathname)) return handle(request);
    const isOpen = ({ method, path }: (typeof OPEN_CALLS)[number]) =>
      method === request.method && matchesPattern(path, pathname);
    if (!FILES.some((pattern) => matchesPattern(pattern, pathname)) && !OPEN_CALLS.some(isOpen)) {
      return problemResponse('preview');
    }
    const response = await forward(request, incoming, apiOrigin, { dropped: IDENTITY });
    response.headers.delete('set-cookie');
    return response;
  }

  return async (request: Request, incoming: IncomingMessage): Promise<Response> => {
    const response = await respond(request, incoming);
    response.headers.set('x-robots-tag', 'noindex');
    // A preview belongs neither in a shared cache nor in a dictionary of the browser.
    response.headers.set('cache-control', 'private, no-cache');
    response.headers.delete('use-as-dictionary');
    return response;
  };
}
