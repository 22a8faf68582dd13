import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Storage } from './storage';

/** A store in a folder. Half-written files carry a name that no reader asks for. */
export function folderStorage(folder: string): Storage {
  const place = (name: string) => path.join(folder, name);

  async function read(name: string) {
    const bytes = await readFile(place(name)).catch(absent);
    const described = bytes && (await stat(place(name)).catch(absent));
    return bytes && described && { bytes, tag: tagOf(bytes), modified: described.mtime };
  }

  /** Writes beside the place and hands the complete file to `settle`. */
  async function beside(name: string, bytes: Buffer, settle: (partial: string) => Promise<void>) {
    const partial = `${place(name)}.${randomUUID()}.partial`;
    await mkdir(path.dirname(partial), { recursive: true });
    try {
      const file = await open(partial, 'wx');
      await file.writeFile(bytes);
      // What points at other files must not outlive them when the machine loses its power.
      if (name.endsWith('.json')) await file.sync();
      await file.close();
      await settle(partial);
    } finally {
      await rm(partial, { force: true });
    }
  }

  return {
    address: folder,
    read,
    async create(name, bytes) {
      try {
        // Unlike a rename, a link fails where something is already.
        await beside(name, bytes, (partial) => link(partial, place(name)));
        return true;
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        throw error;
      }
    },
    async replace(name, bytes, tag) {
      if (tag === undefined) return this.create(name, bytes);
      let unchanged = false;
      await beside(name, bytes, async (partial) => {
        unchanged = (await read(name))?.tag === tag;
        if (unchanged) await rename(partial, place(name));
      });
      return unchanged;
    },
    async remove(name) {
      await rm(place(name), { force: true });
      for (let above = path.dirname(name); above !== '.'; above = path.dirname(above)) {
        const removed = await rmdir(place(above)).then(
          () => true,
          () => false,
        );
        if (!removed) return;
      }
    },
    async list(prefix) {
      const entries = await readdir(place(prefix), { withFileTypes: true, recursive: true }).catch(absent);
      return (entries ?? [])
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.partial'))
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .map((name) => name.split(path.sep).join('/'))
        .sort();
    },
    async folders(prefix) {
      const entries = await readdir(place(prefix), { withFileTypes: true }).catch(absent);
      return (entries ?? [])
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort();
    },
  };
}

function tagOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

function absent(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
  throw error;
}
