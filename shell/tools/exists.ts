import { lstat } from 'node:fs/promises';
import { errorCode } from './user-error';

/**
 * Whether there is a file, a folder or a link of this name, also a link without a target.
 * @throws Error when that cannot be known, as without permission.
 */
export async function exists(name: string): Promise<boolean> {
  try {
    await lstat(name);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
