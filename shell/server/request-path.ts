/**
 * @returns the path of a request as the client sent it, without the query; `undefined` for a path with dot
 * segments, a host (`//host/path`, `http://host/path`), a backslash or an invalid encoding, which browsers
 * never send. Nothing is resolved or decoded, because each consumer behind it (proxy, file server, operators'
 * pages) would do so differently.
 */
export function requestPath({ url = '/' }: { readonly url?: string | undefined }): string | undefined {
  const [path = ''] = url.split('?', 1);
  const isOrdinary = /^\/(?!\/)/.test(path) && !/\\|%(?![\da-f]{2})|%(?:00|5c)/i.test(path);
  return isOrdinary && !/\/(?:\.|%2e){1,2}(?:\/|%2f|$)/i.test(path) ? path : undefined;
}

/**
 * @returns the path of a file, whose name needs no encoding; `undefined` also for a path with an encoded
 * character or an empty segment. A check of a name could otherwise miss `routes%2ejson`.
 */
export function filePath(request: { readonly url?: string | undefined }): string | undefined {
  const path = requestPath(request);
  return path === undefined || /%|\/\//.test(path) ? undefined : path;
}
