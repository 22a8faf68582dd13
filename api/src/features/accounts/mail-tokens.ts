import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { type MailToken, type MailTokenPurpose, MailTokens } from '../../database/entities';
import { newToken, tokenHash } from '../../secret-token';

const LIFE_MS: Readonly<Record<MailTokenPurpose, number>> = {
  'reset-password': 30 * 60 * 1000,
  'verify-email': 7 * 24 * 60 * 60 * 1000,
};

/** Creates the secret of a link in a mail. Only its hash is stored. */
export async function issueMailToken(
  manager: EntityManager,
  userId: number,
  purpose: MailTokenPurpose,
  now: Date,
): Promise<string> {
  const token = newToken();
  await manager.insert(MailTokens, {
    userId,
    purpose,
    tokenHash: tokenHash(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFE_MS[purpose]),
    usedAt: null,
  });
  return token;
}

/** The row of a token that is still valid. */
export function findMailToken(
  manager: EntityManager,
  token: string,
  purpose: MailTokenPurpose,
  now: Date,
): Promise<MailToken | null> {
  return manager.findOneBy(MailTokens, {
    tokenHash: tokenHash(token),
    purpose,
    usedAt: IsNull(),
    expiresAt: MoreThan(now),
  });
}

/** Marks a token and all others of its user and purpose as used. @returns false when another request was faster. */
export async function useMailToken(
  manager: EntityManager,
  { id, userId, purpose }: MailToken,
  now: Date,
): Promise<boolean> {
  const { affected } = await manager.update(MailTokens, { id, usedAt: IsNull() }, { usedAt: now });
  if (affected !== 1) return false;
  await voidMailTokens(manager, userId, purpose, now);
  return true;
}

/** Invalidates all unused links of a user for this purpose. */
export async function voidMailTokens(
  manager: EntityManager,
  userId: number,
  purpose: MailTokenPurpose,
  now: Date,
): Promise<void> {
  await manager.update(MailTokens, { userId, purpose, usedAt: IsNull() }, { usedAt: now });
}
