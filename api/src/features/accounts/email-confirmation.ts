import { type EntityManager, IsNull } from 'typeorm';
import { type CallInput, emailKey, messages, problems } from '@isa/api-contract';
import { type MailToken, NewsletterSignups, type User, Users } from '../../database/entities';
import { isDuplicate } from '../../database/errors';
import { searchTexts } from '../../database/search-texts';
import { rowLock, transaction } from '../../database/transaction';
import type { AccountDeps } from './deps';
import { writeMail } from '../../emails/outbox';
import type { Visitor } from '../../http/context';
import { invalidField, ProblemError, required } from '../../http/problem-error';
import { hashClient, type LogInSource, recordCheck } from './log-in-delays';
import { findMailToken, issueMailToken, redeemMailToken, voidMailTokens } from './mail-tokens';
import { confirmNewEmailMail, emailChangedMail, emailChangeRequestedMail, verifyEmailMail } from './mails';

export function createEmailConfirmation(deps: AccountDeps) {
  const { db, env, logInDelays, now, passwords, records, security, sessions } = deps;

  /** Marks the address as verified. @returns the guests' orders paid with it, which become the user's. */
  async function mark(manager: EntityManager, user: User): Promise<readonly number[]> {
    const { affected } = await manager.update(
      Users,
      { id: user.id, emailVerifiedAt: IsNull() },
      { emailVerifiedAt: now() },
    );
    return affected === 1 ? records.attach(manager, user) : [];
  }

  async function mail(manager: EntityManager, user: User): Promise<void> {
    const token = await issueMailToken(manager, user.id, 'verify-email', now());
    await writeMail(manager, verifyEmailMail(user, env.siteOrigin, token), { env, now });
  }

  function recordClaims(account: number, orders: readonly number[]): void {
    for (const order of orders) security.write({ event: 'order-claimed', result: 'success', account, order });
  }

  /** @throws ProblemError `too-many-requests`, `invalid-credentials`, `busy` */
  async function checkOwner(userId: number, password: string, source: LogInSource): Promise<void> {
    const user = await db.getRepository(Users).findOneByOrFail({ id: userId });
    await recordCheck(
      (result) => security.write({ event: 're-authentication', method: 'password', result, account: userId }),
      () =>
        logInDelays.check(user.emailKey, source, () =>
          passwords.matches(password, user.passwordHash, hashClient(source)),
        ),
    );
  }

  /**
   * Gives the account its new address in the transaction that uses up the link. Call `sessions.evictUser`
   * after it.
   * @param keptSessionId the session in which the address was confirmed.
   * @returns the guests' orders paid with the new address.
   * @throws QueryFailedError for an address of another account
   */
  async function changeAddress(manager: EntityManager, user: User, newEmail: string, keptSessionId?: number) {
    const key = emailKey(newEmail);
    const address = { email: newEmail, emailKey: key };
    const searchText = searchTexts.users.of({ ...user, ...address });
    await manager.update(Users, { id: user.id }, { ...address, searchText, emailVerifiedAt: now() });
    await voidMailTokens(manager, user.id, ['reset-password', 'verify-email', 'log-in'], now());
    await sessions.endAll(manager, user.id, keptSessionId);
    if (user.emailVerifiedAt) {
      // The subscription follows its customer, unless the new address has one already.
      const previous = { emailKey: user.emailKey };
      const exists = await manager.existsBy(NewsletterSignups, { emailKey: key });
      if (exists) await manager.delete(NewsletterSignups, previous);
      else {
        const signupText = searchTexts.newsletterSignups.of(address);
        await manager.update(NewsletterSignups, previous, { ...address, searchText: signupText });
      }
    }
    await writeMail(manager, emailChangedMail(user), { env, now });
    return records.attach(manager, { id: user.id, emailKey: key });
  }

  /** @returns whether the link has done its work already: its answer was lost, and the button is pressed again. */
  async function hasConfirmed({ userId, newEmail }: MailToken): Promise<boolean> {
    const user = await db.getRepository(Users).findOneBy({ id: userId });
    if (!user) return false;
    return newEmail === null ? user.emailVerifiedAt !== null : user.emailKey === emailKey(newEmail);
  }

  /** @param sessionId of the session that stays open when the address changes. */
  async function use(link: MailToken, sessionId: number | undefined): Promise<readonly number[]> {
    try {
      return await transaction(db, async (manager) => {
        if (!(await redeemMailToken(manager, link, now()))) throw new ProblemError('link-expired');
        const user = await manager.findOneByOrFail(Users, { id: link.userId });
        return link.newEmail === null
          ? mark(manager, user)
          : changeAddress(manager, user, link.newEmail, sessionId);
      });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      security.write({ event: 'email-changed', result: 'failure', account: link.userId });
      throw new ProblemError('already-registered', { cause: error });
    }
  }

  return {
    mark,
    mail,
    recordClaims,

    /**
     * Mails a link to the new address, a notice to the present one.
     * @throws ProblemError `invalid-request`
     */
    async requestChange(user: User, newEmail: string): Promise<void> {
      if (emailKey(newEmail) === user.emailKey)
        throw invalidField('body.newEmail', messages.account.emailUnchanged);
      await transaction(db, async (manager) => {
        await voidMailTokens(manager, user.id, ['change-email'], now());
        const token = await issueMailToken(manager, user.id, 'change-email', now(), { newEmail });
        await writeMail(manager, confirmNewEmailMail(newEmail, env.siteOrigin, token), { env, now });
        await writeMail(manager, emailChangeRequestedMail(user, env.siteOrigin), { env, now });
      });
      security.write({ event: 'email-change-requested', result: 'success', account: user.id });
    },

    /**
     * Confirms the address of an account, or its new one. The link proves the mailbox only: the account may
     * be a stranger's, who would get the orders of the mailbox's owner. So it also needs a live session of
     * the account, or its password. A link that has done its work changes nothing when it is used again.
     * @throws ProblemError `link-expired`, `password-needed`, `invalid-credentials`, `already-registered`,
     * `too-many-requests`, `busy`
     */
    async confirm(
      { token, password }: CallInput<'verifyEmail'>['body'],
      visitor: Visitor | undefined,
      source: LogInSource,
    ): Promise<void> {
      const link = await findMailToken(db.manager, token, ['verify-email', 'change-email'], now(), true);
      if (!link || (link.usedAt !== null && !(await hasConfirmed(link)))) {
        security.write({ event: 'email-confirmed', result: 'failure', account: null });
        throw new ProblemError('link-expired');
      }
      const { userId: account } = link;
      const sessionId = visitor?.userId === account ? visitor.sessionId : undefined;
      if (sessionId === undefined) {
        if (password === undefined) throw new ProblemError('password-needed');
        await checkOwner(account, password, source);
      }
      if (link.usedAt !== null) return;
      const orders = await use(link, sessionId);
      if (link.newEmail !== null) sessions.evictUser(account);
      const event = link.newEmail === null ? 'email-confirmed' : 'email-changed';
      security.write({ event, result: 'success', account });
      recordClaims(account, orders);
    },

    /**
     * Deletes an unconfirmed account for the owner of the mailbox. Its buyer may only have mistyped the address, so
     * an account that has bought something stays.
     * @throws ProblemError `link-expired`, `account-in-use`
     */
    async rejectSignup(token: string): Promise<void> {
      const link = await findMailToken(db.manager, token, ['verify-email'], now());
      const { userId } = required(link, 'link-expired');
      await transaction(db, async (manager) => {
        const where = { id: userId, emailVerifiedAt: IsNull() };
        // No access can be granted to a locked account.
        required(await manager.findOne(Users, { where, ...rowLock(manager) }), 'link-expired');
        if (await records.hasBought(manager, userId))
          throw new ProblemError('account-in-use', {
            message: `${problems['account-in-use'].title} Please write to us at ${env.contact.email}.`,
          });
        await manager.delete(Users, { id: userId });
      });
      sessions.evictUser(userId);
      security.write({ event: 'sign-up-rejected', result: 'success', account: userId });
    },

    async send(userId: number): Promise<void> {
      await transaction(db, async (manager) => {
        const user = await manager.findOneByOrFail(Users, { id: userId });
        if (!user.emailVerifiedAt) await mail(manager, user);
      });
    },
  };
}
