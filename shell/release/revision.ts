import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOf, root } from '../tools/folders';

const SHARED_SOURCES = [
  'shell/contract/src',
  'shell/ui/src',
  'shell/webpack',
  'api/contract/src',
  'package-lock.json',
];
const SHELL_SOURCES = ['shell/src', 'shell/public', 'shell/art'];

/** Grows when releases of equal sources get another form. */
const FORM = 3;

/** A hash over everything that goes into a part's build: equal sources, equal revision. */
export async function sourceRevision(part: string): Promise<string> {
  const own = part === 'shell' ? SHELL_SOURCES : [path.relative(root, path.join(folderOf(part), 'src'))];
  const files = (
    await Promise.all([...SHARED_SOURCES, ...own].map((place) => filesBelow(path.join(root, place))))
  ).flat();
  const hash = createHash('sha256').update(`${FORM} ${process.versions.node.split('.')[0]}`);
  for (const file of files.sort()) {
    hash.update(`\0${path.relative(root, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 10);
}

/** All files below a place, or the place itself; tests are no sources. */
async function filesBelow(place: string): Promise<string[]> {
  const entries = await readdir(place, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return undefined;
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  if (!entries) return [place];
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}
