import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { deltaName, isDelta, scriptOfDelta } from '../formats/deltas';
import {
  isPublicFile,
  isPublicScript,
  isShared,
  type Release,
  RELEASE_FILE,
  type ReleasedFile,
  SHARED_FOLDER,
  type StoredRelease,
  storedAt,
} from '../formats/release';
import { inParallel } from '../../packages/node/in-parallel';
import { integrityOf } from '../formats/integrity-of';
import { decodeDelta, dictionaryOf } from './delta';
import { dictionariesIn, type Dictionaries } from './release-deltas';
import { moduleProblem } from '../formats/module-syntax';
import { type Encoding, uncompressed } from './storage/headers';
import { ignoreInvalidName } from './storage/names';
import type { Storage } from './storage/storage';

/** How much larger than listed a shared copy may be: another version of the program that compresses may have made it. */
const SHARED_COPY = 1.02;

const decompressors = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

/**
 * The stored files of a release with their copies and deltas: where they are → their names.
 * @param isPacked whether they are in one folder, as they were built.
 */
export async function storedFiles(storage: Storage, release: StoredRelease, isPacked = false) {
  const { name: app, version } = release;
  const prefix = `${app}/${version}/`;
  const own = (await storage.list(prefix)).map((address) => [address, address.slice(prefix.length)] as const);
  const folder = `${app}/${SHARED_FOLDER}/`;
  // Other files of this folder belong to other releases.
  const shared = (isPacked ? [] : await storage.list(folder, ignoreInvalidName))
    .map((address) => [address, address.slice(folder.length)] as const)
    .filter(([address, name]) => storedAt(release, name) === address);
  return new Map([...own, ...shared]);
}

/** Compares a release's files with the signed hashes and sizes. @returns problems without full stops. */
export async function integrityProblems(
  storage: Storage,
  release: StoredRelease & Pick<Release, 'files'>,
  isPacked = false,
): Promise<readonly string[]> {
  const { name: app, version, files } = release;
  const stored = await storedFiles(storage, release, isPacked);
  const placeOf = (name: string) => (isPacked ? `${app}/${version}/${name}` : storedAt(release, name));
  const missing = Object.keys(files)
    .filter((name) => !stored.has(placeOf(name)))
    .map((name) => `${name} is missing`);
  const dictionaries = dictionariesIn(storage, app);
  const wrong = await inParallel(
    [...stored].filter(([, name]) => name !== RELEASE_FILE),
    async ([address, name]) => {
      const bytes = (await storage.read(address))?.bytes;
      if (!bytes) return undefined;
      // A publish makes the deltas from the scripts that the store has.
      if (isPacked && scriptOfDelta(name) !== undefined) return `${name} is a delta, which no build writes`;
      return isDelta(name)
        ? deltaProblem(name, bytes, files, dictionaries)
        : fileProblem(name, bytes, release, {
            isStored: (copy) => stored.has(placeOf(copy)),
            isPacked,
          });
    },
  );
  return [...missing, ...wrong.filter((problem) => problem !== undefined)];
}

async function fileProblem(
  name: string,
  bytes: Buffer,
  release: StoredRelease & Pick<Release, 'files'>,
  { isStored, isPacked }: { readonly isStored: (name: string) => boolean; readonly isPacked: boolean },
): Promise<string | undefined> {
  const { name: app, files } = release;
  const file = listed(files, name);
  if (file) {
    if (integrityOf(bytes) !== file.integrity) return `${name} has other bytes than were signed`;
    if (bytes.length !== file.bytes) return `${name} does not have the listed size of ${file.bytes} bytes`;
    // The size gate counts listed sizes, so a script needs its compressed copy: without it visitors get all
    // bytes.
    const isUncompressed = name.endsWith('.js') && !isStored(`${name}.br`);
    if (isPublicFile(name) && isUncompressed && file.brotliBytes < file.bytes) {
      return `${name} is listed with a size under brotli, but has no compressed copy`;
    }
    if (isPublicFile(name) && name.endsWith('.map')) return `${name} would publish the sources`;
    // The shell's own scripts are the site's, and may import modules.
    return app !== 'shell' && isPublicScript(name) ? moduleProblem(name, bytes) : undefined;
  }
  const { name: original, encoding } = uncompressed(name);
  const listedOriginal = encoding && listed(files, original);
  if (!listedOriginal) return `${name} is not listed`;
  const content = await decompress(bytes, encoding, listedOriginal.bytes);
  if (!content || integrityOf(content) !== listedOriginal.integrity) {
    return `${name} has other content than ${original}`;
  }
  const isOther =
    !isPacked && isShared(release, original)
      ? bytes.length > listedOriginal.brotliBytes * SHARED_COPY
      : bytes.length !== listedOriginal.brotliBytes;
  return encoding === 'br' && isOther
    ? `${name} does not have the listed size of ${listedOriginal.brotliBytes} bytes`
    : undefined;
}

/**
 * Verifies a delta of a release.
 * @param name below the release.
 * @returns the problem, without a full stop.
 */
export async function deltaProblem(
  name: string,
  delta: Buffer,
  files: Release['files'],
  dictionaries: Dictionaries,
): Promise<string | undefined> {
  const script = scriptOfDelta(name) ?? '';
  const original = listed(files, script);
  if (!original) return `${name} is not listed`;
  const hash = dictionaryOf(delta);
  if (hash === undefined || deltaName(script, hash) !== name) {
    return `${name} does not belong to the dictionary that it is named after`;
  }
  const dictionary = (await dictionaries(script)).get(hash);
  if (!dictionary) return `${name} needs a script that is no longer in the store; prune removes it`;
  const content = await decodeDelta(delta, dictionary, original.bytes);
  return content && integrityOf(content) === original.integrity
    ? undefined
    : `${name} has other content than ${script}`;
}

function listed(files: Release['files'], name: string): ReleasedFile | undefined {
  return Object.hasOwn(files, name) ? files[name] : undefined;
}

/** A few bytes can expand to gigabytes. @returns `undefined` for invalid data, or more than `limit` bytes. */
export async function decompress(bytes: Buffer, encoding: Encoding, limit: number) {
  return decompressors[encoding](bytes, { maxOutputLength: Math.max(1, limit) }).catch(() => undefined);
}

export function navigationHash({ routes, menu }: Release): string {
  return integrityOf(Buffer.from(JSON.stringify({ routes, menu })));
}

/** The hash of what is signed of a release, whichever key has signed it. */
export function contentHash(release: Release): string {
  return integrityOf(Buffer.from(JSON.stringify(release)));
}
