import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { emailKey } from '@isa/api-contract';
import type { DataSource, EntityManager } from 'typeorm';
import { hash } from 'bcryptjs';
import {
  AuthenticatorApps,
  type MailToken,
  Passkeys,
  Sessions,
  Staff,
  type User,
  Users,
} from '../../database/entities';
import { searchTexts } from '../../database/search-texts';
import { writeMail } from '../../emails/outbox';
import { issueMailToken, voidMailTokens } from '../../features/accounts/mail-tokens';
import { officeEnrolmentMail } from '../../features/accounts/mails';
import { invalidField } from '../../http/problem-error';
import { ConfigurationError, type Env, storedSecret } from '../../platform/env';

/**
 * Gives an account the role `staff`.
 * @param by who grants it; null for the command line.
 * @throws ProblemError `invalid-request` unless a confirmed account has the address.
 */
export async function grantStaff(
  manager: EntityManager,
  email: string,
  by: number | null,
  now: Date,
): Promise<User> {
  const user = await manager.findOneBy(Users, { emailKey: emailKey(email) });
  if (!user || user.emailVerifiedAt === null)
    throw invalidField('body.email', `There is no account with the confirmed address ${email}.`);
  const row = { userId: user.id, grantedAt: now, grantedBy: by };
  await manager.createQueryBuilder().insert().into(Staff).values(row).orIgnore().execute();
  return user;
}

/**
 * Makes a link with which a member of staff sets up the authenticator app; earlier ones end. It is handed over in
 * person and never mailed, because a stolen mailbox must not open the office.
 */
export async function issueEnrolmentLink(
  manager: EntityManager,
  user: User,
  env: Env,
  now: Date,
): Promise<string> {
  await voidMailTokens(manager, user.id, ['office-enrolment'], now);
  const token = await issueMailToken(manager, user.id, 'office-enrolment', now);
  await writeMail(manager, officeEnrolmentMail(user), { env, now: () => now });
  return `${env.officeOrigin}/enrol/${token}`;
}

/** Takes the role and everything with which its holder logs in at the office. */
export async function withdrawStaff(manager: EntityManager, userId: number, now: Date): Promise<void> {
  await manager.delete(Staff, { userId });
  await manager.delete(AuthenticatorApps, { userId });
  await manager.delete(Passkeys, { userId, audience: 'office' });
  await voidMailTokens(manager, userId, ['office-enrolment', 'staff-view'], now);
  await manager.delete(Sessions, { userId, audience: 'staff' });
}

const EMAIL = 'staff@isa.example';

/**
 * Its generated password and the link that opens the office are in the data folder.
 * @throws ConfigurationError in production.
 */
export async function createDemoStaff(
  manager: EntityManager,
  { production, dataFolder, bcryptCost, officeOrigin }: Env,
): Promise<void> {
  if (production) throw new ConfigurationError('There is no demo member of staff in production.');
  const password = storedSecret(
    path.join(dataFolder, 'office-password'),
    `${randomBytes(12).toString('base64url')}\n`,
  ).trim();
  const now = new Date();
  const key = emailKey(EMAIL);
  const passwordHash = await hash(password, bcryptCost);
  const names = { username: 'staff', name: 'Sam Staff', email: EMAIL };
  const demo = { ...names, emailKey: key, passwordHash, searchText: searchTexts.users.of(names) };
  const existing = await manager.findOneBy(Users, { emailKey: key });
  if (existing) await manager.update(Users, { id: existing.id }, { passwordHash });
  else await manager.insert(Users, { ...demo, emailVerifiedAt: now, createdAt: now, userHandle: null });
  const { id } = await grantStaff(manager, EMAIL, null, now);
  await voidMailTokens(manager, id, ['office-demo'], now);
  const link = `${officeOrigin}/demo/${await issueMailToken(manager, id, 'office-demo', now)}`;
  writeFileSync(path.join(dataFolder, 'office-link'), `${link}\n`, { mode: 0o600 });
}

/** @returns the demo member of staff, if the link of `npm start` is one of theirs. */
export async function userOfDemoLink(db: DataSource, link: MailToken | null): Promise<User | null> {
  return link && db.getRepository(Users).findOneBy({ id: link.userId, emailKey: emailKey(EMAIL) });
}
