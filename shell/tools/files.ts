import { lstat, mkdir, mkdtemp, rm } from 'node:fs/promises';
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
