import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { inParallel } from '../tools/in-parallel';
import { RELEASE_FILE, PRIVATE_FOLDERS, type Release, type ReleasedFile } from '../formats/release';
import { uncompressed } from './storage/headers';
import type { Storage } from './storage/storage';

const decompress = { br: promisify(brotliDecompress), gzip: promisify(gunzip) } as const;

/**
 * Reads every file of a release and compares it with what the release promises.
 * @returns what is wrong, in words; nothing when all is well.
 */
export async function integrityProblems(
  storage: Storage,
  { name: part, version, files }: Pick<Release, 'name' | 'version' | 'files'>,
): Promise<readonly string[]> {
  const prefix = `${part}/${version}/`;
  const present = (await storage.list(prefix)).map((name) => name.slice(prefix.length));
  const missing = Object.keys(files)
    .filter((name) => !present.includes(name))
    .map((name) => `${name} is missing`);
  const wrong = await inParallel(
    present.filter((name) => name !== RELEASE_FILE),
    async (name) => {
      const bytes = (await storage.read(prefix + name))?.bytes;
      return bytes && problemOf(name, bytes, files, present);
    },
  );
  return [...missing, ...wrong.filter((problem) => problem !== undefined)];
}

async function problemOf(
  name: string,
  bytes: Buffer,
  files: Readonly<Record<string, ReleasedFile>>,
  present: readonly string[],
): Promise<string | undefined> {
  const listed = Object.hasOwn(files, name) ? files[name] : undefined;
  if (listed) {
    if (integrityOf(bytes) !== listed.integrity) return `${name} has other bytes than were signed`;
    if (bytes.length !== listed.bytes) return `${name} has not the ${listed.bytes} bytes that are said of it`;
    // The size gate counts what is said; without a copy, visitors get all of it.
    if (!present.includes(`${name}.br`) && name.endsWith('.js') && listed.brotliBytes < listed.bytes) {
      if (isVisible(name)) return `${name} is said to be smaller under brotli than visitors would get it`;
    }
    return isVisible(name) && name.endsWith('.map')
      ? `${name} would show the sources to everybody`
      : undefined;
  }
  const { name: original, encoding } = uncompressed(name);
  const promised = Object.hasOwn(files, original) ? files[original] : undefined;
  if (!promised || (encoding !== 'br' && encoding !== 'gzip')) return `${name} is not listed`;
  const inside = await unpacked(bytes, encoding, promised.bytes);
  if (!inside || integrityOf(inside) !== promised.integrity) {
    return `${name} holds something else than ${original}`;
  }
  return encoding === 'br' && bytes.length !== promised.brotliBytes
    ? `${name} has not the ${promised.brotliBytes} bytes that are said of it`
    : undefined;
}

function isVisible(name: string): boolean {
  return !(PRIVATE_FOLDERS as readonly string[]).includes(name.split('/')[0] ?? '');
}

/**
 * What a compressed copy holds. A few bytes may claim to be gigabytes: no more is unpacked than there should be.
 * @returns `undefined` when it is no such copy, or holds more.
 */
export async function unpacked(
  bytes: Buffer,
  encoding: keyof typeof decompress,
  most: number,
): Promise<Buffer | undefined> {
  return decompress[encoding](bytes, { maxOutputLength: Math.max(1, most) }).catch(() => undefined);
}

/** W3C Subresource Integrity, SHA-384. */
export function integrityOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
