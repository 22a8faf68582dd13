import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { type CheckResult, failed, passed, warned } from '@isa/api-contract/schemas';
import type { Env } from '../platform/env';
import { presign } from '../features/learning/media/presign';
import { describeError } from '../platform/log';

const WAIT_MS = 5_000;

/** Says what failed, without the values of statements. */
export function reasonOf(error: unknown): string {
  const { code, message, cause } = describeError(error);
  return cause?.message || message || code || 'unknown';
}

/**
 * Whether deletions can be repeated after a restore: the log can be written, and is not lost with the
 * database.
 * @param databaseFolder `undefined` for another machine, and when it is unknown.
 */
export async function checkErasureLog(
  { erasureLog, mode }: Pick<Env, 'erasureLog' | 'mode'>,
  databaseFolder: string | undefined,
): Promise<CheckResult> {
  const name = 'log of erasures';
  try {
    const existing = nearestExisting(erasureLog);
    const found = await stat(existing);
    const isLog = existing === erasureLog;
    if (isLog ? !found.isFile() : !found.isDirectory()) {
      throw new Error(`${existing} is not a ${isLog ? 'file' : 'folder'}`);
    }
    await access(existing, constants.W_OK);
    if (isLog && found.mode & 0o077) {
      return warned(name, `other users can read ${erasureLog}`, `chmod 600 ${erasureLog}`);
    }
    const database = databaseFolder && (await stat(databaseFolder).catch(() => undefined));
    if (mode === 'production' && database && database.dev === found.dev) {
      const message = `${erasureLog} is on the same disk as the database, and would be lost with it`;
      return warned(name, message, 'set ERASURE_LOG to a file on another disk');
    }
    return passed(name, `${erasureLog} can be written`);
  } catch (error) {
    const fix = 'accounts cannot be deleted until then: let the user of the role web write to ERASURE_LOG';
    return failed(name, reasonOf(error), fix);
  }
}

function nearestExisting(file: string): string {
  return existsSync(file) ? file : nearestExisting(path.dirname(file));
}

/** Whether the bucket of the videos is reached with the credentials. */
export async function checkVideos({ delivery }: Pick<Env, 'delivery'>): Promise<readonly CheckResult[]> {
  if (delivery.by !== 's3') return [];
  const name = 'videos';
  const fix = 'check VIDEO_STORAGE_URL, VIDEO_STORAGE_REGION, VIDEO_STORAGE_KEY_ID and VIDEO_STORAGE_SECRET';
  try {
    const address = await presign(delivery.storage, 'doctor', { method: 'HEAD', seconds: 60 });
    const { status } = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(WAIT_MS) });
    if (status === 200 || status === 404) return [passed(name, 'the bucket is reached')];
    // A bucket answers so, too, for a file that is missing, unless the account may list it.
    return [(status === 403 ? warned : failed)(name, `the bucket answers ${status}`, fix)];
  } catch (error) {
    return [failed(name, reasonOf(error), fix)];
  }
}
