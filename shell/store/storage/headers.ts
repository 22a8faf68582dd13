import { lookup } from 'mrmime';

/** Compressed copies stand beside their originals under the same name and one of these endings. */
export const ENCODINGS = { '.br': 'br', '.gz': 'gzip' } as const;

/** The name without the ending of a compressed copy, and that copy's encoding. */
export function uncompressed(name: string): { readonly name: string; readonly encoding?: string } {
  for (const [ending, encoding] of Object.entries(ENCODINGS)) {
    if (name.endsWith(ending)) return { name: name.slice(0, -ending.length), encoding };
  }
  return { name };
}

/**
 * How a stored object is to be served. Releases never change under their name; the registry does.
 */
export function headersOf(name: string): Readonly<Record<string, string>> {
  const { name: original, encoding } = uncompressed(name);
  const moves = name === 'registry.json' || /^(?:history|checks)\//.test(name);
  return {
    'content-type': contentType(original),
    'cache-control': moves ? 'no-cache' : 'public, max-age=31536000, immutable',
    ...(encoding && { 'content-encoding': encoding }),
  };
}

function contentType(name: string): string {
  const type = lookup(name) ?? 'application/octet-stream';
  return /^text\/|javascript|json|xml/.test(type) && !type.startsWith('image/')
    ? `${type}; charset=utf-8`
    : type;
}
