import { stemOf } from '../formats/deltas';

/** The hash in `Available-Dictionary` (a byte sequence of RFC 9651), if valid. */
export function availableDictionary(header: string | null): string | undefined {
  return /^:([A-Za-z0-9+/]{43}=):$/.exec(header ?? '')?.[1];
}

/** Whether `Accept-Encoding` names this encoding with a quality above 0 (RFC 9110 §12.5.3). */
export function acceptsEncoding(header: string | null, encoding: string): boolean {
  return (header ?? '').split(',').some((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

/**
 * `Use-As-Dictionary` matches the scripts of the same name in all releases; `undefined` for other files.
 * @param pathname `/<app>/<version>/<script>`.
 */
export function dictionaryMatch(pathname: string): string | undefined {
  const [, app, version, name = ''] = /^\/([\w-]+)\/([\w.+-]+)\/([^/]+)$/.exec(pathname) ?? [];
  const stem = stemOf(name);
  return stem && `match="/${app}/*/${stem}.*.js", id="${app}@${version}"`;
}

/** The value of `Vary` for a response that may be a delta. */
export const VARY_BY_DICTIONARY = 'Accept-Encoding, Available-Dictionary';

/** Chromium gets pages as deltas. It names `dcz` in `Accept-Encoding` only when it has a dictionary. */
export function isChromium(headers: Headers): boolean {
  return /"Chromium"/.test(headers.get('sec-ch-ua') ?? '');
}

/** Matches the same address; `undefined` where its characters have a meaning in the pattern. */
export function pageDictionaryMatch(pathname: string): string | undefined {
  return /^[\w/.-]+$/.test(pathname) ? `match="${pathname}"` : undefined;
}

/** A CDN that compresses makes a weak tag of a strong one (RFC 9110 §13.1.2). */
export function sameTag(wanted: string | null, etag: string | undefined): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return etag !== undefined && (wanted ?? '').split(',').some((tag) => opaque(tag) === opaque(etag));
}

/** `If-Range` must name the same bytes by their strong tag (RFC 9110 §13.1.5), or be absent. */
export function allowsPartialResponse(ifRange: string | null, etag: string | undefined): boolean {
  return ifRange === null || (ifRange === etag && !ifRange.startsWith('W/'));
}

/** The bytes that `Range` asks for, both ends included; `undefined` for anything but one range. */
export function byteRange(
  header: string | undefined,
  size: number,
): { readonly start: number; readonly end: number } | 'unsatisfiable' | undefined {
  const [match, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (match === undefined || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < start) return undefined;
  return start > end ? 'unsatisfiable' : { start, end };
}
