import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOf, root } from '../tools/folders';
import { codeOf } from '../tools/user-error';

const SHARED_SOURCES = [
  'shell/contract/src',
  'shell/ui/src',
  'shell/webpack',
  'api/contract/src',
  'package-lock.json',
];
const SHELL_SOURCES = ['shell/src', 'shell/public', 'shell/ui/pictures'];

/** Increase it when packing changes what a release of the same sources contains. */
const FORMAT = 4;

/** A hash of everything that determines an app's build: equal sources have equal revisions. */
export async function sourceRevision(app: string): Promise<string> {
  const own = app === 'shell' ? SHELL_SOURCES : [path.relative(root, path.join(folderOf(app), 'src'))];
  const files = (
    await Promise.all([...SHARED_SOURCES, ...own].map((source) => filesBelow(path.join(root, source))))
  ).flat();
  const hash = createHash('sha256').update(`${FORMAT} ${process.versions.node.split('.')[0]}`);
  for (const file of files.sort()) {
    hash.update(`\0${path.relative(root, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 10);
}

/** All files of a folder except tests, or the file itself. */
async function filesBelow(source: string): Promise<string[]> {
  const entries = await readdir(source, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOTDIR') return undefined;
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  if (!entries) return [source];
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}
