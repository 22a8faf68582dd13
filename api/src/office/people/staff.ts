import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { emailKey } from '@isa/api-contract';
import type { EntityManager } from 'typeorm';
import { hash } from 'bcryptjs';
import { Staff, Users } from '../../database/entities';
import { invalidField } from '../../http/problem-error';
import { ConfigurationError, type Env, storedSecret } from '../../platform/env';

/**
 * Gives an account the role `staff`.
 * @param by who grants it; null for the command line.
 * @throws ProblemError `invalid-request` unless a confirmed account has the address.
 */
export async function grantStaff(manager: EntityManager, email: string, by: number | null, now: Date) {
  const user = await manager.findOneBy(Users, { emailKey: emailKey(email) });
  if (!user || user.emailVerifiedAt === null)
    throw invalidField('body.email', `No account with a confirmed address has ${email}.`);
  const row = { userId: user.id, grantedAt: now, grantedBy: by };
  await manager.createQueryBuilder().insert().into(Staff).values(row).orIgnore().execute();
}

const EMAIL = 'staff@isa.example';

/** Its generated password is in the data folder. @throws ConfigurationError in production. */
export async function createDemoStaff(manager: EntityManager, { production, dataFolder, bcryptCost }: Env) {
  if (production) throw new ConfigurationError('There is no demo member of staff in production.');
  const password = storedSecret(
    path.join(dataFolder, 'office-password'),
    `${randomBytes(12).toString('base64url')}\n`,
  ).trim();
  const now = new Date();
  const key = emailKey(EMAIL);
  const passwordHash = await hash(password, bcryptCost);
  const demo = { username: 'staff', name: 'Sam Staff', email: EMAIL, emailKey: key, passwordHash };
  const existing = await manager.findOneBy(Users, { emailKey: key });
  if (existing) await manager.update(Users, { id: existing.id }, { passwordHash });
  else await manager.insert(Users, { ...demo, emailVerifiedAt: now, createdAt: now, userHandle: null });
  await grantStaff(manager, EMAIL, null, now);
}
