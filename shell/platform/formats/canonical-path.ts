/**
 * The one form of a page's address, for routers, servers and the functions of CDNs: without repeated and final slashes,
 * without characters that need no encoding, and in the letters of the route's pattern. It imports nothing.
 * @param pattern in React Router's notation
 * @param path as the client has sent it
 * @returns `undefined` for a path that no page has, such as one with an encoded slash.
 */
export function canonicalPath(pattern: string, path: string): string | undefined {
  const segments = segmentsOf(path);
  const names = pattern.split('/').filter(Boolean);
  // Optional segments and a rest may match in several ways, so their letters stay as they are.
  if (!segments || /[?*]/.test(pattern) || segments.length !== names.length)
    return pathOf(segments?.map(encode));
  const isKnown = names.every(
    (name, index) =>
      !name.startsWith(':') || new RegExp(`^${parameterForm(name)}$`).test(segments[index] ?? ''),
  );
  return isKnown
    ? pathOf(names.map((name, index) => (name.startsWith(':') ? (segments[index] ?? '') : name)))
    : undefined;
}

/** The parameter of a redirect that any segment matches. */
export const ANY_SEGMENT = ':any';

/**
 * What the address of a page may contain for a parameter, as a regular expression: for `:bookId` a number in its only
 * spelling, for others letters and digits, as in tokens, which may have two parts with a dot between.
 */
export function parameterForm(name: string): string {
  if (name === ANY_SEGMENT) return '[^/]+';
  return name.endsWith('Id') ? String.raw`[1-9]\d{0,9}` : String.raw`[\w-]{1,128}(?:\.[\w-]{1,128})?`;
}

/** @returns the list of numbered pages, to which unknown numbers lead: `/isa-books` for `/isa-books/:bookId`. */
export function listAbove(pattern: string): string | undefined {
  return /^(\/[^:]+)\/:\w+Id$/.exec(pattern)?.[1];
}

/** The address without a known route, in lower and upper case. */
export function plainPath(path: string): string | undefined {
  return pathOf(segmentsOf(path)?.map(encode));
}

function pathOf(segments: readonly string[] | undefined): string | undefined {
  return segments && `/${segments.join('/')}`;
}

function segmentsOf(path: string): readonly string[] | undefined {
  try {
    const segments = path.split('/').filter(Boolean).map(decodeURIComponent);
    return segments.some(isForeign) ? undefined : segments;
  } catch {
    return undefined;
  }
}

/** Whether a decoded segment contains a separator or a control character, or leads to another folder. */
function isForeign(segment: string): boolean {
  return /[/\\\p{Cc}]|^\.{1,2}$/u.test(segment);
}

/** Encodes what a segment must not contain (RFC 3986 §3.3). */
function encode(segment: string): string {
  return encodeURIComponent(segment).replaceAll(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}
