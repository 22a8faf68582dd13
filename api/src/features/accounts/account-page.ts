import type { Account, CallOutput } from '@isa/api-contract';
import { In, MoreThan } from 'typeorm';
import {
  ContactMessages,
  Entitlements,
  LessonProgresses,
  NewsletterSignups,
  OrderLines,
  Orders,
  Sessions,
  type User,
  Users,
} from '../../database/entities';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { writeMail } from '../../emails/outbox';
import type { Visitor } from '../../http/context';
import { ProblemError } from '../../http/problem-error';
import { voidMailTokens } from './mail-tokens';
import { accountDeletedMail, passwordChangedMail } from './mails';

/** What customers see and do on the page about themselves. */
export function createAccountPage({ db, env, now, passwords, sessions }: Deps) {
  const users = db.getRepository(Users);

  /** The row of who is logged in. @throws ProblemError `not-signed-in` when the account went meanwhile. */
  async function ownerOf({ userId }: Visitor): Promise<User> {
    const user = await users.findOneBy({ id: userId });
    if (!user) throw new ProblemError('not-signed-in');
    return user;
  }

  /** @throws ProblemError `invalid-credentials`, `busy` */
  async function confirmed(visitor: Visitor, password: string): Promise<User> {
    const user = await ownerOf(visitor);
    if (!(await passwords.matches(password, user.passwordHash))) {
      throw new ProblemError('invalid-credentials', { message: 'That is not your password.' });
    }
    return user;
  }

  async function list({ userId, sessionId }: Visitor) {
    const found = await db.getRepository(Sessions).find({
      where: { userId, expiresAt: MoreThan(now()) },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    return found.map(({ id, userAgent, createdAt, expiresAt }) => ({
      id,
      userAgent,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      current: id === sessionId,
    }));
  }

  return {
    async read(visitor: Visitor): Promise<Account> {
      return presentAccount(await ownerOf(visitor));
    },

    async rename(
      visitor: Visitor,
      names: { readonly username: string; readonly name: string },
    ): Promise<Account> {
      await users.update({ id: visitor.userId }, names);
      sessions.forgetUser(visitor.userId);
      return presentAccount(await ownerOf(visitor));
    },

    listSessions: list,

    /**
     * Sets a new password, ends all other sessions and reset links and tells the owner.
     * @throws ProblemError `invalid-credentials`, `busy`
     */
    async changePassword(visitor: Visitor, current: string, wanted: string): Promise<void> {
      const user = await confirmed(visitor, current);
      const passwordHash = await passwords.hash(wanted);
      await transaction(db, async (manager) => {
        await manager.update(Users, { id: user.id }, { passwordHash });
        await sessions.endAll(manager, user.id, visitor.sessionId);
        await voidMailTokens(manager, user.id, 'reset-password', now());
        await writeMail(manager, passwordChangedMail(user, env.siteOrigin), now());
      });
      sessions.forgetUser(user.id);
    },

    async signOutEverywhere({ userId }: Visitor): Promise<void> {
      await transaction(db, (manager) => sessions.endAll(manager, userId));
      sessions.forgetUser(userId);
    },

    /** Everything about the customer (UK GDPR, article 15), without what only proves who they are. */
    async export(visitor: Visitor): Promise<CallOutput<'exportAccount'>> {
      const user = await ownerOf(visitor);
      const { id: userId, email, emailKey } = user;
      const orders = await db.getRepository(Orders).find({ where: { userId }, order: { id: 'ASC' } });
      const entitlements = await db.getRepository(Entitlements).findBy({ userId });
      const progress = await db.getRepository(LessonProgresses).findBy({ userId });
      // What was written from an address belongs to the account only once the address is known to be its own.
      const letters = user.emailVerifiedAt
        ? {
            newsletter: await db.getRepository(NewsletterSignups).findBy({ emailKey }),
            contactMessages: await db.getRepository(ContactMessages).findBy({ email }),
          }
        : { newsletter: [], contactMessages: [] };
      const lines = await db.getRepository(OrderLines).findBy({ orderId: In(orders.map(({ id }) => id)) });
      return {
        exportedAt: now().toISOString(),
        account: presentAccount(user),
        sessions: await list(visitor),
        orders: orders.map((order) => ({
          ...withoutSecrets(order),
          lines: lines.filter(({ orderId }) => orderId === order.id).map(withoutSecrets),
        })),
        entitlements: entitlements.map(withoutSecrets),
        progress: progress.map(withoutSecrets),
        newsletter: letters.newsletter.map(withoutSecrets),
        contactMessages: letters.contactMessages.map(withoutSecrets),
      };
    },

    /**
     * Deletes the account with its sessions, access and progress. Orders stay without it: tax law wants them for
     * six years (VAT Notice 700/21).
     * @throws ProblemError `invalid-credentials`, `busy`
     */
    async delete(visitor: Visitor, password: string): Promise<void> {
      const user = await confirmed(visitor, password);
      await transaction(db, async (manager) => {
        await manager.delete(Users, { id: user.id });
        if (user.emailVerifiedAt) await manager.delete(NewsletterSignups, { emailKey: user.emailKey });
        await writeMail(manager, accountDeletedMail(user), now());
      });
      sessions.forgetUser(user.id);
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

/** Internal keys and hashes say nothing about a person, and a hash may open something. */
function withoutSecrets(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => !/hash|requestId|sessionId|userId/i.test(name)),
  );
}
