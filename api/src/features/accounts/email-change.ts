import { emailKey, messages } from '@isa/api-contract';
import type { EntityManager } from 'typeorm';
import { NewsletterSignups, type User, Users } from '../../database/entities';
import { transaction } from '../../database/transaction';
import type { AccountDeps } from './deps';
import { writeMail } from '../../emails/outbox';
import { ProblemError } from '../../http/problem-error';
import { confirmNewEmailMail, emailChangedMail, emailChangeRequestedMail } from './mails';
import { issueMailToken, voidMailTokens } from './mail-tokens';

export function createEmailChange({ db, env, now, records, security, sessions }: AccountDeps) {
  return {
    /**
     * Mails a link to the new address, a notice to the present one.
     * @throws ProblemError `invalid-request`
     */
    async request(user: User, newEmail: string): Promise<void> {
      if (emailKey(newEmail) === user.emailKey) {
        const message = messages.account.emailUnchanged;
        throw new ProblemError('invalid-request', { message, errors: [{ path: 'body.newEmail', message }] });
      }
      await transaction(db, async (manager) => {
        await voidMailTokens(manager, user.id, ['change-email'], now());
        const token = await issueMailToken(manager, user.id, 'change-email', now(), { newEmail });
        await writeMail(manager, confirmNewEmailMail(newEmail, env.siteOrigin, token), now());
        await writeMail(manager, emailChangeRequestedMail(user, env.siteOrigin), now());
      });
      security.write({ event: 'email-change-requested', result: 'success', account: user.id });
    },

    /**
     * Gives the account its new address in the transaction that uses up the link. Call `sessions.evictUser`
     * after it.
     * @param keptSessionId the session in which the address was confirmed.
     * @returns the guests' orders paid with the new address.
     * @throws QueryFailedError for an address of another account
     */
    async apply(
      manager: EntityManager,
      user: User,
      newEmail: string,
      keptSessionId: number | undefined,
    ): Promise<readonly number[]> {
      const key = emailKey(newEmail);
      const address = { email: newEmail, emailKey: key };
      await manager.update(Users, { id: user.id }, { ...address, emailVerifiedAt: now() });
      await voidMailTokens(manager, user.id, ['reset-password', 'verify-email', 'log-in'], now());
      await sessions.endAll(manager, user.id, keptSessionId);
      if (user.emailVerifiedAt) await moveNewsletter(manager, user.emailKey, address);
      await writeMail(manager, emailChangedMail(user), now());
      return records.attach(manager, { id: user.id, emailKey: key });
    },
  };
}

/** The subscription follows its customer, unless the new address has one already. */
async function moveNewsletter(
  manager: EntityManager,
  previousKey: string,
  address: { readonly email: string; readonly emailKey: string },
): Promise<void> {
  const previous = { emailKey: previousKey };
  const exists = await manager.existsBy(NewsletterSignups, { emailKey: address.emailKey });
  if (exists) await manager.delete(NewsletterSignups, previous);
  else await manager.update(NewsletterSignups, previous, address);
}
