import { randomUUID } from 'node:crypto';
import { link, lstat, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hostname } from 'node:os';
import { errorCode, ignoreMissing, UserError } from './user-error';

/** This process as `<host>~<pid>`, in characters that file names allow: `web-1~4711`. */
export const thisProcess = `${hostname().replace(/[^\w-]/g, '_')}~${process.pid}`;

const HOLDER = /^([\w-]+)~(\d+)$/;

/** `false` for other hosts, and when the number may be reused. @param holder as in `thisProcess`. */
export function hasEnded(holder: string): boolean {
  const [, host, pid] = HOLDER.exec(holder) ?? [];
  if (!thisProcess.startsWith(`${host}~`)) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // The code EPERM means that the process exists and belongs to another user.
    return errorCode(error) === 'ESRCH';
  }
}

/** @param age in milliseconds. @returns `false` for a missing file. */
export async function isOlderThan(file: string, age: number): Promise<boolean> {
  const stats = await lstat(file).catch(ignoreMissing);
  return stats !== undefined && Date.now() - stats.mtimeMs > age;
}

/** A lock expires after this time, in milliseconds, even if its holder still runs: critical sections take a second at most. */
const LOCK_EXPIRY_MS = 60_000;
const WAIT_LIMIT_MS = 2 * LOCK_EXPIRY_MS;

/**
 * Runs `body` under a lock that processes share through a folder. Each acquisition creates a file with the
 * next number, which holds the lock, once the highest one was released, has expired, or belongs to an ended
 * process. Numbers are never reused.
 * @param folder contains the lock files.
 * @param body gets a function that checks whether the lock is still held: call it just before an irreversible
 * step.
 * @throws UserError when the lock cannot be acquired within two minutes.
 */
export async function withLock<T>(
  folder: string,
  body: (isStillHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const lock = await acquire(folder);
  try {
    return await body(async () => (await highest(folder)) === lock);
  } finally {
    await release(folder, lock);
  }
}

const fileOf = (folder: string, lock: number) => path.join(folder, String(lock).padStart(10, '0'));

async function acquire(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const deadline = Date.now() + WAIT_LIMIT_MS;
  for (;;) {
    const before = await highest(folder);
    if (await isFree(fileOf(folder, before), before)) {
      const lock = before + 1;
      if ((await create(folder, lock)) && (await highest(folder)) === lock) return lock;
    }
    if (Date.now() > deadline) {
      throw new UserError(
        `Another process has been changing ${path.dirname(folder)} for more than two minutes. Try again later.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 30));
  }
}

async function lockNumbers(folder: string): Promise<readonly number[]> {
  return (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number);
}

/** @returns 0 while the folder has no lock file. */
async function highest(folder: string): Promise<number> {
  return Math.max(0, ...(await lockNumbers(folder)));
}

async function isFree(file: string, lock: number): Promise<boolean> {
  if (lock === 0) return true;
  // A file that is missing was replaced by one with a higher number.
  const holder = await readFile(file, 'utf8').catch(ignoreMissing);
  if (holder === undefined) return false;
  return hasEnded(holder) || (await isOlderThan(file, LOCK_EXPIRY_MS));
}

/** @returns `false` when another process has created this lock file. */
async function create(folder: string, lock: number): Promise<boolean> {
  const partial = path.join(folder, `lock.${thisProcess}.${randomUUID()}.partial`);
  try {
    await writeFile(partial, thisProcess);
    // A link appears with its content at once; a new file would be empty for a moment.
    await link(partial, fileOf(folder, lock));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(partial, { force: true });
  }
}

/** Releases a lock. On a full disk, which has no room for a word in it, it expires instead. */
async function release(folder: string, lock: number): Promise<void> {
  // Others may have removed it after it had expired.
  await utimes(fileOf(folder, lock), 0, 0).catch(ignoreMissing);
  const past = (await lockNumbers(folder)).filter((number) => number < lock);
  // Sequentially: a process that is killed here has then removed some, so they cannot accumulate.
  for (const number of past) await rm(fileOf(folder, number), { force: true });
}
