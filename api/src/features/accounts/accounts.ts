import { type CallInput, emailKey } from '@isa/api-contract';
import { type EntityManager, IsNull } from 'typeorm';
import { type User, Users } from '../../database/entities';
import { isDuplicate } from '../../database/errors';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { writeMail } from '../../emails/outbox';
import { ProblemError } from '../../http/problem-error';
import { attachGuestOrders } from '../orders/fulfil';
import { hashClient, type LogInSource } from './log-in-delays';
import { findMailToken, issueMailToken, useMailToken } from './mail-tokens';
import { passwordChangedMail, resetPasswordMail, verifyEmailMail } from './mails';
import { refuseGuessable } from './password-rules';
import { recordCheck } from './record-check';

interface Confirmation {
  readonly token: string;
  readonly password: string | undefined;
  /** The user of the request's session. */
  readonly visitorId: number | undefined;
  readonly source: LogInSource;
}

interface LogIn {
  readonly email: string;
  readonly password: string;
  readonly userAgent: string | undefined;
  readonly source: LogInSource;
}

/** Sign up, log in, password reset and e-mail verification (specification §§4–8). */
export function createAccounts({
  db,
  env,
  knownDevices,
  logInDelays,
  now,
  passwords,
  security,
  sessions,
}: Deps) {
  /** Marks the address as verified. @returns the guests' orders paid with it, which become the user's. */
  async function markEmailVerified(
    manager: EntityManager,
    { id, emailKey: key }: User,
  ): Promise<readonly number[]> {
    const { affected } = await manager.update(
      Users,
      { id, emailVerifiedAt: IsNull() },
      { emailVerifiedAt: now() },
    );
    return affected === 1 ? attachGuestOrders(manager, { userId: id, emailKey: key }, now()) : [];
  }

  function recordClaims(account: number, orders: readonly number[]): void {
    for (const order of orders) security.write({ event: 'order-claimed', result: 'success', account, order });
  }

  async function mailVerification(manager: EntityManager, user: User): Promise<void> {
    const token = await issueMailToken(manager, user.id, 'verify-email', now());
    await writeMail(manager, verifyEmailMail(user, env.siteOrigin, token), now());
  }

  /** @throws ProblemError `too-many-requests`, `invalid-credentials`, `busy` */
  function checkPassword(
    user: User | null,
    key: string,
    password: string,
    source: LogInSource,
  ): Promise<void> {
    return logInDelays.check(key, source, () =>
      passwords.matches(password, user?.passwordHash, hashClient(source)),
    );
  }

  return {
    /**
     * Creates an account. The password is hashed before any query, so that a registered address takes as long as a
     * new one.
     * @throws ProblemError `invalid-request`, `already-registered`, `busy`
     */
    async signUp(
      { username, name, email, password }: CallInput<'signup'>['body'],
      source: LogInSource,
    ): Promise<void> {
      refuseGuessable(password, { username, email }, 'password');
      const passwordHash = await passwords.hash(password, hashClient(source));
      const user = { username, name, email, emailKey: emailKey(email), passwordHash };
      try {
        const account = await transaction(db, async (manager) => {
          const created = await manager.save(Users, { ...user, emailVerifiedAt: null, createdAt: now() });
          await mailVerification(manager, created);
          return created.id;
        });
        security.write({ event: 'sign-up', result: 'success', account });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        security.write({ event: 'sign-up', result: 'refused', account: null });
        throw new ProblemError('already-registered', { cause: error });
      }
    },

    /**
     * An unknown address costs the same hashing and the same delays as a wrong password.
     * @throws ProblemError `invalid-credentials`, `too-many-requests`, `busy`
     */
    async logIn({ email, password, userAgent, source }: LogIn) {
      const key = emailKey(email);
      const user = await db.getRepository(Users).findOneBy({ emailKey: key });
      const logIn = { event: 'log-in', method: 'password', knownDevice: 'deviceId' in source } as const;
      await recordCheck(
        (result) => security.write({ ...logIn, result, account: user?.id ?? null }),
        () => checkPassword(user, key, password, source),
      );
      if (!user) throw new ProblemError('invalid-credentials');
      return { userId: user.id, ...(await sessions.start(user.id, userAgent)) };
    },

    /** Mails a reset link, if the address belongs to an account. */
    async sendResetLink(email: string): Promise<void> {
      const account = await transaction(db, async (manager) => {
        const user = await manager.findOneBy(Users, { emailKey: emailKey(email) });
        if (!user) return null;
        const token = await issueMailToken(manager, user.id, 'reset-password', now());
        await writeMail(manager, resetPasswordMail(user, env.siteOrigin, token), now());
        return user.id;
      });
      const result = account === null ? 'failure' : 'success';
      security.write({ event: 'password-reset-requested', result, account });
    },

    /** Uses up the token, ends all sessions and delays, and mails the user. @throws ProblemError `link-expired`, `invalid-request`, `busy` */
    async resetPassword(token: string, newPassword: string, source: LogInSource): Promise<void> {
      // Checked first, so that an invalid link costs no hashing.
      const link = await findMailToken(db.manager, token, 'reset-password', now());
      if (!link) {
        security.write({ event: 'password-reset', result: 'failure', account: null });
        throw new ProblemError('link-expired');
      }
      const owner = await db.getRepository(Users).findOneByOrFail({ id: link.userId });
      refuseGuessable(newPassword, owner, 'newPassword');
      const passwordHash = await passwords.hash(newPassword, hashClient(source));
      const { key, orders } = await transaction(db, async (manager) => {
        if (!(await useMailToken(manager, link, now()))) throw new ProblemError('link-expired');
        const user = await manager.findOneByOrFail(Users, { id: link.userId });
        await manager.update(Users, { id: user.id }, { passwordHash });
        await sessions.endAll(manager, user.id);
        await knownDevices.forgetAll(manager, user.id);
        // The link proves access to the mailbox of this address.
        const orders = await markEmailVerified(manager, user);
        await writeMail(manager, passwordChangedMail(user, env.siteOrigin), now());
        return { key: user.emailKey, orders };
      });
      sessions.evictUser(link.userId);
      logInDelays.lift(key);
      security.write({ event: 'password-reset', result: 'success', account: link.userId });
      recordClaims(link.userId, orders);
    },

    /**
     * Confirms the address of an account. The link proves the mailbox only: the account may be a stranger's, who would
     * get the orders of the mailbox's owner. So it also needs a live session of the account, or its password.
     * @throws ProblemError `link-expired`, `password-needed`, `invalid-credentials`, `too-many-requests`, `busy`
     */
    async verifyEmail({ token, password, visitorId, source }: Confirmation): Promise<void> {
      const link = await findMailToken(db.manager, token, 'verify-email', now());
      if (!link) {
        security.write({ event: 'email-confirmed', result: 'failure', account: null });
        throw new ProblemError('link-expired');
      }
      if (link.userId !== visitorId) {
        if (password === undefined) throw new ProblemError('password-needed');
        const user = await db.getRepository(Users).findOneByOrFail({ id: link.userId });
        await recordCheck(
          (result) =>
            security.write({ event: 're-authentication', method: 'password', result, account: user.id }),
          () => checkPassword(user, user.emailKey, password, source),
        );
      }
      const orders = await transaction(db, async (manager) => {
        if (!(await useMailToken(manager, link, now()))) throw new ProblemError('link-expired');
        return markEmailVerified(manager, await manager.findOneByOrFail(Users, { id: link.userId }));
      });
      security.write({ event: 'email-confirmed', result: 'success', account: link.userId });
      recordClaims(link.userId, orders);
    },

    /**
     * Deletes the account with an unconfirmed address, for the owner of the mailbox. Its orders remain without it.
     * @throws ProblemError `link-expired`
     */
    async rejectSignup(token: string): Promise<void> {
      const userId = await transaction(db, async (manager) => {
        const link = await findMailToken(manager, token, 'verify-email', now());
        if (!link) throw new ProblemError('link-expired');
        const { affected } = await manager.delete(Users, { id: link.userId, emailVerifiedAt: IsNull() });
        if (affected !== 1) throw new ProblemError('link-expired');
        return link.userId;
      });
      sessions.evictUser(userId);
      security.write({ event: 'sign-up-rejected', result: 'success', account: userId });
    },

    /** Mails a new confirmation link; nothing when the address is verified. */
    async sendVerification(userId: number): Promise<void> {
      await transaction(db, async (manager) => {
        const user = await manager.findOneByOrFail(Users, { id: userId });
        if (user.emailVerifiedAt) return;
        await mailVerification(manager, user);
      });
    },
  };
}
