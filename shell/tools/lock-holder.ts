import { lstat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from './user-error';

/** This process as `<host>~<pid>`, in characters that file names allow: `web-1~4711`. */
export const thisProcess = `${hostname().replace(/[^\w-]/g, '_')}~${process.pid}`;

const HOLDER = /^([\w-]+)~(\d+)$/;

/**
 * Whether a process has certainly ended. `false` for processes of other hosts, which cannot be checked, and when the
 * number may belong to a new process.
 * @param holder as in `thisProcess`.
 */
export function hasEnded(holder: string): boolean {
  const [, host, pid] = HOLDER.exec(holder) ?? [];
  if (!thisProcess.startsWith(`${host}~`)) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return codeOf(error) === 'ESRCH';
  }
}

/** @param age in milliseconds. @returns `false` for a missing file. */
export async function isOlderThan(file: string, age: number): Promise<boolean> {
  const stats = await lstat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  return stats !== undefined && Date.now() - stats.mtimeMs > age;
}
