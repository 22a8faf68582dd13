import { emailKey } from '@isa/api-contract';
import type { EntityManager } from 'typeorm';
import { Staff, Users } from '../../database/entities';
import { ProblemError } from '../../http/problem-error';

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
): Promise<void> {
  const user = await manager.findOneBy(Users, { emailKey: emailKey(email) });
  if (!user || user.emailVerifiedAt === null) {
    const message = `No account with a confirmed address has ${email}.`;
    throw new ProblemError('invalid-request', { message, errors: [{ path: 'body.email', message }] });
  }
  await manager
    .createQueryBuilder()
    .insert()
    .into(Staff)
    .values({ userId: user.id, grantedAt: now, grantedBy: by })
    .orIgnore()
    .execute();
}
