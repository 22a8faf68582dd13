import { MAX_PASSKEYS, type Passkey } from '@isa/api-contract';
import { type EntityManager, IsNull, LessThan } from 'typeorm';
import {
  type Audience,
  type PasskeyPurpose,
  type PasskeyRow,
  Passkeys,
  type User,
  Users,
} from '../../database/entities';
import { isDuplicate } from '../../database/errors';
import { transaction } from '../../database/transaction';
import type { AccountDeps } from './deps';
import { writeMail } from '../../emails/outbox';
import type { Visitor } from '../../http/context';
import { onForeignKeyError, ProblemError, required } from '../../http/problem-error';
import { newToken } from '../../platform/secret-token';
import {
  type Assertion,
  challengeOf,
  createPasskeyCeremonies,
  createPasskeyChallenges,
  type NewCredential,
} from './passkey-ceremonies';
import { passkeyAddedMail, passkeyRemovedMail } from './mails';

interface OwnedPasskey {
  readonly passkey: PasskeyRow;
  readonly user: User;
}

const ORDINALS = Array.from({ length: MAX_PASSKEYS }, (_, at) => at + 1);

/** Passkeys that verify their user (decision 0039). @param audience they are valid only there. */
export function createPasskeys(
  { db, env, now, security, sessions }: AccountDeps,
  audience: Audience = 'site',
) {
  const challenges = createPasskeyChallenges({ db, now });
  const passkeys = db.getRepository(Passkeys);
  const users = db.getRepository(Users);
  const ceremonies = createPasskeyCeremonies(audience === 'site' ? env.siteOrigin : env.officeOrigin);

  async function requestOptions(purpose: PasskeyPurpose, allowed: readonly PasskeyRow[], sessionId?: number) {
    const options = await ceremonies.requestOptions(allowed);
    await challenges.save(options.challenge, purpose, sessionId);
    return options;
  }

  /** Verifies the signature and counts the use. @throws ProblemError `invalid-passkey` */
  async function verify(passkey: PasskeyRow, assertion: Assertion): Promise<void> {
    const { counter, backedUp } = await ceremonies.verifyAssertion(passkey, assertion);
    // A counter that does not grow comes from a copy of the authenticator, and 0 from one that does not count.
    const { affected } = await passkeys.update(
      { id: passkey.id, counter: counter === 0 ? 0 : LessThan(counter) },
      { counter, backedUp, lastUsedAt: now() },
    );
    if (affected !== 1) throw new ProblemError('invalid-passkey');
  }

  /** At the office a changed login ends the sessions of a thief at once; customers end theirs on their page. */
  async function endOtherSessions(manager: EntityManager, userId: number, sessionId: number): Promise<void> {
    if (audience === 'office') await sessions.endAll(manager, userId, sessionId);
  }

  /** The handle is random, so that it tells nothing. */
  async function userHandle(user: User): Promise<string> {
    if (user.userHandle !== null) return user.userHandle;
    await users.update({ id: user.id, userHandle: IsNull() }, { userHandle: newToken() });
    const { userHandle: handle } = await users.findOneByOrFail({ id: user.id });
    if (handle === null) throw new Error('The account has no handle.');
    return handle;
  }

  function ofUser(userId: number): Promise<PasskeyRow[]> {
    return passkeys.find({ where: { userId, audience }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  return {
    logInOptions: () => requestOptions('log-in', []),

    async find({ id }: Pick<Assertion, 'id'>): Promise<OwnedPasskey | undefined> {
      const passkey = await passkeys.findOneBy({ credentialId: id, audience });
      const user = passkey && (await users.findOneBy({ id: passkey.userId }));
      return passkey && user ? { passkey, user } : undefined;
    },

    /** @param owned what `find` found. @throws ProblemError `invalid-passkey`, `passkey-expired` */
    async logIn(owned: OwnedPasskey | undefined, assertion: Assertion): Promise<User> {
      await challenges.use(challengeOf(assertion), 'log-in', undefined);
      if (!owned || assertion.response.userHandle !== owned.user.userHandle) {
        throw new ProblemError('invalid-passkey');
      }
      await verify(owned.passkey, assertion);
      return owned.user;
    },

    async reauthenticationOptions({ userId, sessionId }: Visitor) {
      return requestOptions('re-authentication', await ofUser(userId), sessionId);
    },

    /** Verifies a passkey of the visitor's account. @throws ProblemError `invalid-passkey`, `passkey-expired` */
    async reauthenticate({ userId, sessionId }: Visitor, assertion: Assertion): Promise<void> {
      await challenges.use(challengeOf(assertion), 're-authentication', sessionId);
      const passkey = await passkeys.findOneBy({ credentialId: assertion.id, userId, audience });
      await verify(required(passkey, 'invalid-passkey'), assertion);
    },

    /** Options for a new passkey, after the owner's proof. @throws ProblemError `too-many-passkeys` */
    async registrationOptions({ sessionId }: Visitor, user: User) {
      const existing = await ofUser(user.id);
      if (existing.length >= MAX_PASSKEYS) throw new ProblemError('too-many-passkeys');
      const options = await ceremonies.creationOptions(user, await userHandle(user), existing);
      await challenges.save(options.challenge, 'registration', sessionId);
      return options;
    },

    /** @throws ProblemError `invalid-passkey`, `passkey-expired`, `too-many-passkeys`, `passkey-exists`, `not-signed-in` */
    async add(visitor: Visitor, name: string, response: NewCredential): Promise<Passkey> {
      const event = { event: 'passkey-added', account: visitor.userId } as const;
      try {
        const passkey = await verifyAndInsert(visitor, name, response);
        if (audience === 'office') sessions.evictUser(visitor.userId);
        security.write({ ...event, result: 'success' });
        return present(passkey);
      } catch (error) {
        security.write({ ...event, result: 'failure' });
        throw error;
      }
    },

    async list({ userId }: Pick<Visitor, 'userId'>): Promise<Passkey[]> {
      return (await ofUser(userId)).map(present);
    },

    /** @throws ProblemError `not-found` */
    async rename({ userId }: Visitor, id: number, name: string): Promise<Passkey> {
      await passkeys.update({ id, userId, audience }, { name });
      return present(required(await passkeys.findOneBy({ id, userId, audience })));
    },

    /** Mails the owner. @throws ProblemError `not-found` */
    async remove({ sessionId }: Visitor, user: User, id: number): Promise<void> {
      await transaction(db, async (manager) => {
        const { affected } = await manager.delete(Passkeys, { id, userId: user.id, audience });
        if (affected !== 1) throw new ProblemError('not-found');
        await endOtherSessions(manager, user.id, sessionId);
        await writeMail(manager, passkeyRemovedMail(user, audience, env), { env, now });
      });
      if (audience === 'office') sessions.evictUser(user.id);
      security.write({ event: 'passkey-removed', result: 'success', account: user.id });
    },
  };

  async function verifyAndInsert({ userId, sessionId }: Visitor, name: string, response: NewCredential) {
    const created = await ceremonies.verifyCreation(response);
    const passkey = { ...created, userId, audience, name, createdAt: now(), lastUsedAt: null };
    // Each attempt fails only when a concurrent request took the ordinal.
    for (let attempt = 1; attempt <= MAX_PASSKEYS; attempt += 1) {
      try {
        return await transaction(db, async (manager) => {
          // The challenge is used up in the same transaction, so that a reset misses no passkey.
          await challenges.use(challengeOf(response), 'registration', sessionId, manager);
          const user = required(await manager.findOneBy(Users, { id: userId }), 'not-signed-in');
          const taken = await manager.findBy(Passkeys, { userId, audience });
          const ordinal = ORDINALS.find((free) => taken.every((other) => other.ordinal !== free));
          const added = await manager.save(Passkeys, {
            ...passkey,
            ordinal: required(ordinal, 'too-many-passkeys'),
          });
          await endOtherSessions(manager, userId, sessionId);
          await writeMail(manager, passkeyAddedMail(user, audience, env), { env, now });
          return added;
        }).catch(onForeignKeyError('not-signed-in'));
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        if (await passkeys.existsBy({ credentialId: created.credentialId }))
          throw new ProblemError('passkey-exists');
      }
    }
    throw new ProblemError('too-many-passkeys');
  }
}

function present({ id, name, createdAt, lastUsedAt, backedUp }: PasskeyRow): Passkey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    backedUp,
  };
}
