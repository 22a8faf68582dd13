import { lstat } from 'node:fs/promises';

/** Whether there is a file, a folder or a link of this name, also a link without a target. */
export async function exists(name: string): Promise<boolean> {
  return lstat(name).then(
    () => true,
    () => false,
  );
}
