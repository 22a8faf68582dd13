import { normalisePassword } from '@isa/api-contract';
import { type User, Users } from '../../database/entities';
import type { AccountDeps } from './deps';

/**
 * Compares a password with an account's. A hash from before passwords were normalised is of the form in which the
 * password was typed then; it is replaced.
 * @param user null for an unknown account, which takes as long.
 * @returns the account, or `undefined` for another password. @throws ProblemError `busy`
 */
export async function checkPassword(
  { db, passwords }: Pick<AccountDeps, 'db' | 'passwords'>,
  user: User | null,
  typed: string,
  client: string,
): Promise<User | undefined> {
  const password = normalisePassword(typed);
  if (await passwords.matches(password, user?.passwordHash, client)) return user ?? undefined;
  const earlier = new Set([typed, typed.normalize('NFC'), typed.normalize('NFD')]);
  earlier.delete(password);
  for (const other of earlier) {
    const matches = await passwords.matches(other, user?.passwordHash, client);
    if (!matches || user === null) continue;
    const passwordHash = await passwords.hash(password, client);
    const outdated = { id: user.id, passwordHash: user.passwordHash };
    const { affected } = await db.getRepository(Users).update(outdated, { passwordHash });
    return affected === 1 ? { ...user, passwordHash } : user;
  }
  return undefined;
}
