import { type DataSource, type EntityManager, In, IsNull, MoreThan } from 'typeorm';
import { type MailToken, type MailTokenPurpose, MailTokens, type User, Users } from '../../database/entities';
import { transaction } from '../../database/transaction';
import { newToken, tokenHash } from '../../platform/secret-token';

export const LINK_LIFE_MS: Readonly<Record<MailTokenPurpose, number>> = {
  'reset-password': 30 * 60 * 1000,
  'verify-email': 7 * 24 * 60 * 60 * 1000,
  'change-email': 24 * 60 * 60 * 1000,
  'log-in': 10 * 60 * 1000,
  'office-enrolment': 24 * 60 * 60 * 1000,
  'office-demo': 12 * 60 * 60 * 1000,
  'staff-view': 5 * 60 * 1000,
};

/**
 * Creates the secret of a link. Only its hash is stored.
 * @param browser the secret of the browser to which the link is bound; the row is found by the token followed by it.
 */
export async function issueMailToken(
  manager: EntityManager,
  userId: number,
  purpose: MailTokenPurpose,
  now: Date,
  { newEmail, browser = '' }: { readonly newEmail?: string; readonly browser?: string } = {},
): Promise<string> {
  const token = newToken();
  await manager.insert(MailTokens, {
    userId,
    purpose,
    tokenHash: tokenHash(token + browser),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_LIFE_MS[purpose]),
    usedAt: null,
    newEmail: newEmail ?? null,
  });
  return token;
}

/**
 * @param token several where a browser does not say which of its secrets is meant.
 * @param withUsed whether a token that was used or voided is found as well.
 */
export function findMailToken(
  manager: EntityManager,
  token: string | readonly string[],
  purposes: readonly MailTokenPurpose[],
  now: Date,
  withUsed = false,
): Promise<MailToken | null> {
  return manager.findOneBy(MailTokens, {
    tokenHash: In([token].flat().map(tokenHash)),
    purpose: In([...purposes]),
    ...(!withUsed && { usedAt: IsNull() }),
    expiresAt: MoreThan(now),
  });
}

/** Marks a token and others of its user and purpose as used. @returns false for a slower request. */
export async function redeemMailToken(
  manager: EntityManager,
  { id, userId, purpose }: MailToken,
  now: Date,
  others: readonly MailTokenPurpose[] = [],
): Promise<boolean> {
  const { affected } = await manager.update(MailTokens, { id, usedAt: IsNull() }, { usedAt: now });
  if (affected !== 1) return false;
  await voidMailTokens(manager, userId, [purpose, ...others], now);
  return true;
}

/** Uses up a token. @returns its user; null for one that is forged, expired, used or of another purpose. */
export async function takeMailToken(
  db: DataSource,
  token: string | readonly string[],
  purpose: MailTokenPurpose,
  now: Date,
): Promise<User | null> {
  const found = await findMailToken(db.manager, token, [purpose], now);
  return (
    found &&
    transaction(db, async (manager) =>
      (await redeemMailToken(manager, found, now)) ? manager.findOneBy(Users, { id: found.userId }) : null,
    )
  );
}

export async function voidMailTokens(
  manager: EntityManager,
  userId: number,
  purposes: readonly MailTokenPurpose[],
  now: Date,
): Promise<void> {
  await manager.update(MailTokens, { userId, purpose: In([...purposes]), usedAt: IsNull() }, { usedAt: now });
}
