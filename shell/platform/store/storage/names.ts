import { quoted } from '../../formats/parse-json';
import { UserError } from '../../../packages/node/user-error';

/** S3's limit for a name, and that of most file systems for a segment, in bytes. */
const MAX_NAME_BYTES = 1024;
const MAX_SEGMENT_BYTES = 255;
/** Separators of other systems, and control characters (Unicode category Cc), which no name may contain. */
const FORBIDDEN = /[\\\p{Cc}]/u;

/** Larger than any file of a release and any record; a team may write more than fits into memory. */
const MAX_OBJECT_BYTES = 128 * 1024 ** 2;

/** A refused name: it must not become a path, or its object must not be read. */
export class InvalidName extends UserError {}

/** @throws InvalidName */
export function requireReadable(name: string, origin: string, bytes: number, isFile = true): void {
  if (isFile && bytes <= MAX_OBJECT_BYTES) return;
  const why = isFile ? `has ${bytes} bytes; at most ${MAX_OBJECT_BYTES} are read` : 'is not a file';
  throw new InvalidName(`${origin} is refused: ${quoted(name)} ${why}.`);
}

/**
 * Parses a name before it becomes a path or an address: `..` could lead to another release, or out of the
 * store.
 * @param origin for the message.
 * @param prefix what the name must be below: empty, or ending in a slash.
 * @throws InvalidName
 */
export function parseName(name: string, origin: string, prefix = ''): string {
  const isValid =
    name.startsWith(prefix) &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES &&
    !FORBIDDEN.test(name) &&
    name.split('/').every(isSegment);
  if (isValid) return name;
  const below = prefix && ` below ${prefix.slice(0, -1)}`;
  throw new InvalidName(`${origin} is refused: ${quoted(name)} is not a valid name${below}.`);
}

/** Parses the names of a listing. @param onInvalid gets each refused name, which is then left out. */
export function parseNames(
  names: readonly string[],
  origin: string,
  prefix: string,
  onInvalid: (error: InvalidName) => void = throwError,
): string[] {
  return names.flatMap((name) => {
    try {
      return [parseName(name, origin, prefix)];
    } catch (error) {
      if (!(error instanceof InvalidName)) throw error;
      onInvalid(error);
      return [];
    }
  });
}

/** No release lists a file with such a name. */
export const ignoreInvalidName = (_error: InvalidName): void => undefined;

function throwError(error: InvalidName): never {
  throw error;
}

/** @throws InvalidName unless the prefix is empty, or a valid name with a slash. */
export function parsePrefix(prefix: string, origin: string): string {
  if (prefix !== '') parseName(prefix.replace(/\/$/, ''), origin);
  return prefix;
}

function isSegment(segment: string): boolean {
  return !['', '.', '..'].includes(segment) && Buffer.byteLength(segment) <= MAX_SEGMENT_BYTES;
}
