import { type CallInput, emailKey } from '@isa/api-contract';
import { KnownDevices, Passkeys, type User, Users } from '../../database/entities';
import { isDuplicate } from '../../database/errors';
import { searchTexts } from '../../database/search-texts';
import { transaction } from '../../database/transaction';
import type { AccountDeps } from './deps';
import { writeMail } from '../../emails/outbox';
import { ProblemError } from '../../http/problem-error';
import { createEmailConfirmation } from './email-confirmation';
import { hashClient, type LogInSource, recordCheck } from './log-in-delays';
import { findMailToken, issueMailToken, redeemMailToken } from './mail-tokens';
import { passwordChangedMail, resetPasswordMail } from './mails';
import { refuseGuessable } from './passwords';

/** Signs up, logs in and resets passwords (specification §§4–8). */
export function createAccounts(deps: AccountDeps) {
  const { db, env, logInDelays, now, passwords, security, sessions } = deps;
  const confirmation = createEmailConfirmation(deps);

  return {
    /**
     * Creates an account. The password is hashed before any query, so that a registered address takes as long
     * as a new one. The same request changes nothing when it is sent again.
     * @throws ProblemError `invalid-request`, `already-registered`, `busy`
     */
    async signUp(
      { username, name, email, password, requestId }: CallInput<'signup'>['body'],
      source: LogInSource,
    ) {
      refuseGuessable(password, { username, email }, 'password');
      const passwordHash = await passwords.hash(password, hashClient(source));
      const names = { username, name, email };
      const searchText = searchTexts.users.of(names);
      const key = emailKey(email);
      const user = { ...names, emailKey: key, passwordHash, searchText, requestId: requestId ?? null };
      try {
        const account = await transaction(db, async (manager) => {
          const created = await manager.save(Users, { ...user, emailVerifiedAt: null, createdAt: now() });
          await confirmation.mail(manager, created);
          return created.id;
        });
        security.write({ event: 'sign-up', result: 'success', account });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const isRepeated =
          requestId !== undefined && (await db.getRepository(Users).existsBy({ emailKey: key, requestId }));
        if (isRepeated) return;
        security.write({ event: 'sign-up', result: 'refused', account: null });
        throw new ProblemError('already-registered', { cause: error });
      }
    },

    /**
     * Takes as long for an unknown address.
     * @throws ProblemError `invalid-credentials`, `too-many-requests`, `busy`
     */
    async logIn(email: string, password: string, source: LogInSource): Promise<User> {
      const key = emailKey(email);
      const user = await db.getRepository(Users).findOneBy({ emailKey: key });
      const logIn = { event: 'log-in', method: 'password', knownDevice: 'deviceId' in source } as const;
      const check = async () => {
        const matches = await passwords.matches(password, user?.passwordHash, hashClient(source));
        return matches && user ? user : undefined;
      };
      return recordCheck(
        (result) => security.write({ ...logIn, result, account: user?.id ?? null }),
        () => logInDelays.check(key, source, check, user !== null),
      );
    },

    /** Mails a link, if the address belongs to an account. */
    async sendResetLink(email: string): Promise<void> {
      const user = await transaction(db, async (manager) => {
        const found = await manager.findOneBy(Users, { emailKey: emailKey(email) });
        if (!found) return null;
        const token = await issueMailToken(manager, found.id, 'reset-password', now());
        await writeMail(manager, resetPasswordMail(found, env.siteOrigin, token), { env, now });
        return found;
      });
      const result = user ? 'success' : 'failure';
      security.write({ event: 'password-reset-requested', result, account: user?.id ?? null });
    },

    /** Uses up the token, ends all sessions and delays, and mails the user. @throws ProblemError `link-expired`, `invalid-request`, `busy` */
    async resetPassword(token: string, newPassword: string, source: LogInSource): Promise<void> {
      // The link is checked first, so that an invalid one costs no hashing.
      const link = await findMailToken(db.manager, token, ['reset-password'], now());
      if (!link) {
        security.write({ event: 'password-reset', result: 'failure', account: null });
        throw new ProblemError('link-expired');
      }
      const owner = await db.getRepository(Users).findOneByOrFail({ id: link.userId });
      refuseGuessable(newPassword, owner, 'newPassword');
      const passwordHash = await passwords.hash(newPassword, hashClient(source));
      const { key, orders } = await transaction(db, async (manager) => {
        const used = await redeemMailToken(manager, link, now(), ['change-email', 'log-in']);
        if (!used) throw new ProblemError('link-expired');
        const user = await manager.findOneByOrFail(Users, { id: link.userId });
        await manager.update(Users, { id: user.id }, { passwordHash });
        await sessions.endAll(manager, user.id);
        await manager.delete(KnownDevices, { userId: user.id });
        // Anybody who signed up with the unconfirmed address may not be the owner of its mailbox.
        if (!user.emailVerifiedAt) await manager.delete(Passkeys, { userId: user.id });
        // The link proves access to the mailbox of this address.
        const orders = await confirmation.mark(manager, user);
        await writeMail(manager, passwordChangedMail(user, env.siteOrigin), { env, now });
        return { key: emailKey(user.email), orders };
      });
      sessions.evictUser(link.userId);
      await logInDelays.lift(key);
      security.write({ event: 'password-reset', result: 'success', account: link.userId });
      confirmation.recordClaims(link.userId, orders);
    },
  };
}
