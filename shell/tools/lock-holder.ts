import { lstat } from 'node:fs/promises';
import { hostname } from 'node:os';

/** This process, in letters that a file may have in its name: `web-1~4711`. */
export const OURSELVES = `${hostname().replace(/[^\w-]/g, '_')}~${process.pid}`;

const OWNER = /^([\w-]+)~(\d+)$/;

/**
 * Whether a process has surely ended. Only its own machine can tell, and what it cannot tell, it denies: a number may
 * have been given to another process since.
 */
export function hasEnded(owner: string): boolean {
  const [, machine, pid] = OWNER.exec(owner) ?? [];
  if (!OURSELVES.startsWith(`${machine}~`)) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // EPERM: it lives, and is somebody else's.
    return codeOf(error) === 'ESRCH';
  }
}

/** @param age in milliseconds. @returns `false` for what is gone. */
export async function isOlderThan(file: string, age: number): Promise<boolean> {
  const described = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return described !== undefined && Date.now() - described.mtimeMs > age;
}

/** Of an error of Node's, such as `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
