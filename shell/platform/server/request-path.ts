/**
 * The path as the client sent it; `undefined` for dot segments, a host (`//host/path`), a backslash or an
 * invalid encoding. Nothing is decoded, because each consumer would do so differently.
 */
export function requestPath({ url = '/' }: { readonly url?: string | undefined }): string | undefined {
  const [path = ''] = url.split('?', 1);
  const isOrdinary = /^\/(?!\/)/.test(path) && !/\\|%(?![\da-f]{2})|%(?:00|5c)/i.test(path);
  return isOrdinary && !/\/(?:\.|%2e){1,2}(?:\/|%2f|$)/i.test(path) ? path : undefined;
}

/** `undefined` also for an encoded character or an empty segment: a check could miss `routes%2ejson`. */
export function filePath(request: { readonly url?: string | undefined }): string | undefined {
  const path = requestPath(request);
  return path === undefined || /%|\/\//.test(path) ? undefined : path;
}
