import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from '../../../packages/node/lock';
import { errorCode } from '../../../packages/node/user-error';
import { parseName, parseNames, parsePrefix, requireReadable } from './names';
import type { Storage, StoredObject } from './storage';

/** A store in a folder. Incomplete files end in `.partial` and are never listed. */
export function folderStorage(folder: string): Storage {
  const pathOf = (name: string) => path.join(folder, parseName(name, folder));
  /** File systems have no conditional replace, so it needs a lock. No app can be named `checks`. */
  const locks = path.resolve(folder, 'checks/locks');
  const folderOf = (prefix: string) => path.join(folder, parsePrefix(prefix, folder));

  const statsOf = (name: string) => stat(pathOf(name), { bigint: true }).catch(ignoreMissing);

  async function read(name: string): Promise<StoredObject | undefined> {
    const found = await statsOf(name);
    // A pipe in the place of a file would be read for ever, and a huge file would fill the memory.
    if (found) requireReadable(name, folder, Number(found.size), found.isFile());
    const bytes = await readFile(pathOf(name)).catch(ignoreMissing);
    const stats = bytes && (await statsOf(name));
    if (!found || !bytes || !stats) return undefined;
    // Each write is a new file, so equal bytes of another write have another tag.
    const [tag, tagBefore] = [stats, found].map(({ ino, mtimeNs }) => `${ino}-${mtimeNs}`);
    // It was replaced while it was read.
    if (tag !== tagBefore) return read(name);
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { bytes, tag: `${hash}-${tag}`, modified: stats.mtime };
  }

  /** Writes a complete temporary file for `commit`, which may decide at the last moment. */
  async function writePartial(
    name: string,
    bytes: Buffer,
    commit: (partial: string) => Promise<void>,
    isReplaced = false,
  ) {
    const partial = `${pathOf(name)}.${randomUUID()}.partial`;
    await mkdir(path.dirname(partial), { recursive: true });
    try {
      const file = await open(partial, 'wx');
      await file.writeFile(bytes);
      // A power failure must not leave a file that refers to others without them, or an empty file where a complete one
      // was, so these are written to the disk at once.
      if (isReplaced || name.endsWith('.json')) await file.sync();
      await file.close();
      await commit(partial);
    } finally {
      await rm(partial, { force: true });
    }
  }

  return {
    address: folder,
    read,
    async create(name, bytes) {
      try {
        // Unlike a rename, a link fails when the target exists.
        await writePartial(name, bytes, (partial) => link(partial, pathOf(name)));
        return true;
      } catch (error) {
        if (errorCode(error) === 'EEXIST') return false;
        throw error;
      }
    },
    async replace(name, bytes, tag) {
      if (tag === undefined) return this.create(name, bytes);
      let replaced = false;
      const commit = (partial: string) =>
        withLock(locks, async (isStillHeld) => {
          replaced = (await read(name))?.tag === tag && (await isStillHeld());
          if (replaced) await rename(partial, pathOf(name));
        });
      await writePartial(name, bytes, commit, true);
      return replaced;
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
      // Removes parent folders up to the first that is not empty.
      try {
        for (let parent = path.dirname(name); parent !== '.'; parent = path.dirname(parent)) {
          await rmdir(pathOf(parent));
        }
      } catch {
        return;
      }
    },
    async list(prefix, onInvalid) {
      const entries = await readdir(folderOf(prefix), { withFileTypes: true, recursive: true }).catch(
        ignoreMissing,
      );
      const names = (entries ?? [])
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.partial'))
        .filter(({ parentPath }) => path.resolve(parentPath) !== locks)
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .map((name) => name.split(path.sep).join('/'));
      return parseNames(names, folder, prefix, onInvalid).sort();
    },
    async folders(prefix) {
      const entries = await readdir(folderOf(prefix), { withFileTypes: true }).catch(ignoreMissing);
      return (entries ?? [])
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => parseName(name, folder))
        .sort();
    },
  };
}

function ignoreMissing(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(errorCode(error)))) return undefined;
  throw error;
}
