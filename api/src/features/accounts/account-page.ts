import type { Account, CallOutput } from '@isa/api-contract';
import { type EntitySchema, type FindOptionsWhere, MoreThan, type ObjectLiteral } from 'typeorm';
import {
  ContactMessages,
  KnownDevices,
  LessonProgresses,
  NewsletterSignups,
  Sessions,
  type User,
  Users,
} from '../../database/entities';
import { searchTexts } from '../../database/search-texts';
import { transaction } from '../../database/transaction';
import type { AccountDeps } from './deps';
import { writeMail } from '../../emails/outbox';
import type { Visitor } from '../../http/context';
import { ProblemError, required } from '../../http/problem-error';
import { eraseAccount, recordErasure } from './erasures';
import { voidMailTokens } from './mail-tokens';
import { accountDeletedMail, passwordChangedMail } from './mails';
import { createPasskeys } from './passkeys';
import { refuseGuessable } from './passwords';
import { hashClientOf } from './reauthentication';

export function createAccountPage(deps: AccountDeps) {
  const { db, env, now, passwords, records, security, sessions } = deps;
  const users = db.getRepository(Users);
  const passkeys = createPasskeys(deps);
  const officePasskeys = createPasskeys(deps, 'office');

  /** @throws ProblemError `not-signed-in` when the account was deleted meanwhile. */
  async function userOf({ userId }: Visitor): Promise<User> {
    return required(await users.findOneBy({ id: userId }), 'not-signed-in');
  }

  async function listSessions({ userId, sessionId }: Visitor) {
    const rows = await db.getRepository(Sessions).find({
      where: { userId, expiresAt: MoreThan(now()) },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    return rows.map(({ id, audience, userAgent, createdAt, lastUsedAt, expiresAt }) => ({
      id,
      audience,
      userAgent,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      current: id === sessionId,
    }));
  }

  async function exported<Row extends ObjectLiteral>(table: EntitySchema<Row>, where: FindOptionsWhere<Row>) {
    const rows = await db.getRepository(table).findBy(where);
    return rows.map(withoutSecrets);
  }

  return {
    listSessions,

    async read(visitor: Visitor): Promise<Account> {
      return presentAccount(await userOf(visitor));
    },

    async rename(visitor: Visitor, names: { readonly username: string; readonly name: string }) {
      const user = { ...(await userOf(visitor)), ...names };
      await users.update({ id: visitor.userId }, { ...names, searchText: searchTexts.users.of(user) });
      sessions.evictUser(visitor.userId);
      return presentAccount(user);
    },

    /**
     * Ends all other sessions and links, and mails the customer.
     * @throws ProblemError `invalid-request`, `invalid-credentials`, `busy`
     */
    async changePassword(user: User, sessionId: number, newPassword: string): Promise<void> {
      refuseGuessable(newPassword, user, 'newPassword');
      const passwordHash = await passwords.hash(newPassword, hashClientOf(user));
      await transaction(db, async (manager) => {
        // A reset of the password meanwhile has ended the session and what it had proved.
        const proved = { id: user.id, passwordHash: user.passwordHash };
        const { affected } = await manager.update(Users, proved, { passwordHash });
        if (affected !== 1) throw new ProblemError('invalid-credentials');
        await sessions.endAll(manager, user.id, sessionId);
        await voidMailTokens(manager, user.id, ['reset-password', 'change-email', 'log-in'], now());
        await writeMail(manager, passwordChangedMail(user, env.siteOrigin), { env, now });
      });
      sessions.evictUser(user.id);
      security.write({ event: 'password-changed', result: 'success', account: user.id });
    },

    /** @throws ProblemError `not-found` unless it is a session of the visitor. */
    async endSession({ userId }: Visitor, sessionId: number): Promise<void> {
      if (!(await sessions.endOne(userId, sessionId))) throw new ProblemError('not-found');
      security.write({ event: 'session-ended', result: 'success', account: userId, sessions: 'one' });
    },

    async signOutEverywhere({ userId }: Visitor): Promise<void> {
      await transaction(db, (manager) => sessions.endAll(manager, userId));
      sessions.evictUser(userId);
      security.write({ event: 'session-ended', result: 'success', account: userId, sessions: 'all' });
    },

    /** Exports all data about the customer (UK GDPR, article 15), without secrets. */
    async export(visitor: Visitor): Promise<CallOutput<'exportAccount'>> {
      const user = await userOf(visitor);
      const { id: userId, emailKey } = user;
      // Messages from an address belong to the account only once the address is verified.
      const verified = user.emailVerifiedAt !== null;
      security.write({ event: 'account-exported', result: 'success', account: userId });
      return {
        exportedAt: now().toISOString(),
        account: presentAccount(user),
        sessions: await listSessions(visitor),
        passkeys: [...(await passkeys.list({ userId })), ...(await officePasskeys.list({ userId }))].map(
          (passkey) => ({ ...passkey }),
        ),
        knownDevices: await exported(KnownDevices, { userId }),
        ...(await records.export(userId)),
        progress: await exported(LessonProgresses, { userId }),
        newsletter: verified ? await exported(NewsletterSignups, { emailKey }) : [],
        contactMessages: verified ? await exported(ContactMessages, { emailKey }) : [],
      };
    },

    /**
     * Deletes the account, but not its orders: tax law requires them for six years (VAT Notice 700/21).
     * @throws ProblemError `not-signed-in`
     */
    async delete(user: User): Promise<void> {
      await transaction(db, async (manager) => {
        if (!(await eraseAccount(manager, user))) throw new ProblemError('not-signed-in');
        await writeMail(manager, accountDeletedMail(user), { env, now });
        // The erasure is recorded last, so that only the commit can still fail; a repetition writes a second
        // line, which changes nothing.
        await recordErasure(deps, user);
      });
      sessions.evictUser(user.id);
      security.write({ event: 'account-deleted', result: 'success', account: user.id });
    },
  };
}

function presentAccount({ username, name, email, emailVerifiedAt, createdAt }: User): Account {
  return {
    username,
    name,
    email,
    emailVerified: emailVerifiedAt !== null,
    createdAt: createdAt.toISOString(),
  };
}

export function withoutSecrets(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => !/hash|requestId|sessionId|userId/i.test(name)),
  );
}
