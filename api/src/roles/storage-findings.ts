import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { connect, createDataSource } from '../database/data-source';
import type { Env } from '../platform/env';
import { presign } from '../features/learning/media/presign';
import type { Finding } from '../platform/finding';
import { describeError } from '../platform/log';

const WAIT_MS = 5_000;

/**
 * Whether deletions of accounts can be repeated after a restore: the log can be written, nobody else reads it, and it is
 * not lost with the database. Nothing is created.
 * @param databaseFolder where the database's files are; `undefined` for another machine, and when it is unknown.
 */
export async function erasureLogFinding(
  { erasureLog, mode }: Pick<Env, 'erasureLog' | 'mode'>,
  databaseFolder: string | undefined,
): Promise<Finding> {
  const subject = 'log of erasures';
  try {
    const existing = nearestExisting(erasureLog);
    const found = await stat(existing);
    const isLog = existing === erasureLog;
    if (isLog ? !found.isFile() : !found.isDirectory()) {
      throw new Error(`${existing} is not a ${isLog ? 'file' : 'folder'}`);
    }
    await access(existing, constants.W_OK);
    if (isLog && found.mode & 0o077) {
      const text = `other users can read ${erasureLog}`;
      return { subject, state: 'warning', text, mend: `chmod 600 ${erasureLog}` };
    }
    const isBeside =
      mode === 'production' && databaseFolder !== undefined && (await deviceOf(databaseFolder)) === found.dev;
    if (isBeside) {
      const text = `${erasureLog} is on the same disk as the database, and would be lost with it`;
      return { subject, state: 'warning', text, mend: 'set ERASURE_LOG to a file on another disk' };
    }
    return { subject, state: 'ok', text: `${erasureLog} can be written` };
  } catch (error) {
    const mend = 'accounts cannot be deleted until then: let the user of the role web write to ERASURE_LOG';
    return { subject, state: 'failure', text: describeError(error).message || 'unknown', mend };
  }
}

/** The file, or the folder below which it would be created. */
function nearestExisting(file: string): string {
  return existsSync(file) ? file : nearestExisting(path.dirname(file));
}

async function deviceOf(folder: string): Promise<number | undefined> {
  return stat(folder).then(
    ({ dev }) => dev,
    () => undefined,
  );
}

/** @returns `undefined` for a server on another machine, or one that does not say. */
export async function databaseFolder({ databaseUrl, dataFolder }: Env): Promise<string | undefined> {
  if (!databaseUrl) return dataFolder;
  if (!['localhost', '127.0.0.1', '[::1]'].includes(new URL(databaseUrl).hostname)) return undefined;
  try {
    const limits = { connections: 1, statement: 5, lock: 2 };
    const db = await connect(createDataSource({ databaseUrl, dataFolder }, limits));
    try {
      const [row] = await db.query<{ folder: string }[]>('SELECT @@datadir AS folder');
      return row?.folder;
    } finally {
      await db.destroy();
    }
  } catch {
    // Another line says so.
    return undefined;
  }
}

/** Whether the bucket of the videos is reached with the credentials. */
export async function videoFinding({ delivery }: Pick<Env, 'delivery'>): Promise<readonly Finding[]> {
  if (delivery.by !== 's3') return [];
  const subject = 'videos';
  const mend = 'check VIDEO_STORAGE_URL, VIDEO_STORAGE_REGION, VIDEO_STORAGE_KEY_ID and VIDEO_STORAGE_SECRET';
  try {
    const address = await presign(delivery.storage, 'doctor', { method: 'HEAD', seconds: 60 });
    const { status } = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(WAIT_MS) });
    if (status === 200 || status === 404) return [{ subject, state: 'ok', text: 'the bucket is reached' }];
    // A bucket answers so, too, for a file that is missing, unless the account may list it.
    const state = status === 403 ? 'warning' : 'failure';
    return [{ subject, state, text: `the bucket answers ${status}`, mend }];
  } catch (error) {
    const { message, cause } = describeError(error);
    return [{ subject, state: 'failure', text: cause?.message || message || 'unknown', mend }];
  }
}
