import { lookup } from 'mrmime';
import { scriptOfDelta } from '../../formats/deltas';
import { IMMUTABLE } from '../../formats/host-rules';
import { REGISTRY_FILE } from '../../formats/registry';
import { POINTER_OBJECT, PRUNE_OBJECT } from '../../formats/site-manifest';

/** Compressed copies are stored alongside their originals, with one of these extensions added. */
export const ENCODINGS = { '.br': 'br', '.gz': 'gzip' } as const;
export type Encoding = (typeof ENCODINGS)[keyof typeof ENCODINGS];

/** The name without a compressed copy's extension, and the copy's encoding. */
export function uncompressed(name: string): { readonly name: string; readonly encoding?: Encoding } {
  for (const [extension, encoding] of Object.entries(ENCODINGS)) {
    if (name.endsWith(extension)) return { name: name.slice(0, -extension.length), encoding };
  }
  return { name };
}

interface ObjectHeaders {
  readonly 'content-type': string;
  readonly 'cache-control': string;
  readonly 'content-encoding'?: string;
}

/** The HTTP headers of a stored object. Releases are immutable; registry, pointer, history and checks change. */
export function headersOf(name: string): ObjectHeaders {
  const script = scriptOfDelta(name);
  const { name: original, encoding } =
    script === undefined ? uncompressed(name) : { name: script, encoding: 'dcz' };
  const changes =
    [REGISTRY_FILE, POINTER_OBJECT, PRUNE_OBJECT].includes(name) || /^(?:history|checks)\//.test(name);
  return {
    'content-type': contentType(original),
    'cache-control': changes ? 'no-cache' : IMMUTABLE,
    ...(encoding && { 'content-encoding': encoding }),
  };
}

/** The media type that IANA has registered for icons, which the library lacks. */
const ICON = 'image/vnd.microsoft.icon';

function contentType(name: string): string {
  const type = name.endsWith('.ico') ? ICON : (lookup(name) ?? 'application/octet-stream');
  return /^text\/|javascript|json|xml/.test(type) && !type.startsWith('image/')
    ? `${type}; charset=utf-8`
    : type;
}
