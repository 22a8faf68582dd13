import { lstat, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ignoreMissing } from './user-error';

/** Also true for a link without a target. @throws Error when that cannot be known. */
export async function exists(name: string): Promise<boolean> {
  return (await lstat(name).catch(ignoreMissing)) !== undefined;
}

/**
 * Calls `body` with a new folder, which is removed afterwards.
 * @param prefix of the folder's name. @param parent the system's folder of temporary files by default.
 */
export async function inTemporaryFolder<T>(
  prefix: string,
  body: (folder: string) => Promise<T>,
  parent = tmpdir(),
): Promise<T> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(path.join(parent, prefix));
  try {
    return await body(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The paths of all files of a folder, or of the file itself. @throws Error when it is missing. */
export async function filesBelow(source: string): Promise<readonly string[]> {
  if ((await stat(source)).isFile()) return [source];
  const entries = await readdir(source, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
