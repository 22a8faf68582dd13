import { createHmac } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { NewsletterSignups, type User, Users } from '../../database/entities';
import type { AccountDeps } from './deps';
import { DATA_FOLDER_MODE } from '../../platform/folders';
import { parseJson } from '../../platform/parse-json';

/**
 * A keyed hash that names an account outside of the database. It contains the time of the sign-up, because a
 * restored database gives the ids of lost accounts to other people.
 */
export function accountKey({ id, createdAt }: Pick<User, 'id' | 'createdAt'>, secret: string): string {
  return createHmac('sha256', secret).update(`account:${id}:${createdAt.toISOString()}`).digest('base64url');
}

const lineSchema = z.object({
  at: z.iso.datetime(),
  account: z.string(),
  /** The id of the secret that made the key. */
  secret: z.string(),
});

/** @returns false when a simultaneous request has deleted the account. */
export async function eraseAccount(manager: EntityManager, user: User): Promise<boolean> {
  const { affected } = await manager.delete(Users, { id: user.id });
  if (user.emailVerifiedAt) await manager.delete(NewsletterSignups, { emailKey: user.emailKey });
  return affected === 1;
}

/**
 * Appends to the log of erasures, outside of the database, which repeats deletions after a restore. It
 * contains only keyed hashes.
 * @throws Error; the account must then not be deleted.
 */
export async function recordErasure({ env: { erasureLog, secret }, now }: AccountDeps, user: User) {
  const line = { at: now().toISOString(), account: accountKey(user, secret), secret: nameOf(secret) };
  const file = await openErasureLog(erasureLog);
  try {
    await file.write(`${JSON.stringify(line)}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** @throws Error when nothing can be appended to the log. */
export async function openErasureLog(erasureLog: string) {
  await mkdir(path.dirname(erasureLog), { recursive: true, mode: DATA_FOLDER_MODE });
  return open(erasureLog, 'a', 0o600);
}

/** The accounts that were deleted since a time. `ofOtherSecrets` counts lines whose accounts cannot be found. */
export async function readErasures(files: readonly string[], since: Date, secrets: readonly string[]) {
  const names = secrets.map(nameOf);
  const accountKeys = new Set<string>();
  const missing: string[] = [];
  let [damaged, ofOtherSecrets] = [0, 0];
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      missing.push(file);
      return '';
    });
    for (const line of text.split('\n').filter(Boolean)) {
      // A stop can leave the last line incomplete.
      const entry = lineSchema.safeParse(parseJson(line)).data;
      if (!entry) damaged += 1;
      else if (Date.parse(entry.at) < since.getTime()) continue;
      else if (names.includes(entry.secret)) accountKeys.add(entry.account);
      else ofOtherSecrets += 1;
    }
  }
  return { accountKeys, damaged, ofOtherSecrets, missing };
}

function nameOf(secret: string): string {
  return createHmac('sha256', secret).update('erasures').digest('base64url').slice(0, 8);
}
