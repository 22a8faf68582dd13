import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { isDelta } from '../formats/deltas';
import { isPublicFile, type Release, storedAt } from '../formats/release';
import { integrityOf } from '../formats/integrity-of';
import { decompress, deltaProblem, storedFiles } from '../store/integrity';
import { dictionariesIn } from '../store/release-deltas';
import { ENCODINGS } from '../store/storage/headers';
import type { Storage } from '../store/storage/storage';
import { exists } from '../../packages/node/files';
import { inParallel } from '../../packages/node/in-parallel';
import { ignoreMissing, UserError } from '../../packages/node/user-error';

export type ReleaseCache = ReturnType<typeof createReleaseCache>;

/** Local copies of released files, verified against their signed hashes. @param folder contains only these. */
export function createReleaseCache(storage: Storage, folder: string) {
  const pathOf = (release: Release, name: string) => path.join(folder, storedAt(release, name));
  const read = async (release: Release, name: string) => (await storage.read(storedAt(release, name)))?.bytes;

  /** @returns the copy's path. @throws UserError when the file is missing or was altered. */
  async function file(release: Release, name: string): Promise<string> {
    const target = pathOf(release, name);
    const integrity = release.files[name]?.integrity;
    const cached = await readFile(target).catch(ignoreMissing);
    // A version that was in service before may have been published again with other bytes.
    if (cached && integrityOf(cached) === integrity) return target;
    const bytes = await read(release, name);
    if (!integrity || !bytes) throw new UserError(`${release.name}@${release.version} has no file ${name}.`);
    if (integrityOf(bytes) !== integrity) {
      throw new UserError(
        `${release.name}@${release.version} is refused: ${name} has other bytes than were signed.`,
      );
    }
    return write(target, bytes);
  }

  /** @returns `undefined` for a missing or wrong copy, in whose place the original is served. */
  async function compressedCopy(release: Release, name: string, extension: keyof typeof ENCODINGS) {
    const target = pathOf(release, name + extension);
    const cached = await readFile(target).catch(ignoreMissing);
    const bytes = cached ?? (await read(release, name + extension));
    const original = release.files[name];
    const content = bytes && original && (await decompress(bytes, ENCODINGS[extension], original.bytes));
    if (!content || integrityOf(content) !== original.integrity) return undefined;
    return cached ? target : write(target, bytes);
  }

  /** Copies the deltas of a release; wrong ones are left out. */
  async function deltas(release: Release): Promise<readonly (readonly [name: string, file: string])[]> {
    const names = [...(await storedFiles(storage, release)).values()].filter(isDelta);
    const dictionaries = dictionariesIn(storage, release.name);
    const found = await inParallel(names, async (name) => {
      const target = pathOf(release, name);
      if (await exists(target)) return [[name, target] as const];
      const bytes = await read(release, name);
      if (!bytes || (await deltaProblem(name, bytes, release.files, dictionaries))) return [];
      return [[name, await write(target, bytes)] as const];
    });
    return found.flat();
  }

  return {
    file,
    /** The public files of a release with their compressed copies and deltas: name below the release → path. */
    async publicFiles(release: Release): Promise<ReadonlyMap<string, string>> {
      const files = new Map<string, string>();
      const names = Object.keys(release.files).filter((name) => !name.endsWith('.map') && isPublicFile(name));
      await inParallel(names, async (name) => {
        files.set(name, await file(release, name));
        for (const extension of ['.br', '.gz'] as const) {
          const copy = await compressedCopy(release, name, extension);
          if (copy) files.set(name + extension, copy);
        }
      });
      for (const [name, file] of await deltas(release)) files.set(name, file);
      return files;
    },
  };
}

async function write(file: string, bytes: Buffer): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFileAtomic(file, bytes, { fsync: false });
  return file;
}
