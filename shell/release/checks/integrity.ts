import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { inParallel } from '../in-parallel';
import { RELEASE_FILE } from '../release-file';
import { uncompressed } from '../storage/headers';
import type { Storage } from '../storage/storage';
import { PRIVATE_FOLDERS, type Release, type ReleasedFile } from '../store';

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
      return bytes && problemOf(name, bytes, files);
    },
  );
  return [...missing, ...wrong.filter((problem) => problem !== undefined)];
}

async function problemOf(
  name: string,
  bytes: Buffer,
  files: Readonly<Record<string, ReleasedFile>>,
): Promise<string | undefined> {
  const listed = files[name];
  if (listed) {
    if (integrityOf(bytes) !== listed.integrity) return `${name} has other bytes than were signed`;
    const visible = !(PRIVATE_FOLDERS as readonly string[]).includes(name.split('/')[0] ?? '');
    return visible && name.endsWith('.map') ? `${name} would show the sources to everybody` : undefined;
  }
  const { name: original, encoding } = uncompressed(name);
  const promised = files[original];
  if (!promised || (encoding !== 'br' && encoding !== 'gzip')) return `${name} is not listed`;
  const inside = await decompress[encoding](bytes).catch(() => undefined);
  return inside && integrityOf(inside) === promised.integrity
    ? undefined
    : `${name} holds something else than ${original}`;
}

/** W3C Subresource Integrity, SHA-384. */
export function integrityOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
