import { randomUUID } from 'node:crypto';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../tools/user-error';
import { integrityOf, unpacked } from '../store/integrity';
import { inParallel } from '../tools/in-parallel';
import { ENCODINGS } from '../store/storage/headers';
import type { Storage } from '../store/storage/storage';
import { PRIVATE_FOLDERS, type Release } from '../formats/release';

/** A part's Node build, below its release. */
export const NODE_BUILD = 'node/server.cjs';

/** Files of releases on this machine, each compared with its signed hash before it came here. */
export interface LocalFiles {
  /** @returns the file's path. @throws UserError when it is missing or altered. */
  file(release: Release, name: string): Promise<string>;
  /** What of a release may be served, with compressed copies: name below the release → path. */
  served(release: Release): Promise<ReadonlyMap<string, string>>;
}

/** @param folder where they are kept; what is there has been verified. */
export function createLocalFiles(storage: Storage, folder: string): LocalFiles {
  const place = (release: Release, name: string) => path.join(folder, release.name, release.version, name);

  async function file(release: Release, name: string): Promise<string> {
    const target = place(release, name);
    if (await exists(target)) return target;
    const integrity = release.files[name]?.integrity;
    const bytes = (await storage.read(`${release.name}/${release.version}/${name}`))?.bytes;
    if (!integrity || !bytes) throw new UserError(`${release.name}@${release.version} has no file ${name}.`);
    if (integrityOf(bytes) !== integrity) {
      throw new UserError(
        `${release.name}@${release.version} is refused: ${name} has other bytes than were signed.`,
      );
    }
    await write(target, bytes);
    return target;
  }

  /** A copy that holds something else, or nothing, is left out: the original is served instead. */
  async function copy(
    release: Release,
    name: string,
    ending: keyof typeof ENCODINGS,
  ): Promise<string | undefined> {
    const target = place(release, name + ending);
    if (await exists(target)) return target;
    const bytes = (await storage.read(`${release.name}/${release.version}/${name}${ending}`))?.bytes;
    const promised = release.files[name];
    const inside = bytes && promised && (await unpacked(bytes, ENCODINGS[ending], promised.bytes));
    if (!inside || integrityOf(inside) !== promised.integrity) return undefined;
    await write(target, bytes);
    return target;
  }

  return {
    file,
    async served(release) {
      const names = Object.keys(release.files).filter(isServed);
      const found = await inParallel(names, async (name): Promise<[string, string][]> => {
        const brotli = await copy(release, name, '.br');
        const gzipped = await copy(release, name, '.gz');
        return [
          [name, await file(release, name)],
          ...(brotli ? [[`${name}.br`, brotli] as [string, string]] : []),
          ...(gzipped ? [[`${name}.gz`, gzipped] as [string, string]] : []),
        ];
      });
      return new Map(found.flat());
    },
  };
}

function isServed(name: string): boolean {
  return !name.endsWith('.map') && !PRIVATE_FOLDERS.some((folder) => name.startsWith(`${folder}/`));
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function write(file: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const partial = `${file}.${randomUUID()}.partial`;
  await writeFile(partial, bytes);
  await rename(partial, file);
}
