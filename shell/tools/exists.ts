import { lstat } from 'node:fs/promises';
import { errorCode } from './user-error';

/** Also true for a link without a target. @throws Error when that cannot be known. */
export async function exists(name: string): Promise<boolean> {
  try {
    await lstat(name);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
